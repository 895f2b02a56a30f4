import { Agent, request } from 'node:http';

/** Calls to a daemon over one connection. */
export interface HookClient {
  /** Throws unless it is answered within half a minute; `ms` is from the request to the end of the answer. */
  call(method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown): Promise<Answered>;
  close(): void;
}

export interface Answered {
  readonly status: number;
  readonly json: Readonly<Record<string, unknown>>;
  readonly ms: number;
}

const timeoutMs = 30_000;

export function ownClient(url: string, key: string): HookClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const call: HookClient['call'] = (method, path, body) =>
    new Promise((resolve, reject) => {
      const startedAt = performance.now();
      const sent = request(new URL(path, url), { agent, method, headers, timeout: timeoutMs });
      sent.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const ms = performance.now() - startedAt;
          const json = parsed(Buffer.concat(chunks).toString());
          resolve({ status: response.statusCode ?? 0, json, ms });
        });
      });
      sent.on('timeout', () => sent.destroy(new Error(`${path} was not answered in time`)));
      sent.on('error', reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  return { call, close: () => agent.destroy() };
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return { message: text };
  }
}

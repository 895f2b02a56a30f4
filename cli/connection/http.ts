import type { IncomingMessage } from 'node:http';
import { maxAnswerBytes, textWithin } from '../../shared/api/body.ts';
import type { Dispatcher } from '../../shared/api/client.ts';
import { directoryHeader, encodedHeader } from '../../shared/node/http/encoded-header.ts';

/** A server by its address, or by the Unix socket that it listens on. */
export interface Target {
  readonly url: string;
  readonly socket?: string;
  /** Of a daemon, which is told of it: the folder that the command is run in. */
  readonly directory?: string | undefined;
}

type Sent = Parameters<Dispatcher['request']>[0];

/** Node's own client: most commands are done before a faster one is loaded. */
export function dispatcherTo(target: Target): Dispatcher {
  return {
    async request(sent) {
      const response = await send(target, sent);
      const { statusCode = 0, headers } = response;
      return { statusCode, headers, body: response };
    },
  };
}

/** Sends a request and gives the response when its head is there. Rejects when there is no server. */
export async function send(
  target: Target,
  { path, method, headers, body, signal }: Sent,
): Promise<IncomingMessage> {
  const { protocol, hostname, port } = new URL(target.url);
  const { request } =
    protocol === 'https:' ? await import('node:https') : await import('node:http');
  const to =
    target.socket === undefined ? { hostname: bare(hostname), port } : localTo(target.socket);
  // Node adds it to the body of some methods only, and a DELETE would be followed by what looks like another request.
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const where =
    target.directory === undefined ? {} : { [directoryHeader]: encodedHeader(target.directory) };
  return new Promise((resolve, reject) => {
    const sent = request(
      { ...to, path, method, headers: { ...headers, ...length, ...where } },
      resolve,
    );
    // Given to Node, the signal would outlive the request and break its connection in the hands of the next one.
    const stop = () => void sent.destroy();
    signal.addEventListener('abort', stop, { once: true });
    sent.once('close', () => signal.removeEventListener('abort', stop));
    sent.on('error', (error) => reject(signal.aborted ? (signal.reason as Error) : error));
    sent.end(body);
  });
}

/** LNK-3: rejects when the body has more than an answer may have. The signal of the request ends a slow one. */
export function textOf(response: IncomingMessage): Promise<string> {
  return textWithin(maxAnswerBytes, response);
}

function localTo(socketPath: string) {
  return { socketPath, host: 'localhost' };
}

/** Node takes an IPv6 address without its brackets. */
function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

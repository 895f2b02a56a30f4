import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** JSON-RPC 2.0 over the standard streams of a child process, one message a line. */
export type LineConnection = {
  /** Sends a request and waits for its answer; a JSON-RPC error rejects. */
  request: (method: string, params?: unknown) => Promise<unknown>;
  notify: (method: string, params?: unknown) => void;
  /** Closes the child's input and waits until it has ended; kills it after two seconds. */
  close: () => Promise<void>;
};

type Waiting = { resolve: (result: unknown) => void; reject: (reason: Error) => void };

/** Speaks with a child that was spawned with pipes for stdin and stdout. */
export function openLines(child: ChildProcess): LineConnection {
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error('the child has no pipes');
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  createInterface({ input: stdout }).on('line', (line) => answerRequest(waiting, line));
  child.once('close', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`the child ended with ${code}`));
  });
  return {
    request: (method, params) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        waiting.set(id, { resolve, reject });
        stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      }),
    notify: (method, params) => {
      stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method, params })}\n`);
    },
    close: () => endOf(child),
  };
}

/**
 * Asks one request after the other and answers how long each took, in microseconds.
 */
export async function timeRequests(
  connection: LineConnection,
  requests: readonly { method: string; params?: unknown }[],
): Promise<number[]> {
  const latenciesUs: number[] = [];
  for (const { method, params } of requests) {
    const startedAt = performance.now();
    await connection.request(method, params);
    latenciesUs.push((performance.now() - startedAt) * 1000);
  }
  return latenciesUs;
}

/** Lines without the id of a request that waits are notifications or logs, and none of ours. */
function answerRequest(waiting: Map<number, Waiting>, line: string): void {
  const message: { id?: number; result?: unknown; error?: { message?: string } } = JSON.parse(line);
  const one = message.id === undefined ? undefined : waiting.get(message.id);
  if (message.id === undefined || !one) return;
  waiting.delete(message.id);
  if (message.error) one.reject(new Error(message.error.message ?? 'a JSON-RPC error'));
  else one.resolve(message.result);
}

const closeGraceMs = 2000;

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.stdin?.end();
  if (child.connected) child.disconnect();
  const timer = setTimeout(() => child.kill('SIGKILL'), closeGraceMs);
  await exited;
  clearTimeout(timer);
}

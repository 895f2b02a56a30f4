import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Target } from './load.ts';
import { openLines } from './lines.ts';
import type { LineConnection } from './lines.ts';

/** The bare HTTP server as a program, for those who start it themselves. */
export const httpEcho = fileURLToPath(new URL('./bare/http-echo.mjs', import.meta.url));
const stdioEcho = fileURLToPath(new URL('./bare/stdio-echo.mjs', import.meta.url));

/** A server in a process of its own. */
export type EchoServer = { target: Target; close: () => Promise<void> };

/**
 * A bare `node:http` server that answers each request with its own body as JSON: the measure of
 * what an HTTP exchange costs by itself. Listens on a free port, or on `socketPath`.
 */
export async function startHttpEcho({
  socketPath,
}: { socketPath?: string } = {}): Promise<EchoServer> {
  const child = fork(httpEcho, socketPath === undefined ? [] : [socketPath], { execArgv: [] });
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`the echo server ended with ${code}`);
  });
  const [address]: unknown[] = await Promise.race([once(child, 'message'), failed]);
  failed.catch(() => undefined);
  return { target: targetOf(address), close: () => stop(child) };
}

/** A bare JSON-RPC server over stdio that answers each request with its params, or with what `answer` gave it before. */
export function startStdioEcho(): LineConnection {
  const child = fork(stdioEcho, [], { execArgv: [], stdio: ['pipe', 'pipe', 'inherit', 'ipc'] });
  return openLines(child);
}

function targetOf(address: unknown): Target {
  if (typeof address === 'string') return { socketPath: address };
  if (typeof address === 'object' && address && 'port' in address) {
    return { host: '127.0.0.1', port: Number(address.port) };
  }
  throw new Error('the echo server has no address');
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill();
  await exited;
}

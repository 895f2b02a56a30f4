import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const askAgainMs = 200;

/** Whether a daemon answers on the socket within so many milliseconds, asked until it does. */
export async function answersWithin(socketPath: string, waitMs: number): Promise<boolean> {
  const untilMs = performance.now() + waitMs;
  for (;;) {
    const leftMs = untilMs - performance.now();
    if (leftMs <= 0) return false;
    if (await answers(socketPath, leftMs)) return true;
    await sleep(Math.min(askAgainMs, leftMs));
  }
}

/**
 * Whether a daemon answers one question on the socket. A connection alone says nothing: the system takes it for a process that was
 * stopped.
 */
export function answers(socketPath: string, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(Math.ceil(timeoutMs));
    const sent = request({ socketPath, path: '/health', host: 'localhost', signal }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    sent.once('error', () => resolve(false));
    sent.end();
  });
}

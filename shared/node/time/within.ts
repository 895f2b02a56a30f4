import { setTimeout as sleep } from 'node:timers/promises';

/** What the work is, if it is done within so many milliseconds; otherwise `late`, and the work goes on. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | 'late'> {
  const timer = new AbortController();
  const late = sleep(ms, 'late' as const, { signal: timer.signal });
  late.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
  }
}

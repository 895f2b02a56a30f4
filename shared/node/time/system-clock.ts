import type { MachineClock } from '../../kernel/clock.ts';

/** The clock of this machine. */
export const systemClock: MachineClock = {
  now: () => Date.now(),
  monotonicMs: () => Math.floor(performance.now()),
};

/** A signal that aborts after `timeoutMs` with a TimeoutError; for the options of a client. */
export function timeoutSignal(timeoutMs: number): AbortSignal {
  return AbortSignal.timeout(timeoutMs);
}

import type { MachineClock } from '../kernel/clock.ts';

/** The clock of this machine. */
export const systemClock: MachineClock = {
  now: () => Date.now(),
  monotonicMs: () => Math.floor(performance.now()),
};

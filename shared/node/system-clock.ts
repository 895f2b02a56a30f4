import type { Clock } from '../kernel/clock.ts';

/** The clock of this machine. */
export const systemClock: Clock = { now: () => Date.now() };

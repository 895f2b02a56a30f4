/** The only source of time that rules and services know: milliseconds since the Unix epoch. */
export interface Clock {
  now(): number;
}

/** A clock that people and programs set, with one beside it that nobody sets. */
export interface MachineClock extends Clock {
  /** Whole milliseconds since some moment; never goes back, and on Linux stands still while the machine is suspended. */
  monotonicMs(): number;
}

/** What two clocks may differ by before it counts (RSV-19, RSV-20). */
export const clockSlackMs = 60_000;

/** For what lasts from one moment in this process to another, whatever the machine's clock is set to meanwhile. */
export function elapsedClock(clock: MachineClock): Clock {
  return { now: () => clock.monotonicMs() };
}

/** Whole minutes until `untilMs`, rounded up so that a live reservation never shows zero. */
export function minutesUntil(untilMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((untilMs - nowMs) / 60_000));
}

/** Whole seconds below a minute, whole minutes above. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  return seconds < 60 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

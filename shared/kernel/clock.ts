/** The only source of time that rules and services know: milliseconds since the Unix epoch. */
export interface Clock {
  now(): number;
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

/** The only source of time that rules and services know: milliseconds since the Unix epoch. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Writing a moment out costs as much as deciding about a hold, and the same few are written again and again. */
const written = new Map<number, string>();
const mostWritten = 4_096;

/** ISO 8601 UTC, the form of every timestamp on the wire. */
export function toTimestamp(atMs: number): string {
  const known = written.get(atMs);
  if (known !== undefined) return known;
  const text = new Date(atMs).toISOString();
  if (written.size >= mostWritten) written.clear();
  written.set(atMs, text);
  return text;
}

/** Whole minutes until `untilMs`, rounded up so that a live hold never shows zero. */
export function minutesUntil(untilMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((untilMs - nowMs) / 60_000));
}

/** Whole seconds below a minute, whole minutes above. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  return seconds < 60 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

export const dayMs = 86_400_000;

/** A UTC day as `2026-01-31`; `index` counts them since the Unix epoch, `reset` is in Unix seconds the start of the next one. */
export interface UtcDay {
  readonly index: number;
  readonly day: string;
  readonly reset: number;
}

export function utcDayOf(atMs: number): UtcDay {
  const index = Math.floor(atMs / dayMs);
  const day = new Date(atMs).toISOString().slice(0, 10);
  return { index, day, reset: ((index + 1) * dayMs) / 1_000 };
}

/** So many days up to the one of `nowMs`, oldest first. */
export function lastDays(nowMs: number, count: number): string[] {
  return Array.from({ length: count }, (_, at) => utcDayOf(nowMs - (count - 1 - at) * dayMs).day);
}

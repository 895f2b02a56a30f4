export interface BackoffLimits {
  readonly firstMs: number;
  readonly maxMs: number;
}

/** How long to wait after `failures` in a row (1 after the first): twice as long each time, up to the maximum. */
export function backoffMs(failures: number, { firstMs, maxMs }: BackoffLimits): number {
  return Math.min(maxMs, firstMs * 2 ** Math.max(0, failures - 1));
}

/** Between half of the time and all of it, so that those who lost the same peer do not all come back at once. */
export function withJitter(ms: number): number {
  return ms * (0.5 + Math.random() / 2);
}

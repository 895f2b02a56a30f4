import type { MachineClock } from '../../shared/kernel/clock.ts';

/** A Monday morning: far from midnight, so that a test moves to another day only on purpose. */
const defaultStartMs = Date.UTC(2026, 0, 5, 9, 0, 0);

/** A clock that stands still until it is moved. */
export class FakeClock implements MachineClock {
  private elapsedMs = 0;

  constructor(private nowMs: number = defaultStartMs) {}

  now(): number {
    return this.nowMs;
  }

  monotonicMs(): number {
    return this.elapsedMs;
  }

  /** Time goes by. */
  advance(ms: number): void {
    this.nowMs += ms;
    this.elapsedMs += ms;
  }

  /** Somebody sets the clock, forward or back; no time goes by. */
  jump(ms: number): void {
    this.nowMs += ms;
  }
}

export const minutes = (count: number): number => count * 60_000;

import type { Clock } from '../../shared/kernel/clock.ts';

/** A Monday morning: far from midnight, so that a test moves to another day only on purpose. */
const defaultStartMs = Date.UTC(2026, 0, 5, 9, 0, 0);

/** A clock that stands still until it is moved. */
export class FakeClock implements Clock {
  constructor(private nowMs: number = defaultStartMs) {}

  now(): number {
    return this.nowMs;
  }

  advance(ms: number): void {
    this.nowMs += ms;
  }
}

export const minutes = (count: number): number => count * 60_000;

import { performance } from 'node:perf_hooks';
import type { MachineClock } from '../../../shared/kernel/clock.ts';

/** A clock that is moved by hand while data is made, and goes by itself afterwards. Milliseconds. */
export class DemoClock implements MachineClock {
  private elapsedMs = 0;
  private runsSince: number | undefined;

  constructor(private startMs: number) {}

  now(): number {
    return this.startMs + this.monotonicMs();
  }

  monotonicMs(): number {
    const { runsSince } = this;
    return this.elapsedMs + (runsSince === undefined ? 0 : performance.now() - runsSince);
  }

  /** Time goes by, so the relay sees no jump. */
  advance(ms: number): void {
    this.elapsedMs += ms;
  }

  /** Time goes by until that moment; nothing when it is over. */
  advanceTo(moment: number): void {
    this.advance(Math.max(0, moment - this.now()));
  }

  /** Goes with real time from now on. */
  run(): void {
    this.runsSince ??= performance.now();
  }
}

export const minuteMs = 60_000;
export const dayMs = 24 * 60 * minuteMs;

import { clockSlackMs, type MachineClock } from '../../shared/kernel/clock.ts';
import { jumpToldForMs, type ClockJump } from '../../shared/status/clock-jump.ts';

/** RSV-20: the relay's time goes on evenly whatever its machine's clock is set to, until the relay has prepared for a jump. */
export class SteadyClock implements MachineClock {
  private baseMs: number;
  /** After a small step back, time stands still until the machine's clock is here again. */
  private earliestMs = Number.NEGATIVE_INFINITY;
  private latest: { readonly jump: ClockJump; readonly atMs: number } | undefined;

  constructor(private readonly machine: MachineClock) {
    this.baseMs = baseOf(machine);
  }

  now(): number {
    return Math.max(this.earliestMs, this.baseMs + this.machine.monotonicMs());
  }

  monotonicMs(): number {
    return this.machine.monotonicMs();
  }

  /** How far the machine's clock is from this one. What is less than a minute is taken over and not told. */
  compare(): ClockJump | undefined {
    const [from, to] = [this.now(), this.machine.now()];
    if (Math.abs(to - from) >= clockSlackMs) return { from, to };
    this.baseMs = baseOf(this.machine);
    this.earliestMs = from;
    return undefined;
  }

  /** Takes the jump over. To be called once, when what it would have ended is kept. */
  adopt(jump: ClockJump): void {
    this.baseMs = this.now() + jump.to - jump.from - this.machine.monotonicMs();
    this.earliestMs = Number.NEGATIVE_INFINITY;
    this.latest = { jump, atMs: this.machine.monotonicMs() };
  }

  /** The last jump, for as long as people are told of it. */
  recentJump(): ClockJump | undefined {
    const { latest } = this;
    const isRecent = latest !== undefined && this.monotonicMs() - latest.atMs < jumpToldForMs;
    return isRecent ? latest.jump : undefined;
  }
}

/** The clocks are read one after the other. A process that has to wait in between reads too little, so it tries again. */
function baseOf(machine: MachineClock): number {
  const tries = [1, 2, 3].map(() => machine.now() - machine.monotonicMs());
  return Math.max(...tries);
}

/** A stretch of time, without `afterMs` and with `untilMs`, and by how much what lies in it is moved. */
export interface Move {
  readonly afterMs: number;
  readonly untilMs: number;
  readonly byMs: number;
}

import { randomFrom } from '../../support/random.ts';

/** Numbers that look random and are the same for the same seed. */
export class Random {
  /** From 0 up to, and without, 1. */
  readonly next: () => number;

  constructor(seed: number) {
    this.next = randomFrom(seed);
  }

  /** A whole number; both ends are included. */
  between(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(items: readonly T[]): T {
    const found = items[this.between(0, items.length - 1)];
    if (found === undefined) throw new Error('there is nothing to pick from');
    return found;
  }
}

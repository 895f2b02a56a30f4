import type { Pair } from './mine.ts';

const usesOfChain = 2;

/** Which pairs are taken: half of them conflicting, and clean ones in the place of those that are not found. */
export class Quota {
  readonly #size: number;
  readonly #conflicting: Pair[] = [];
  readonly #clean: Pair[] = [];
  readonly #used = new Map<string, number>();

  constructor(size: number) {
    this.#size = size;
  }

  hasRoom({ conflicting }: Pair): boolean {
    return conflicting
      ? this.#conflicting.length < this.#half
      : this.#clean.length < this.#size - this.#conflicting.length;
  }

  /** One chain of commits must not decide the figures. */
  isFresh(chains: readonly string[]): boolean {
    return chains.every((chain) => (this.#used.get(chain) ?? 0) < usesOfChain);
  }

  take(pair: Pair, chains: readonly string[]): void {
    (pair.conflicting ? this.#conflicting : this.#clean).push(pair);
    for (const chain of chains) this.#used.set(chain, (this.#used.get(chain) ?? 0) + 1);
  }

  isFull(): boolean {
    return this.#conflicting.length >= this.#half && this.#clean.length >= this.#size - this.#half;
  }

  chosen(): Pair[] {
    return [...this.#conflicting, ...this.#clean.slice(0, this.#size - this.#conflicting.length)];
  }

  get #half(): number {
    return Math.floor(this.#size / 2);
  }
}

import type { Side } from './differences.ts';
import { isSameLine, type TextLines } from './text-lines.ts';

/**
 * Moves each run of changed lines of `side` as far down as equal lines allow, and joins it with the runs that it meets;
 * but where the other side has a change that it can stand beside, it stays at the last such place. Of all the places
 * where an added `}` may be shown, git counts this one, so a conflict depends on it.
 */
export function slideChanges(side: Side, other: Side): void {
  const runs = new RunPair(side, other);
  do {
    if (runs.isEmpty) continue;
    runs.settle();
  } while (runs.next());
}

/**
 * A run of changed lines, which may be empty, between two lines that both texts have; and the run of the other text at the
 * same place. Both move at once from one line that they share to the next.
 */
class RunPair {
  readonly #run: Run;
  readonly #beside: Run;
  readonly #lastStart: number;

  constructor(side: Side, other: Side) {
    this.#run = new Run(side);
    this.#beside = new Run(other);
    this.#lastStart = side.end;
  }

  get isEmpty(): boolean {
    return this.#run.isEmpty;
  }

  /** False at the end of what differs. */
  next(): boolean {
    return this.#run.start <= this.#lastStart && this.#run.next() && this.#beside.next();
  }

  settle(): void {
    const { isMoved, isBesideChange } = this.#slideBothWays();
    if (!isMoved || !isBesideChange) return;
    while (this.#beside.isEmpty) this.#slideUp();
  }

  /** Up, then down, again while it grows by what it meets. It ends at the bottom. */
  #slideBothWays(): { readonly isMoved: boolean; readonly isBesideChange: boolean } {
    for (;;) {
      const size = this.#run.size;
      while (this.#slideUp());
      const highest = this.#run.end;
      let isBesideChange = !this.#beside.isEmpty;
      while (this.#slideDown()) isBesideChange ||= !this.#beside.isEmpty;
      if (this.#run.size === size) return { isMoved: this.#run.end !== highest, isBesideChange };
    }
  }

  #slideUp(): boolean {
    return this.#run.slideUp() && this.#beside.previous();
  }

  #slideDown(): boolean {
    return this.#run.slideDown() && this.#beside.next();
  }
}

class Run {
  readonly #text: TextLines;
  readonly #changed: Uint8Array;
  start: number;
  end: number;

  /** Starts where the texts differ first. */
  constructor({ text, changed, start }: Side) {
    this.#text = text;
    this.#changed = changed;
    this.start = start;
    this.end = start;
    this.#extendDown();
  }

  get size(): number {
    return this.end - this.start;
  }

  get isEmpty(): boolean {
    return this.start === this.end;
  }

  next(): boolean {
    if (this.end === this.#text.lines.length) return false;
    this.start = this.end + 1;
    this.end = this.start;
    this.#extendDown();
    return true;
  }

  previous(): boolean {
    if (this.start === 0) return false;
    this.end = this.start - 1;
    this.start = this.end;
    this.#extendUp();
    return true;
  }

  slideDown(): boolean {
    if (this.end === this.#text.lines.length) return false;
    if (!isSameLine(this.#text, this.start, this.#text, this.end)) return false;
    this.#changed[this.start++] = 0;
    this.#changed[this.end++] = 1;
    this.#extendDown();
    return true;
  }

  slideUp(): boolean {
    if (this.start === 0) return false;
    if (!isSameLine(this.#text, this.start - 1, this.#text, this.end - 1)) return false;
    this.#changed[--this.start] = 1;
    this.#changed[--this.end] = 0;
    this.#extendUp();
    return true;
  }

  #extendDown(): void {
    while (this.#changed[this.end]) this.end++;
  }

  #extendUp(): void {
    while (this.start > 0 && this.#changed[this.start - 1]) this.start--;
  }
}

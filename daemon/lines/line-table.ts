import type { TextLines } from './text-lines.ts';

/** Numbers the different lines of two texts, and counts how often each stands in them. */
export class LineTable {
  /** How often the line with this id stands in the first text, and in the second. */
  readonly before: Int32Array;
  readonly after: Int32Array;
  /** A hash table: ids plus one, so that 0 is free. */
  readonly #slots: Int32Array;
  readonly #texts: TextLines[] = [];
  readonly #places: Int32Array;

  /** @param most no more lines than this are added */
  constructor(most: number) {
    this.before = new Int32Array(most);
    this.after = new Int32Array(most);
    this.#places = new Int32Array(most);
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(most * 2 + 1)));
  }

  /** The id of a line, new or known. */
  add(text: TextLines, at: number): number {
    const slot = this.#slotOf(text, at);
    const known = this.#slots[slot] ?? 0;
    if (known > 0) return known - 1;
    this.#places[this.#texts.length] = at;
    this.#slots[slot] = this.#texts.push(text);
    return this.#texts.length - 1;
  }

  /** The id of a line, or -1. */
  find(text: TextLines, at: number): number {
    return (this.#slots[this.#slotOf(text, at)] ?? 0) - 1;
  }

  #slotOf(text: TextLines, at: number): number {
    const mask = this.#slots.length - 1;
    const [hash, line] = [text.hashes[at] ?? 0, text.lines[at]];
    let slot = Math.imul(hash, 0x9e3779b1) >>> 7;
    for (;;) {
      slot &= mask;
      const id = (this.#slots[slot] ?? 0) - 1;
      if (id === -1) return slot;
      const [other, place] = [this.#texts[id], this.#places[id] ?? 0];
      if (other?.hashes[place] === hash && other.lines[place] === line) return slot;
      slot++;
    }
  }
}

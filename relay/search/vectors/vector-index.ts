import type { Quantiser } from './quantiser.ts';

const firstCapacity = 256;

/** What the index has of a passage besides its code. */
export interface Label {
  readonly kind: string;
  readonly state: string;
  /** How many words it has. */
  readonly length: number;
}

/**
 * The passages of one workspace in memory, by their number (1, 2, ...): what they are filtered by, and their vectors as codes of
 * two bits a coordinate (see `Quantiser`). The number of a deleted passage is used again.
 */
export class VectorIndex {
  private capacity = firstCapacity;
  private readonly labels = new Map<string, number>();
  private free: number[] = [];
  /** One more than the greatest number that is used. */
  end = 1;
  /** By number: 0 for no passage, else the label, which stands for a pair of kind and state. */
  labelOf = new Uint16Array(firstCapacity);
  lengthOf = new Uint16Array(firstCapacity);
  private isEmbedded = new Uint8Array(firstCapacity);
  /** The two planes of the codes, each by number. */
  signs: Int32Array<ArrayBuffer>;
  sizes: Uint8Array<ArrayBuffer>;
  count = 0;
  /** Words that are in too many passages to help a search. */
  readonly commonWords = new Set<string>();
  private words = 0;
  /** The last answer of `embedded`, until anything changes: searches in a row mostly have the same filter. */
  private found: { readonly allowed: Uint8Array; readonly numbers: Uint32Array } | undefined;

  constructor(readonly quantiser: Quantiser) {
    const { planeBytes } = quantiser;
    this.signs = new Int32Array((planeBytes / 4) * firstCapacity);
    this.sizes = new Uint8Array(planeBytes * firstCapacity);
  }

  /** To be called once after the index was filled from disk, so that unused numbers below `end` are given out. */
  findGaps(): void {
    this.free = [];
    for (let number = this.end - 1; number > 0; number -= 1) {
      if (this.labelOf[number] === 0) this.free.push(number);
    }
  }

  nextNumber(): number {
    return this.free.pop() ?? this.end;
  }

  /** Adds or replaces a passage, without its vector. */
  set(number: number, { kind, state, length }: Label): void {
    this.growTo(number + 1);
    this.forget(number);
    this.labelOf[number] = this.label(kind, state);
    this.lengthOf[number] = Math.min(length, 0xffff);
    this.end = Math.max(this.end, number + 1);
    this.count += 1;
    this.words += this.lengthOf[number] ?? 0;
  }

  /** Changes what a passage is filtered by; its vector stays. */
  relabel(number: number, { kind, state }: Omit<Label, 'length'>): void {
    this.found = undefined;
    this.labelOf[number] = this.label(kind, state);
  }

  setVector(number: number, code: Uint8Array): void {
    const { planeBytes } = this.quantiser;
    const signs = new Uint8Array(this.signs.buffer);
    signs.set(code.subarray(0, planeBytes), number * planeBytes);
    this.sizes.set(code.subarray(planeBytes), number * planeBytes);
    this.isEmbedded[number] = 1;
    this.found = undefined;
  }

  delete(number: number): void {
    if (this.labelOf[number] === 0) return;
    this.forget(number);
    this.free.push(number);
    this.commonWords.clear();
  }

  /** By label: 1 when passages with it pass the filter. */
  allowed(kinds: readonly string[], states: readonly string[] | undefined): Uint8Array {
    const allowed = new Uint8Array(this.labels.size + 1);
    for (const [key, label] of this.labels) {
      const [kind = '', state = ''] = key.split('\n');
      const isAllowed = kinds.includes(kind) && (states === undefined || states.includes(state));
      allowed[label] = isAllowed ? 1 : 0;
    }
    return allowed;
  }

  /** The numbers of the passages with a vector that pass the filter. */
  embedded(allowed: Uint8Array): Uint32Array {
    if (this.found?.allowed.join() === allowed.join()) return this.found.numbers;
    const numbers = new Uint32Array(this.end);
    let count = 0;
    for (let number = 1; number < this.end; number += 1) {
      if (this.isEmbedded[number] === 1 && allowed[this.labelOf[number] ?? 0] === 1)
        numbers[count++] = number;
    }
    this.found = { allowed, numbers: numbers.subarray(0, count) };
    return this.found.numbers;
  }

  get meanLength(): number {
    return this.words / Math.max(1, this.count);
  }

  private label(kind: string, state: string): number {
    const key = `${kind}\n${state}`;
    const label = this.labels.get(key) ?? this.labels.size + 1;
    this.labels.set(key, label);
    return label;
  }

  private forget(number: number): void {
    if (this.labelOf[number] === 0) return;
    this.found = undefined;
    this.words -= this.lengthOf[number] ?? 0;
    this.count -= 1;
    this.labelOf[number] = 0;
    this.isEmbedded[number] = 0;
  }

  private growTo(needed: number): void {
    if (needed <= this.capacity) return;
    this.capacity = Math.max(needed, Math.ceil(this.capacity * 1.5));
    const { capacity } = this;
    const { planeBytes } = this.quantiser;
    this.labelOf = grown(this.labelOf, new Uint16Array(capacity));
    this.lengthOf = grown(this.lengthOf, new Uint16Array(capacity));
    this.isEmbedded = grown(this.isEmbedded, new Uint8Array(capacity));
    this.signs = grown(this.signs, new Int32Array((planeBytes / 4) * capacity));
    this.sizes = grown(this.sizes, new Uint8Array(planeBytes * capacity));
  }
}

function grown<T extends { set(from: T): void }>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** From where a coordinate counts as large, and the values that small and large ones decode to, in standard deviations. */
const largeFrom = 0.9816;
const smallValue = 0.4528;
const largeValue = 1.51;

/** Twelve words of 32 bits; `nearest.ts` compares three at a time. */
const blockBits = 384;
const rounds = 2;

/**
 * Encodes a unit vector in two bits a coordinate: its sign, and whether it is large. The vector is rotated first. A rotation
 * keeps all angles and spreads the information over all coordinates; without it, vectors with many zeros, or without
 * negative numbers, would have nearly equal codes.
 */
export class Quantiser {
  /** Coordinates after the rotation: the dimensions, filled up to a multiple of 384. */
  readonly width: number;
  private readonly block: number;
  private readonly flips: readonly Float32Array[];

  constructor(dimensions: number) {
    this.width = Math.ceil(dimensions / blockBits) * blockBits;
    this.block = this.width & -this.width;
    this.flips = Array.from({ length: rounds }, (_, round) => signsOf(this.width, round + 1));
  }

  /** How many bytes one of the two planes (signs, sizes) takes. */
  get planeBytes(): number {
    return this.width / 8;
  }

  /** The signs, then the sizes; bit `i % 8` of byte `i / 8` belongs to coordinate `i`. */
  encode(vector: Float32Array): Uint8Array {
    const turned = this.rotate(vector);
    const large = largeFrom / Math.sqrt(this.width);
    const code = new Uint8Array(2 * this.planeBytes);
    for (let i = 0; i < this.width; i += 1) {
      const value = turned[i] ?? 0;
      const bit = 1 << (i & 7);
      if (value > 0) code[i >> 3] = (code[i >> 3] ?? 0) | bit;
      const at = this.planeBytes + (i >> 3);
      if (Math.abs(value) > large) code[at] = (code[at] ?? 0) | bit;
    }
    return code;
  }

  /**
   * A table to look up the product of `vector` with any code, four coordinates at a time: the entry at
   * `256 * h + 16 * signs + sizes` is what the four coordinates from `4 * h` on add to the product. Whole numbers, since those
   * are faster. No product is greater than `most`.
   */
  productTable(vector: Float32Array): { table: Int16Array; most: number } {
    const turned = this.rotate(vector);
    const greatest = turned.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9);
    const scale = 0x7fff / (4 * largeValue * greatest);
    const table = new Int16Array(64 * this.width);
    for (let half = 0; half < this.width / 4; half += 1) {
      const entries = table.subarray(256 * half, 256 * half + 256);
      fillTable(entries, turned.subarray(4 * half, 4 * half + 4), scale);
    }
    const lengths = turned.reduce((sum, value) => sum + Math.abs(value), 0);
    return { table, most: lengths * largeValue * scale + this.width };
  }

  private rotate(vector: Float32Array): Float32Array {
    let values = new Float32Array(this.width);
    values.set(vector);
    for (const flips of this.flips) {
      for (let i = 0; i < this.width; i += 1) values[i] = (values[i] ?? 0) * (flips[i] ?? 0);
      for (let from = 0; from < this.width; from += this.block) {
        hadamard(values.subarray(from, from + this.block));
      }
      values = this.shuffle(values);
    }
    return values;
  }

  /** Distributes the coordinates of each block over all blocks. */
  private shuffle(values: Float32Array): Float32Array<ArrayBuffer> {
    const blocks = this.width / this.block;
    const dealt = new Float32Array(this.width);
    for (let i = 0; i < this.width; i += 1) {
      dealt[(i % blocks) * this.block + Math.floor(i / blocks)] = values[i] ?? 0;
    }
    return dealt;
  }
}

/** Fills in the sums for four coordinates. Each coordinate has four codes, so with each the known sums become four times as many. */
function fillTable(table: Int16Array, coordinates: Float32Array, scale: number): void {
  let start = 0;
  for (const value of coordinates) start -= smallValue * value * scale;
  table[0] = start;
  const known = [0];
  for (let i = 0; i < 4; i += 1) {
    const value = (coordinates[i] as number) * scale;
    const steps: readonly [number, number][] = [
      [16 << i, 2 * smallValue * value],
      [1 << i, (smallValue - largeValue) * value],
      [17 << i, (smallValue + largeValue) * value],
    ];
    const before = known.length;
    for (const [bits, step] of steps) {
      for (let at = 0; at < before; at += 1) {
        const code = known[at] as number;
        table[code | bits] = (table[code] as number) + step;
        known.push(code | bits);
      }
    }
  }
}

/** The fast Walsh-Hadamard transform, in place, scaled so that it keeps lengths. */
function hadamard(values: Float32Array): void {
  for (let step = 1; step < values.length; step *= 2) {
    for (let i = 0; i < values.length; i += 1) {
      if (i & step) continue;
      const a = values[i] ?? 0;
      const b = values[i + step] ?? 0;
      values[i] = a + b;
      values[i + step] = a - b;
    }
  }
  const scale = 1 / Math.sqrt(values.length);
  for (let i = 0; i < values.length; i += 1) values[i] = (values[i] ?? 0) * scale;
}

/** Pseudo-random signs. Always the same ones, since codes are stored on disk. */
function signsOf(length: number, seed: number): Float32Array {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  return Float32Array.from({ length }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state & 0x10000 ? 1 : -1;
  });
}

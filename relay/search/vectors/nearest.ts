import type { VectorIndex } from './vector-index.ts';

export interface NearestOptions {
  /** By label of the index: 1 for those that may be found. */
  readonly allowed: Uint8Array;
  /** How many numbers to answer at least; the caller compares these exactly. */
  readonly keep: number;
}

/** The signs are a rough measure, so at least this many, and this share, are compared by their whole codes. */
const minAfterSigns = 2_500;
const shareAfterSigns = 0.025;
const bins = 1_024;

/**
 * The numbers of the passages that are probably nearest to a unit vector, in no order. Compares the signs of all passages,
 * then the whole codes (two bits a coordinate) of those that are left.
 */
export function nearestCandidates(
  index: VectorIndex,
  question: Float32Array,
  { allowed, keep }: NearestOptions,
): Uint32Array {
  const eligible = index.embedded(allowed);
  if (eligible.length <= keep) return eligible;
  const enough = Math.max(minAfterSigns, Math.ceil(eligible.length * shareAfterSigns));
  const similar =
    eligible.length <= enough ? eligible : bySigns(index, question, { eligible, keep: enough });
  return byProduct(index, question, { eligible: similar, keep });
}

interface Round {
  readonly eligible: Uint32Array;
  readonly keep: number;
}

/** By how many signs differ. */
function bySigns(
  { signs, quantiser }: VectorIndex,
  question: Float32Array,
  { eligible, keep }: Round,
): Uint32Array {
  const wanted = new Int32Array(quantiser.encode(question).slice(0, quantiser.planeBytes).buffer);
  const places = differingBits(signs, { numbers: eligible, wanted });
  return nearestOf(eligible, { places, end: quantiser.width + 1, keep });
}

/**
 * For each number how many of its signs are not the wanted ones: a population count of the XOR. A search spends most of its time
 * here, so it takes three words at a time (a plane has a multiple of three) and adds up their bits together.
 */
function differingBits(
  signs: Int32Array,
  { numbers, wanted }: { numbers: Uint32Array; wanted: Int32Array },
): Uint16Array {
  const counts = new Uint16Array(numbers.length);
  const { length } = wanted;
  for (let i = 0; i < numbers.length; i += 1) {
    const from = (numbers[i] as number) * length;
    let bits = 0;
    for (let word = 0; word < length; word += 3) {
      const at = from + word;
      const fours =
        bitsByFour((signs[at] as number) ^ (wanted[word] as number)) +
        bitsByFour((signs[at + 1] as number) ^ (wanted[word + 1] as number)) +
        bitsByFour((signs[at + 2] as number) ^ (wanted[word + 2] as number));
      const bytes = (fours & 0x0f0f0f0f) + ((fours >>> 4) & 0x0f0f0f0f);
      bits += Math.imul(bytes, 0x01010101) >>> 24;
    }
    counts[i] = bits;
  }
  return counts;
}

/** For each four bits of a word how many of them are set, in the place of these four. */
function bitsByFour(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  return ((pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)) | 0;
}

/** By the products of the question and what the codes decode to. */
function byProduct(
  index: VectorIndex,
  question: Float32Array,
  { eligible, keep }: Round,
): Uint32Array {
  const { signs, sizes, quantiser } = index;
  const { table, most } = quantiser.productTable(question);
  const signBytes = new Uint8Array(signs.buffer);
  const { planeBytes } = quantiser;
  const scale = (bins - 1) / (2 * most);
  const places = new Uint16Array(eligible.length);
  for (let i = 0; i < eligible.length; i += 1) {
    const at = (eligible[i] as number) * planeBytes;
    let score = 0;
    let entry = 0;
    for (let byte = at; byte < at + planeBytes; byte += 1, entry += 512) {
      const sign = signBytes[byte] as number;
      const size = sizes[byte] as number;
      score += table[entry + (((sign & 15) << 4) | (size & 15))] as number;
      score += table[entry + 256 + ((sign & 240) | (size >> 4))] as number;
    }
    places[i] = Math.floor((most - score) * scale);
  }
  return nearestOf(eligible, { places, end: bins, keep });
}

/** The numbers with the smallest places: at least `keep`, and all that share the last place. */
function nearestOf(
  eligible: Uint32Array,
  { places, end, keep }: { places: Uint16Array; end: number; keep: number },
): Uint32Array {
  const histogram = new Uint32Array(end);
  for (let i = 0; i < places.length; i += 1) {
    const place = places[i] as number;
    histogram[place] = (histogram[place] as number) + 1;
  }
  const { farthest, size } = cutOf(histogram, keep);
  const numbers = new Uint32Array(size);
  let count = 0;
  for (let i = 0; i < places.length; i += 1) {
    if ((places[i] as number) <= farthest) numbers[count++] = eligible[i] as number;
  }
  return numbers;
}

/** The smallest place up to which a histogram counts at least `keep`, and how many that are. */
function cutOf(histogram: Uint32Array, keep: number): { farthest: number; size: number } {
  let size = 0;
  for (let place = 0; place < histogram.length; place += 1) {
    size += histogram[place] ?? 0;
    if (size >= keep) return { farthest: place, size };
  }
  return { farthest: histogram.length, size };
}

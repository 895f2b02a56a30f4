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
/** After the first half of the signs, so many times more are kept than after both. */
const keptByHalf = 5;

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

/** The first half of the signs rules out most passages, so the other half is compared for few. */
function bySigns(
  { signs: [first, second], quantiser }: VectorIndex,
  question: Float32Array,
  { eligible, keep }: Round,
): Uint32Array {
  const wanted = new Int32Array(quantiser.encode(question).slice(0, quantiser.planeBytes).buffer);
  const half = wanted.length / 2;
  const [wantedFirst, wantedSecond] = [wanted.subarray(0, half), wanted.subarray(half)];
  const end = quantiser.width + 1;
  const rough = new Uint16Array(eligible.length);
  addDifferingBits(rough, { signs: first, numbers: eligible, wanted: wantedFirst });
  const likely = nearestOf(eligible, { places: rough, end, keep: keep * keptByHalf });
  const places = new Uint16Array(likely.length);
  addDifferingBits(places, { signs: first, numbers: likely, wanted: wantedFirst });
  addDifferingBits(places, { signs: second, numbers: likely, wanted: wantedSecond });
  return nearestOf(likely, { places, end, keep });
}

interface Comparison {
  /** A half of the signs of all passages, by number. */
  readonly signs: Int32Array;
  readonly numbers: Uint32Array;
  /** The same half of the question's. */
  readonly wanted: Int32Array;
}

/**
 * Adds to each distance the number of signs of a half that differ: a population count of the XOR. It takes six words at a time
 * (a half has a multiple of six), so that their partial sums of bits are added up together. One loop without calls, since
 * a search spends most of its time here.
 */
function addDifferingBits(distances: Uint16Array, { signs, numbers, wanted }: Comparison): void {
  const { length } = wanted;
  for (let word = 0; word < length; word += 6) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = wanted.subarray(word, word + 6);
    for (let i = 0; i < numbers.length; i += 1) {
      const at = (numbers[i] as number) * length + word;
      let bits = 0;
      let fours = 0;
      let bytes = 0;
      bits = (signs[at] as number) ^ a;
      bits = (bits - ((bits >>> 1) & 0x55555555)) | 0;
      fours = ((bits & 0x33333333) + ((bits >>> 2) & 0x33333333)) | 0;
      bits = (signs[at + 1] as number) ^ b;
      bits = (bits - ((bits >>> 1) & 0x55555555)) | 0;
      fours = (fours + (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)) | 0;
      bits = (signs[at + 2] as number) ^ c;
      bits = (bits - ((bits >>> 1) & 0x55555555)) | 0;
      fours = (fours + (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)) | 0;
      bytes = (bytes + (fours & 0x0f0f0f0f) + ((fours >>> 4) & 0x0f0f0f0f)) | 0;
      bits = (signs[at + 3] as number) ^ d;
      bits = (bits - ((bits >>> 1) & 0x55555555)) | 0;
      fours = ((bits & 0x33333333) + ((bits >>> 2) & 0x33333333)) | 0;
      bits = (signs[at + 4] as number) ^ e;
      bits = (bits - ((bits >>> 1) & 0x55555555)) | 0;
      fours = (fours + (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)) | 0;
      bits = (signs[at + 5] as number) ^ f;
      bits = (bits - ((bits >>> 1) & 0x55555555)) | 0;
      fours = (fours + (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)) | 0;
      bytes = (bytes + (fours & 0x0f0f0f0f) + ((fours >>> 4) & 0x0f0f0f0f)) | 0;
      distances[i] = (distances[i] as number) + (Math.imul(bytes, 0x01010101) >>> 24);
    }
  }
}

function byProduct(
  index: VectorIndex,
  question: Float32Array,
  { eligible, keep }: Round,
): Uint32Array {
  const { signs, sizes, quantiser } = index;
  const { table, most } = quantiser.productTable(question);
  const [first, second] = signs.map(({ buffer }) => new Uint8Array(buffer)) as [
    Uint8Array,
    Uint8Array,
  ];
  const half = quantiser.planeBytes / 2;
  const scale = (bins - 1) / (2 * most);
  const places = new Uint16Array(eligible.length);
  for (let i = 0; i < eligible.length; i += 1) {
    const at = (eligible[i] as number) * half;
    let score = 0;
    let entry = 0;
    for (let byte = 0; byte < half; byte += 1, entry += 512) {
      const sign = first[at + byte] as number;
      const size = sizes[2 * at + byte] as number;
      score += table[entry + (((sign & 15) << 4) | (size & 15))] as number;
      score += table[entry + 256 + ((sign & 240) | (size >> 4))] as number;
    }
    for (let byte = 0; byte < half; byte += 1, entry += 512) {
      const sign = second[at + byte] as number;
      const size = sizes[2 * at + half + byte] as number;
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

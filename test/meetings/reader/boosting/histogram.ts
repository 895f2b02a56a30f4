import type { Bins } from './bins.ts';

/** How much each row misses what it is, and how fast that changes with its odds. */
export interface Slopes {
  readonly slope: Float64Array;
  readonly curve: Float64Array;
}

/** For each step of each signal: the sums of the rows that are in it. */
export interface Histogram {
  readonly slope: Float64Array;
  readonly curve: Float64Array;
  readonly count: Int32Array;
}

export interface Sums {
  slope: number;
  curve: number;
  count: number;
}

/** Counts the entries of the rows; what stands at 0 is the rest of the rows. */
export function histogramOf(
  { entries, begins, offsets, zeros }: Bins,
  rows: Int32Array,
  { slope, curve }: Slopes,
  total: Sums,
): Histogram {
  const size = offsets.at(-1) ?? 0;
  const found = {
    slope: new Float64Array(size),
    curve: new Float64Array(size),
    count: new Int32Array(size),
  };
  for (const row of rows) {
    const [down = 0, bent = 0] = [slope[row], curve[row]];
    const to = begins[row + 1] ?? 0;
    for (let at = begins[row] ?? 0; at < to; at += 1) {
      const step = entries[at] ?? 0;
      found.slope[step]! += down;
      found.curve[step]! += bent;
      found.count[step]! += 1;
    }
  }
  for (let signal = 0; signal < zeros.length; signal += 1) {
    const [from = 0, to = 0] = [offsets[signal], offsets[signal + 1]];
    const rest = { ...total };
    for (let step = from; step < to; step += 1) take(rest, found, step);
    const zero = from + (zeros[signal] ?? 0);
    found.slope[zero] = rest.slope;
    found.curve[zero] = rest.curve;
    found.count[zero] = rest.count;
  }
  return found;
}

function take(rest: Sums, { slope, curve, count }: Histogram, step: number): void {
  rest.slope -= slope[step] ?? 0;
  rest.curve -= curve[step] ?? 0;
  rest.count -= count[step] ?? 0;
}

/** The histogram of the rows that are in the whole and not in the part. */
export function without(whole: Histogram, part: Histogram): Histogram {
  return {
    slope: whole.slope.map((value, at) => value - (part.slope[at] ?? 0)),
    curve: whole.curve.map((value, at) => value - (part.curve[at] ?? 0)),
    count: whole.count.map((value, at) => value - (part.count[at] ?? 0)),
  };
}

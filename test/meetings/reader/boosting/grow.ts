import type { Tree } from '../../../../relay/meetings/reader/trees.ts';
import type { Bins } from './bins.ts';
import { histogramOf, without, type Histogram, type Slopes, type Sums } from './histogram.ts';

export interface Growth {
  readonly leaves: number;
  /** Rows that a leaf has at least. */
  readonly leastRows: number;
  /** How strongly the value of a leaf is drawn to 0. */
  readonly restraint: number;
  /** Which share of its value a leaf adds. */
  readonly rate: number;
}

/** Less is nothing but what rounding leaves. */
const leastGain = 1e-6;

interface Split {
  readonly gain: number;
  readonly signal: number;
  /** The last step of the low side. */
  readonly step: number;
}

/** A place of the tree that may still be split. */
interface Leaf {
  readonly rows: Int32Array;
  readonly sums: Sums;
  readonly histogram: Histogram;
  readonly split: Split | undefined;
  /** Puts what it becomes in its place. */
  readonly place: (tree: Tree) => void;
}

/** Splits the leaf that gains most, again and again. Adds to `odds` of each row what its leaf says. */
export function grow(bins: Bins, slopes: Slopes, odds: Float64Array, growth: Growth): Tree {
  const rows = Int32Array.from(odds.keys());
  let root: Tree = 0;
  const sums = sumsOf(rows, slopes);
  const leaves: Leaf[] = [
    leafOf(bins, growth, {
      rows,
      sums,
      histogram: histogramOf(bins, rows, slopes, sums),
      place: (tree) => (root = tree),
    }),
  ];
  while (leaves.length < growth.leaves) {
    const best = leaves.reduce((one, other) => (gainOf(other) > gainOf(one) ? other : one));
    if (best.split === undefined) break;
    leaves.splice(
      leaves.indexOf(best),
      1,
      ...halves(bins, { leaf: best, split: best.split, slopes, growth }),
    );
  }
  for (const leaf of leaves) settle(leaf, odds, growth);
  return root;
}

function gainOf({ split }: Leaf): number {
  return split?.gain ?? 0;
}

function settle(
  { rows, sums, place }: Leaf,
  odds: Float64Array,
  { rate, restraint }: Growth,
): void {
  const value = round((-rate * sums.slope) / (sums.curve + restraint));
  for (const row of rows) odds[row]! += value;
  place(value);
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

function halves(
  bins: Bins,
  { leaf, split, slopes, growth }: { leaf: Leaf; split: Split; slopes: Slopes; growth: Growth },
): [Leaf, Leaf] {
  const column = bins.columns[split.signal] ?? new Uint8Array();
  const isLow = (row: number) => (column[row] ?? 0) <= split.step;
  const [low, high] = [leaf.rows.filter(isLow), leaf.rows.filter((row) => !isLow(row))];
  const [lowSums, highSums] = [sumsOf(low, slopes), sumsOf(high, slopes)];
  // Only the smaller side is counted; the other one is the rest.
  const isLowLess = low.length <= high.length;
  const less = isLowLess
    ? histogramOf(bins, low, slopes, lowSums)
    : histogramOf(bins, high, slopes, highSums);
  const more = without(leaf.histogram, less);
  const [lowHistogram, highHistogram] = isLowLess ? [less, more] : [more, less];
  const tree: [number, number, Tree, Tree] = [
    split.signal,
    bins.cuts[split.signal]?.[split.step] ?? 0,
    0,
    0,
  ];
  leaf.place(tree);
  const half = (rows: Int32Array, sums: Sums, histogram: Histogram, place: Leaf['place']) =>
    leafOf(bins, growth, { rows, sums, histogram, place });
  return [
    half(low, lowSums, lowHistogram, (child) => (tree[2] = child)),
    half(high, highSums, highHistogram, (child) => (tree[3] = child)),
  ];
}

function leafOf(bins: Bins, growth: Growth, leaf: Omit<Leaf, 'split'>): Leaf {
  return { ...leaf, split: bestSplit(bins, leaf, growth) };
}

function bestSplit(
  { offsets, zeros }: Bins,
  { sums, histogram }: Omit<Leaf, 'split'>,
  { leastRows, restraint }: Growth,
): Split | undefined {
  if (sums.count < 2 * leastRows) return undefined;
  const { slope, curve, count } = histogram;
  const worth = (down: number, bent: number) => (down * down) / (bent + restraint);
  const whole = worth(sums.slope, sums.curve);
  let best: Split | undefined;
  for (let signal = 0; signal < zeros.length; signal += 1) {
    const low = { slope: 0, curve: 0, count: 0 };
    const [from = 0, to = 0] = [offsets[signal], offsets[signal + 1]];
    for (let step = from; step < to - 1; step += 1) {
      low.slope += slope[step] ?? 0;
      low.curve += curve[step] ?? 0;
      low.count += count[step] ?? 0;
      if (low.count < leastRows) continue;
      if (sums.count - low.count < leastRows) break;
      const gain =
        worth(low.slope, low.curve) + worth(sums.slope - low.slope, sums.curve - low.curve) - whole;
      if (gain > (best?.gain ?? leastGain)) best = { gain, signal, step: step - from };
    }
  }
  return best;
}

function sumsOf(rows: Int32Array, { slope, curve }: Slopes): Sums {
  const sums = { slope: 0, curve: 0, count: rows.length };
  for (const row of rows) {
    sums.slope += slope[row] ?? 0;
    sums.curve += curve[row] ?? 0;
  }
  return sums;
}

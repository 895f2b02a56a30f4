import type { Signals } from './signals/values.ts';

/** What it adds to the logarithm of the odds; or a signal by its place, the value above which `high` counts, and both sides. */
export type Tree = number | readonly [signal: number, above: number, low: Tree, high: Tree];

/** Decision trees, each of which adds a little to the logarithm of the odds: gradient boosting. */
export interface Trees {
  readonly bias: number;
  /** The signals that the trees ask for. */
  readonly signals: readonly string[];
  readonly trees: readonly Tree[];
}

/** As they stand in a file: each tree is one text, which is JSON. */
export type WrittenTrees = Omit<Trees, 'trees'> & { readonly trees: readonly string[] };

export function treesIn({ trees, ...others }: WrittenTrees): Trees {
  return { ...others, trees: trees.map((one) => JSON.parse(one) as Tree) };
}

/** How likely something is by what is known of it, 0 to 1; what is not known of it is 0. */
export function likelyBy({ bias, signals, trees }: Trees, known: Signals): number {
  const values = Float64Array.from(signals, (name) => known[name] ?? 0);
  const odds = trees.reduce<number>((sum, tree) => sum + leafOf(tree, values), bias);
  return 1 / (1 + Math.exp(-odds));
}

function leafOf(tree: Tree, values: Float64Array): number {
  let at = tree;
  while (typeof at !== 'number') {
    const [signal, above, low, high] = at;
    at = (values[signal] ?? 0) > above ? high : low;
  }
  return at;
}

/** Words as numbers: two are the same word when their numbers are. */
export interface Allowed {
  /** How many words may be left out, put in or replaced. */
  readonly differing: number;
  readonly mayDiffer: (word: number) => boolean;
}

/** More than any number of words that may differ. */
const never = 10_000;

/**
 * Where in `words` the wanted ones stand in their order, from the first to the last of them, with at most so many words
 * differing; undefined when they do not. It takes as many steps as both lengths multiplied.
 */
export function alike(
  wanted: readonly number[],
  words: readonly number[],
  { differing, mayDiffer }: Allowed,
): { readonly from: number; readonly to: number } | undefined {
  const costOf = (word: number) => (mayDiffer(word) ? 1 : never);
  const costs = words.map(costOf);
  // For each word of the text: what it costs to have all wanted words so far end there, and where they began.
  let { cost, from } = beginnings(wanted[0], words, costs);
  for (const key of wanted.slice(1)) {
    const [nextCost, nextFrom] = [new Int32Array(words.length), new Int32Array(words.length)];
    const own = costOf(key);
    for (const [at, word] of words.entries()) {
      const replaced = word === key ? 0 : Math.max(own, costs[at] ?? never);
      const taken = (at === 0 ? never : (cost[at - 1] ?? never)) + replaced;
      const leftOut = (cost[at] ?? never) + own;
      const putIn = at === 0 ? never : (nextCost[at - 1] ?? never) + (costs[at] ?? never);
      const best = Math.min(taken, leftOut, putIn);
      nextCost[at] = Math.min(best, never);
      nextFrom[at] =
        (best === leftOut ? from[at] : (best === taken ? from : nextFrom)[at - 1]) ?? 0;
    }
    [cost, from] = [nextCost, nextFrom];
  }
  const last = wanted.at(-1);
  const ends = [...words.keys()].filter(
    (at) => words[at] === last && (cost[at] ?? never) <= differing,
  );
  const [to] = ends.toSorted((one, other) => (cost[one] ?? 0) - (cost[other] ?? 0));
  return to === undefined ? undefined : { from: from[to] ?? to, to };
}

/** The same of the first wanted word alone. */
function beginnings(first: number | undefined, words: readonly number[], costs: readonly number[]) {
  const [cost, from] = [new Int32Array(words.length).fill(never), new Int32Array(words.length)];
  for (const [at, word] of words.entries()) {
    const putIn = (cost[at - 1] ?? never) + (costs[at] ?? never);
    cost[at] = word === first ? 0 : Math.min(putIn, never);
    from[at] = word === first ? at : (from[at - 1] ?? 0);
  }
  return { cost, from };
}

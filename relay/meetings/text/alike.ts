/** Words as numbers: two are the same word when their numbers are. */
interface Allowed {
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

const alone = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}`;
/** Scripts without spaces are compared letter by letter. */
const wordPattern = new RegExp(
  `[${alone}]|[[\\p{L}\\p{M}\\p{N}]--[${alone}]]+(?:['’][\\p{L}\\p{M}]+)*`,
  'gv',
);

const behind = { ll: 'will', re: 'are', ve: 'have', m: 'am' } as const;
const contracted = /^(.+)'(ll|re|ve|m)$/;
const denied =
  /^(do|does|did|is|are|was|were|could|would|should|must|has|have|had|need|wo|ca|can)n'?t$/;
const stems: Readonly<Record<string, string>> = { wo: 'will', ca: 'can' };

/** The words of a text, without its marks. */
export function wordsIn(text: string): IterableIterator<RegExpExecArray> {
  return text.matchAll(wordPattern);
}

/** What a word is compared by: in small letters, and "don't" as "do" and "not", for whoever quotes may write either. */
export function keysOf(word: string): readonly string[] {
  const plain = word.normalize('NFKC').toLowerCase().replaceAll('’', "'");
  if (plain === 'cannot') return ['can', 'not'];
  const stem = denied.exec(plain)?.[1];
  if (stem !== undefined) return [stems[stem] ?? stem, 'not'];
  const [, before, short] = contracted.exec(plain) ?? [];
  if (before !== undefined) return [before, behind[short as keyof typeof behind]];
  return [plain.replaceAll("'", '')];
}

const decisive =
  /\d|^(?:not?|never|none|nobody|nothing|neither|nor|without|unless|except|nicht|kein\w{0,2}|pas|jamais|nunca|niet|geen)$/;

/** Whether a word says the opposite, or an amount: it is never one that may differ. */
export function isDecisive(key: string): boolean {
  return decisive.test(key);
}

import type { Lexicon } from './lexicon/contents.ts';
import type { Token } from './tokens/tokens.ts';

/** A word that the lexicon has only from example sentences is known in part. */
const byUsage = 0.5;

/** How well the lexicon knows each word that says what a text is about: 1 for a word with meanings, 0 for one it does not have. */
export function knownWordsOf(
  tokens: readonly Token[],
  { words, usage }: Lexicon,
): ReadonlyMap<string, number> {
  const shareOf = (stem: string): number => {
    if (words.has(stem)) return 1;
    return usage.has(stem) ? byUsage : 0;
  };
  const telling = tokens.filter(({ stop }) => !stop);
  return new Map(telling.map(({ word, stem }) => [word, shareOf(stem)]));
}

import { lightWords } from './lexicon.ts';
import type { Word } from './tagger.ts';

const tags = new Set(['NOUN', 'PROPN', 'VERB', 'ADJ', 'NUM', 'X']);

/** The words of a sentence by which its matter is known again, in their dictionary form. */
export function contentOf(words: readonly Word[]): ReadonlySet<string> {
  return new Set(
    words
      .filter(
        ({ tag, lemma, lower }) =>
          tags.has(tag) && !lightWords.has(lemma) && !lightWords.has(lower),
      )
      .map(({ lemma }) => lemma)
      .filter((lemma) => /[\p{L}\p{N}]/u.test(lemma)),
  );
}

/** How much of the smaller of two sets is in the other, 0 to 1. */
export function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const least = Math.min(one.size, other.size);
  return least === 0 ? 0 : common(one, other) / least;
}

export function common(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let count = 0;
  for (const word of one) if (other.has(word)) count += 1;
  return count;
}

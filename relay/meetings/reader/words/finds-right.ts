import * as plain from './plain-lexicon.ts';
import type { Word } from './tagger.ts';

/** "Friday works." */
export function findsRight(words: readonly Word[]): boolean {
  return plain.suits.in(words, 1, words.length)?.end === words.length;
}

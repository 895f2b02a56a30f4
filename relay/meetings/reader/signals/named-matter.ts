import * as withdrawn from '../words/withdrawn-lexicon.ts';
import type { Hit, Phrases } from '../words/phrases.ts';
import type { Utterance } from './signals.ts';
import { leadOf } from '../words/word-forms.ts';

/** The matter that a sentence names beside such a phrase and up to the next mark; undefined where it has no such phrase. */
export function meant(
  { words, content }: Utterance,
  phrases: Phrases,
  isPlace: (words: Utterance['words'], at: number) => boolean = () => true,
): ReadonlySet<string> | undefined {
  const at = words.findIndex((_, place) => isPlace(words, place) && phrases.at(words, place));
  const hit = phrases.at(words, at);
  if (hit === undefined || withdrawn.notGivenUp.has(words[hit.end]?.lower ?? '')) return undefined;
  const from = words.slice(hit.end - 1).findIndex(({ after }) => after !== '');
  const end = from === -1 ? words.length : hit.end + from;
  const start = clauseStart(words, hit);
  const part = words.filter((_, at) => at >= start && at < end && (at < hit.at || at >= hit.end));
  return new Set(part.map(({ lemma }) => lemma).filter((lemma) => content.has(lemma)));
}

/** Whether a clause begins at a word: behind the lead of the sentence, or behind a mark. */
export function beginsClause(words: Utterance['words'], at: number): boolean {
  return at === leadOf(words).length || words[at - 1]?.after !== '';
}

function clauseStart(words: Utterance['words'], { at }: Hit): number {
  return 1 + words.slice(0, at).findLastIndex(({ after }) => after !== '');
}

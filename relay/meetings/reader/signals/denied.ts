import { contentOf } from '../words/content.ts';
import * as lexicon from '../words/lexicon.ts';
import { leadOf } from '../words/word-forms.ts';
import type { Word } from '../words/tagger.ts';
import type { Utterance } from './signals.ts';

const notMeant = ['question', 'hedge', 'conditional', 'past', 'reported', 'talk'];
const nothing: ReadonlySet<string> = new Set();

/**
 * What a sentence says is not chosen, at its beginning or behind a comma: of "All right, so no fallback" the fallback, of "Gjøvik
 * then, not Hamar" Hamar.
 */
export function deniedIn({ words, own }: Utterance): ReadonlySet<string> {
  if (!own['negated'] || notMeant.some((name) => own[name])) return nothing;
  const start = leadOf(words).length;
  const at = words.findIndex(
    ({ lower }, place) =>
      /^(?:no|not)$/.test(lower) &&
      (place === start || isStart(words[place - 1])) &&
      lexicon.notDenied.at(words, place + 1) === undefined,
  );
  return at === -1 ? nothing : contentOf(denied(words, at + 1));
}

/** "All right, so no fallback", "Gjøvik then, not Hamar" */
function isStart(last: Word | undefined): boolean {
  return last !== undefined && (last.after.includes(',') || /^(?:so|then|okay)$/.test(last.lower));
}

/** Up to the next comma, or to what comes instead. */
function denied(words: readonly Word[], from: number): readonly Word[] {
  const rest = words.slice(from);
  const end = rest.findIndex(
    ({ lower }, place) =>
      /^(?:but|and|only|because|so)$/.test(lower) || rest[place - 1]?.after.includes(','),
  );
  return end === -1 ? rest : rest.slice(0, end);
}

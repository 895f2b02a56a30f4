import { contentOf } from '../words/content.ts';
import * as back from '../words/objection-lexicon.ts';
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
  if (notMeant.some((name) => own[name])) return nothing;
  if (!own['negated']) return offIn(words);
  const start = leadOf(words).length;
  const at = words.findIndex(
    ({ lower }, place) =>
      /^(?:no|not)$/.test(lower) &&
      (place === start || isStart(words[place - 1])) &&
      back.notDenied.at(words, place + 1) === undefined,
  );
  return at === -1 ? nothing : contentOf(denied(words, at + 1));
}

/**
 * Of "Okay, so session mode's dead" the session mode, of "Alright, reservations are out" the reservations. "The release is out." concludes
 * nothing.
 */
function offIn(words: readonly Word[]): ReadonlySet<string> {
  if (!words.slice(0, 2).some(({ lower }) => concludes.has(lower))) return nothing;
  const end = words.findIndex(
    (_, place) => back.isOff.at(words, place) !== undefined || isShortened(words, place - 1),
  );
  if (end === -1 || words.some(({ lower }) => /^(?:when|until|till|once|after)$/.test(lower)))
    return nothing;
  const begin = 1 + words.slice(0, end - 1).findLastIndex(endsClause);
  const named = words.slice(begin, end);
  return contentOf(named.map((one) => ({ ...one, lemma: one.lemma.replace(/['’]s$/, '') })));
}

const concludes = new Set(['so', 'okay', 'ok', 'alright', 'right', 'then']);

/** "The mode's dead" */
function isShortened(words: readonly Word[], place: number): boolean {
  const isShort = /['’]s$/.test(words[place]?.lower ?? '');
  return isShort && back.off.at(words, place + 1) !== undefined;
}

function endsClause({ lower, after }: Word): boolean {
  return after !== '' || /^(?:so|then|okay|and|alright|right)$/.test(lower);
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
      /^(?:but|and|only|because|so|they|we|i|it|who|what|which)$/.test(lower) ||
      rest[place - 1]?.after.includes(','),
  );
  return end === -1 ? rest : rest.slice(0, end);
}

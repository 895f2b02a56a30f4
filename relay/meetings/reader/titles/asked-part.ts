import type { Utterance } from '../signals/signals.ts';
import type { Hit, Phrases } from '../words/phrases.ts';
import { wordsIn, type Word } from '../words/tagger.ts';
import { isBase } from '../words/word-forms.ts';
import * as work from '../words/work-lexicon.ts';

/** What somebody is asked for, offers or promises, in a sentence that begins with something else. */
export interface AskedPart extends Pick<Utterance, 'text' | 'words'> {
  /** The matter that stands before it: "the old folder" of "The old folder, should I delete that?"; empty where there is none. */
  readonly beside: string;
}

/** So far into a sentence somebody is asked, or promises. */
const mostBefore = 14;
const fewWords = 2;
/** "I still owe you the review, don't I?" */
const tag = /,? (?:(?:do|is|are|can|will|should)n['’]t (?:i|you|we|it|they)|right|no)\?$/i;
const owed = /^.*?\bi (?:still )?owe (?:you|them|him|her|us|everyone) /i;
/** "Not sure, I have to check it": no matter. */
const noMatter = /^(?:not sure|no idea|i think|i guess|low prio|if you can|when you have time)\b/i;

/** "Low prio, but could you clean up, Jess?" asks to clean up. */
export function askedPart({ text: said, words: all, own }: Utterance): AskedPart {
  const text = said.replace(tag, '').replace(owed, '');
  const words = text === said ? all : wordsIn(text);
  const hit = asked(words) ?? (own['question'] ? offered(words) : promised(words));
  const next = hit && words[hit.end];
  const isAct = next !== undefined && (isBase(next) || next.lower.endsWith('ing'));
  if (hit === undefined || hit.at === 0 || !isAct || words.length - hit.end < fewWords)
    return { text, words, beside: '' };
  const part = text.slice(next.start);
  return { text: part, words: wordsIn(part), beside: besideOf(text, words, hit) };
}

function besideOf(text: string, words: readonly Word[], { at }: Hit): string {
  const before = words.slice(0, at);
  const isNamed = before.some(({ tag: kind }) => kind === 'NOUN');
  const said = text
    .slice(0, words[at]?.start)
    .replace(/^(?:and|but|so|ok(?:ay)?),? /i, '')
    .replace(/[\s,;:–—-]+(?:(?:and|but|so) )?$/i, '');
  return isNamed && !noMatter.test(said) ? said : '';
}

function asked(words: readonly Word[]): Hit | undefined {
  return first(words, work.asksTo) ?? first(words, work.asksAnyone);
}

function offered(words: readonly Word[]): Hit | undefined {
  return first(words, work.shallI);
}

/** Behind a mark: "I have two more units, I can let them run." */
function promised(words: readonly Word[]): Hit | undefined {
  const at = words.findIndex(
    (_, place) =>
      place > 0 &&
      place <= mostBefore &&
      words[place - 1]?.after !== '' &&
      work.commitment.at(words, place) !== undefined,
  );
  return work.commitment.at(words, at);
}

function first(words: readonly Word[], phrases: Phrases): Hit | undefined {
  return phrases.in(words, 0, Math.min(mostBefore, words.length));
}

import { contentOf } from '../words/content.ts';
import * as lexicon from '../words/lexicon.ts';
import * as work from '../words/work-lexicon.ts';
import type { People } from '../people/people.ts';
import { signalsOf } from './sentence-signals.ts';
import type { Sentence } from '../words/sentences.ts';
import type { Signals } from './values.ts';

export interface Utterance extends Sentence {
  readonly at: number;
  readonly own: Signals;
  readonly content: ReadonlySet<string>;
}

export function utteranceOf(sentence: Sentence, at: number, people: People): Utterance {
  const own = { ...signalsOf(sentence), ...aboutPeople(sentence, people) };
  const names = new Set(
    people.in(sentence.words).map(({ at: place }) => sentence.words[place]?.lemma),
  );
  const content = new Set([...contentOf(sentence.words)].filter((word) => !names.has(word)));
  return { ...sentence, at, own, content };
}

/** Who is asked or said to do something. */
function aboutPeople({ words, speaker }: Sentence, people: People): Signals {
  const found: Signals = {};
  for (const { name, at, end } of people.in(words)) {
    const next = words[end];
    const isSelf = speaker !== '' && people.shown(speaker) === name;
    const isFramed =
      /,/.test(words[end - 1]?.after ?? '') ||
      /^(?:you(?:['’](?:re|ve|ll|d))?|please|can|could|would|will|and)$/.test(next?.lower ?? '');
    if (at <= 2 && isFramed) found['vocative'] = 1;
    if (end === words.length && /,/.test(words[at - 1]?.after ?? '')) found['vocative'] = 1;
    if (/^(?:will|to|can|should|must|could|has|needs|is|and|\+|&)$/.test(next?.lower ?? ''))
      found['namedSubject'] = 1;
    if (at === 0 && next?.lower === 'to' && words[end + 1]?.tag === 'VERB') found['nameTo'] = 1;
    if (next?.tag === 'VERB' && next.lower.endsWith('s') && !lexicon.sayVerbs.has(next.lemma))
      found['namedDoes'] = 1;
    if (at === 0 && speaker === '' && work.isHandiwork(next) && words[end + 1] !== undefined)
      found['namedDoes'] = 1;
    if (!isSelf) found['namesOther'] = 1;
  }
  return found;
}

import { common } from '../words/content.ts';
import * as back from '../words/objection-lexicon.ts';
import type { Word } from '../words/tagger.ts';
import { leadOf } from '../words/word-forms.ts';
import type { Utterance } from './signals.ts';
import type { Signals } from './values.ts';

/** How far the course of the talk is looked at, in sentences and in turns. */
const sentences = 24;
const nearTurns = 8;
const farTurns = 10;

/** What the course of the talk tells of a sentence: whether its matter is new, goes on, or ends with it. */
export function courseOf(all: readonly Utterance[], one: Utterance): Signals {
  const before = all.slice(Math.max(0, one.at - sentences), one.at);
  const after = all.slice(one.at + 1, one.at + 1 + sentences);
  return {
    ...onItsWords(before, one, after),
    ...onMatters(
      before.filter(({ turn }) => one.turn - turn <= nearTurns),
      one,
      after.filter(({ turn }) => turn - one.turn <= nearTurns),
    ),
  };
}

/** Whether its words were said before, are said again, and how often they are said around it. */
function onItsWords(
  before: readonly Utterance[],
  one: Utterance,
  after: readonly Utterance[],
): Signals {
  const { content } = one;
  if (content.size === 0) return {};
  const known = wordsOf(before.filter(({ turn }) => one.turn - turn <= nearTurns));
  const later = wordsOf(
    after.filter(({ turn }) => turn - one.turn <= nearTurns && turn > one.turn + 1),
  );
  const near = [...before, ...after].filter(({ turn }) => Math.abs(turn - one.turn) <= farTurns);
  const times = [...content].map((word) => near.filter((other) => other.content.has(word)).length);
  const sum = times.reduce((total, count) => total + Math.min(count, 5), 0);
  return {
    knownShare: common(content, known) / content.size,
    laterShare: common(content, later) / content.size,
    central: sum / content.size / 3,
    centralSum: Math.min(sum, 12) / 8,
    topWord: Math.min(Math.max(...times), 6) / 4,
  };
}

function wordsOf(some: readonly Utterance[]): ReadonlySet<string> {
  return new Set(some.flatMap(({ content }) => [...content]));
}

/** How near it is to where a matter begins and where the next one does. */
function onMatters(
  before: readonly Utterance[],
  one: Utterance,
  after: readonly Utterance[],
): Signals {
  const found: Signals = {};
  const end = after.find(movesOn);
  const toEnd = end === undefined ? undefined : end.turn - one.turn;
  if (toEnd !== undefined && toEnd <= 1) found['endsMatter'] = 1;
  else if (toEnd === undefined ? after.length < 6 : toEnd <= 3) found['endsMatterSoon'] = 1;
  const begin = before.findLast(movesOn);
  const fromBegin = begin === undefined ? undefined : one.turn - begin.turn;
  if (fromBegin !== undefined && fromBegin <= 1) found['beginsMatter'] = 1;
  else if (fromBegin !== undefined && fromBegin <= 3) found['beganMatter'] = 1;
  return found;
}

const goesOn =
  /^(?:next|now|anyway|last|finally|moving|second|third|other|another|item|topic|point|number|first|what|on|so)$/;

/** Words with which a chair goes on to the next matter: "Okay, next", "Last thing", "Three." */
export function movesOn({ words, own }: Utterance): boolean {
  const [first, second] = words.slice(leadOf(words).length);
  if (own['leadNo'] || first === undefined) return false;
  if (/^(?:next|moving|anyway|now|last)$/.test(words[0]?.lower ?? '')) return true;
  if (words[0]?.tag === 'NUM' && words.length <= 3) return true;
  if (own['leadOkay'] && goesOn.test(first.lower)) return back.grants.at(words, 0) === undefined;
  if (/^what'?s$/.test(first.lower) && /^(?:left|next)$/.test(second?.lower ?? '')) return true;
  return !(own['question'] && own['wh']) && namesThing(words, another);
}

const another = /^(?:next|other|another|last|second|third|final)$/;

/** "Second topic, the experiment", "One more thing": what begins is another matter, whatever else the sentence says. */
export function namesNext(words: readonly Word[]): boolean {
  return namesThing(words, another) || namesThing(words, /^more$/);
}

function namesThing(words: readonly Word[], which: RegExp): boolean {
  return words
    .slice(0, 5)
    .some(
      ({ lower }, at) =>
        which.test(lower) &&
        /^(?:thing|point|item|topic|one|question|up)$/.test(words[at + 1]?.lower ?? ''),
    );
}

import { deadlineOf, type Effort } from './deadlines.ts';
import { impossibleDay } from './impossible-days.ts';
import type { Deadline } from './spoken-dates.ts';
import * as lexicon from '../words/lexicon.ts';
import type { Utterance } from '../signals/signals.ts';

export interface Asked {
  readonly nowMs: number;
  readonly effort: Effort;
  /** Who does it, and whether they say a sentence; nobody where it is not known. */
  readonly isTheirs: (one: Utterance) => boolean;
}

/** The words that say until when, with the day where they name one that exists. */
type Due = Pick<Deadline, 'words'> & Partial<Deadline>;

/**
 * The day, from what who does it answers to a request, from the sentences of the group, the last of `members` first, or from what is
 * said right after it.
 */
export function dueOf(
  all: readonly Utterance[],
  members: readonly Utterance[],
  main: Utterance,
  { nowMs, effort, isTheirs }: Asked,
): Due | undefined {
  const last = members.toSorted((one, other) => other.at - one.at)[0] ?? main;
  const before = all
    .slice(Math.max(0, main.at - 2), main.at)
    .filter(({ turn, own }) => turn === main.turn && own['day'] && !own['plainWork']);
  const sentences = [
    ...answersOf(all, main, isTheirs),
    main,
    ...members.filter((one) => one !== main).toReversed(),
    ...said(all, last, isTheirs),
    ...before,
  ];
  const looked = isLabelled(main) ? [main, ...noteOn(all, main)] : sentences;
  for (const one of looked) {
    const isOnlyIf = one.own['conditional'] && /^(?:but |and |so )?if\b/i.test(one.text);
    if (!one.own['day'] || (isOnlyIf && !one.own['promisesVerb'])) continue;
    const found = deadlineOf(one.text, nowMs, { effort, isAnswer: true });
    if (found !== undefined) return found;
  }
  if (isUntilNextMeeting(main)) return dayOfNextMeeting(all, { nowMs, effort });
  const words = looked.map(({ text }) => impossibleDay(text)).find((one) => one !== undefined);
  return words === undefined ? undefined : { words };
}

/** What who was asked says to it next: "Could you invite them?" "I'm passing by tomorrow, I'll ask them then." */
function answersOf(
  all: readonly Utterance[],
  main: Utterance,
  isTheirs: Asked['isTheirs'],
): Utterance[] {
  if (isTheirs(main)) return [];
  const next = all.slice(main.at + 1, main.at + 12).filter(({ turn }) => turn - main.turn <= 2);
  const first = next.find((one) => one.turn > main.turn && isTheirs(one));
  const answer = next.filter(({ turn }) => turn === first?.turn).slice(0, answerLength);
  const end = answer.findIndex(({ text, place }) => place > 0 && /^and\b/i.test(text));
  return end === -1 ? answer : answer.slice(0, end);
}

const answerLength = 4;

/** What is said of it after it: a day alone, more of who does it, or what they answer to "by when?". */
function said(
  all: readonly Utterance[],
  last: Utterance,
  isTheirs: Asked['isTheirs'],
): Utterance[] {
  const after = toWhen(all, last, isTheirs);
  for (const one of all.slice(last.at + 1, last.at + 8)) {
    const isNext =
      one.own['vocative'] ||
      one.own['someone'] ||
      one.own['promisesVerb'] ||
      one.own['plainWork'] ||
      isLabelled(one);
    const isSaidOn = one.turn - last.turn <= 1 && goesOn(one);
    if (one.turn - last.turn > 3 || (isNext && one.content.size >= 2 && !isSaidOn)) break;
    if (isOfMeeting(one.words)) continue;
    if (one.own['day'] && (isSaidOn || one.words.length <= 12 || one.turn === last.turn))
      after.push(one);
  }
  return after;
}

/** The answer to "by when?", where who does it asks or answers. */
function toWhen(
  all: readonly Utterance[],
  last: Utterance,
  isTheirs: Asked['isTheirs'],
): Utterance[] {
  const question = all
    .slice(last.at + 1, last.at + 14)
    .find(({ turn, words }) => turn - last.turn <= askedWithin && asksWhen(words));
  if (question === undefined) return [];
  const isMeant = (one: Utterance) => isTheirs(one) || isTheirs(question) || one.speaker === '';
  return all
    .slice(question.at + 1, question.at + 1 + answerLength)
    .filter((one) => one.turn === question.turn + 1 && isMeant(one));
}

const askedWithin = 5;
/** In "And when will you have them?" so many words stand before the question. */
const beforeWhen = 3;

/** "By when?", "And when will you have them?" */
function asksWhen(words: Utterance['words']): boolean {
  if (lexicon.untilWhen.in(words, 0, words.length) !== undefined) return true;
  const place = words.findIndex(({ lower }) => lower === 'when');
  if (place === -1 || place > beforeWhen) return false;
  return place === words.length - 1 || lexicon.whenWill.at(words, place) !== undefined;
}

/** "Our next meeting: 14 October". */
function announcesMeeting(words: Utterance['words']): boolean {
  const start = /^(?:the|our)$/.test(words[0]?.lower ?? '') ? 1 : 0;
  return lexicon.nextMeeting.at(words, start) !== undefined;
}

/** "The next meeting is on the 9th" is no end of what was said before it. */
function isOfMeeting(words: Utterance['words']): boolean {
  const start = words[0]?.lower === 'and' ? 1 : 0;
  const rest = words.slice(start);
  return announcesMeeting(rest) || lexicon.sameAgain.at(rest, 0) !== undefined;
}

/** Behind a written task: "Deadline: in three weeks.", "Before the 9th." */
function noteOn(all: readonly Utterance[], main: Utterance): Utterance[] {
  const next = all[main.at + 1];
  const isNote =
    next !== undefined &&
    next.turn === main.turn &&
    lexicon.dueNotes.at(next.words, 0) !== undefined;
  return isNote && !isLabelled(next) ? [next] : [];
}

/** "By our next meeting." */
function isUntilNextMeeting({ words }: Utterance): boolean {
  return words.some(
    ({ lower }, place) =>
      /^(?:before|by|until|till|for|at)$/.test(lower) &&
      /^(?:the|our)$/.test(words[place + 1]?.lower ?? '') &&
      lexicon.nextMeeting.at(words, place + 2) !== undefined,
  );
}

/** "Next meeting: 14 October", wherever it is said. */
function dayOfNextMeeting(
  all: readonly Utterance[],
  { nowMs, effort }: Pick<Asked, 'nowMs' | 'effort'>,
): Deadline | undefined {
  const announced = all.findLast(({ own, words }) => own['day'] && announcesMeeting(words));
  return announced && deadlineOf(announced.text, nowMs, { effort, isAnswer: true });
}

/** Whether it is written as a task of its own. */
export function isLabelled({ own }: Pick<Utterance, 'own'>): boolean {
  return Boolean(own['label_action'] || own['label_task'] || own['listed']);
}

const doesIt = /\bi(?:['’]ll| will| can|['’]d)? (?:just )?\p{L}+ (?:it|that|this|them|him|her)\b/iu;

/** Whether more is said of what was just asked: "I'll do it along with the other one, so Friday." */
export function goesOn({ content, text }: Utterance): boolean {
  return content.size <= 2 && doesIt.test(text);
}

import { aWeekday, months, ordinalFigure, ordinals } from './day-words.ts';
import { deadlineOf } from './deadlines.ts';
import { aroundRelative } from './relative-days.ts';
import { impossibleDay } from './impossible-days.ts';
import {
  agreedOn,
  answerLength,
  announcesMeeting,
  doesIt,
  isLabelled,
  isOfOtherThing,
  movedTo,
  said,
  toWhen,
  type Counted,
  type IsTheirs,
} from './said-after.ts';
import type { Deadline } from './spoken-dates.ts';
import * as lexicon from '../words/lexicon.ts';
import { hasNoTime } from '../words/owner-lexicon.ts';
import type { Utterance } from '../signals/signals.ts';

export interface Asked extends Counted {
  /** Nobody has it, so that what others say after it is of their own work. */
  readonly isOpen: boolean;
  /** Who does it, and whether they say a sentence; nobody where it is not known. */
  readonly isTheirs: IsTheirs;
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
  { nowMs, effort, isOpen, isTheirs }: Asked,
): Due | undefined {
  const last = members.toSorted((one, other) => other.at - one.at)[0] ?? main;
  const before = all.slice(Math.max(0, main.at - 2), main.at).filter(
    ({ turn, own, text }) =>
      turn === main.turn &&
      own['day'] &&
      !own['plainWork'] &&
      !own['plainDecision'] &&
      // Of what stands before it.
      !/^(?:due|deadline)\b/i.test(text),
  );
  const agreed = agreedOn(all, last, { nowMs, effort });
  const sentences = [
    // "I'll do it by Friday." "Can you by Wednesday?" "OK, Wednesday."
    ...(main.own['day']
      ? agreed.filter((one) => isTheirs(one) && isAskedFor(all, main, one))
      : agreed),
    ...movedTo(all, main, last),
    ...corrections(all, main, last),
    ...answersOf(all, main, isTheirs),
    main,
    ...members.filter((one) => one !== main).toReversed(),
    ...(isOpen ? toWhen(all, last, isTheirs) : said(all, last, isTheirs)),
    ...(isOpen ? [] : before),
  ];
  const looked = isLabelled(main) ? [main, ...notesOn(all, main)] : sentences;
  const undated = saidUndated(all, main);
  for (const one of looked) {
    if (one !== main && (isOfOtherThing(main, one) || isPastNews(one))) continue;
    if (one !== main && undated !== undefined && !isBeside(one, undated, main)) continue;
    const isOnlyIf =
      one.own['conditional'] && (one.own['question'] || /^(?:but |and |so )?if\b/i.test(one.text));
    if (!one.own['day'] || (isOnlyIf && !one.own['promisesVerb']) || isFull(one)) continue;
    const from = saidBefore(all, one, { nowMs, effort });
    const found = deadlineOf(textOf(one, main), nowMs, {
      effort,
      isAnswer: one.at >= main.at || isTheirs(main),
      from,
    });
    if (found !== undefined) return found;
  }
  if (isUntilNextMeeting(main)) return dayOfNextMeeting(all, { nowMs, effort });
  const words = looked.map(({ text }) => impossibleDay(text)).find((one) => one !== undefined);
  return words === undefined ? undefined : { words };
}

/** "We rejected him on Monday." */
function isPastNews({ own }: Utterance): boolean {
  return Boolean(own['noWork'] && own['pastVerb'] && !own['will']);
}

/** "I'm full until Christmas." */
function isFull({ words }: Utterance): boolean {
  return hasNoTime.in(words, 0, words.length) !== undefined;
}

/** Whether another one asked who does it for a day in between: "Can you do it by Wednesday?" */
function isAskedFor(all: readonly Utterance[], main: Utterance, answer: Utterance): boolean {
  return all
    .slice(main.at + 1, answer.at)
    .some(
      ({ own, words }) =>
        own['day'] && own['question'] && (own['requestYou'] || words.length <= shortAsked),
    );
}

/** "Friday then?" */
const shortAsked = 3;

const corrects =
  /^(?:(?:due|deadline)\b|(?:well|no|or rather|let['’]s say|(?:(?:let['’]s )?make|call) (?:it|that)|(?:say|put) (?:by |on |until |till )?(?:the|\p{L}+day|tomorrow)|(?:give me|gimme) (?:till?|until)|so (?:by|until|till|on))\b|(?:i|you)['’]ll have (?:it|them|that|both|all)\b)|\byou['’]ll (?:get|have) [^.]*day\b|, so (?:by |on )?(?:tomorrow|\p{L}+day)[.!]?$/iu;

/** "The twenty-ninth.", "Wednesday." */
const onlyDay =
  /^(?:(?:by|on|until) )?(?:the [\p{L}\d-]+(?:st|nd|rd|th)|(?:this |next )?\p{L}+day)(?:,? (?:then|say))?[.!]?$/iu;

/** Another day right after it: "Well, before I go off, on the 22nd", "Let's say until Wednesday". */
function corrections(all: readonly Utterance[], main: Utterance, last: Utterance): Utterance[] {
  const next = all.slice(main.at + 1, last.at + 3).filter(({ turn }) => turn === main.turn);
  const end = next.findIndex((one) => isOtherWork(one) && !corrects.test(one.text));
  return (end === -1 ? next : next.slice(0, end)).filter(
    ({ own, text }) => own['day'] && (corrects.test(text) || onlyDay.test(text)),
  );
}

/** Other work of the same speaker. */
function isOtherWork({ own, content }: Utterance): boolean {
  return Boolean(own['promisesVerb']) && content.size >= 2;
}

/**
 * After "next week" a day is one of that week: "I'll do it next week. Let's say until Wednesday." Who has a day with somebody does on it
 * what they say next: "I've a call with them on Friday. I'll bring it up."
 */
function textOf(one: Utterance, main: Utterance): string {
  const does = one.at === main.at - 1 ? doesIt.exec(main.text)?.[0] : undefined;
  if (does !== undefined) return `${one.text.replace(/[.!]$/, '')}, ${does}`;
  const month = one === main || monthName.test(one.text) ? null : monthName.exec(main.text);
  if (month !== null && dayAlone.test(one.text))
    return one.text.replace(dayAlone, `$& of ${month[0]}`);
  const isOfNextWeek = /\bnext week\b/i.test(main.text) && corrects.test(one.text);
  return one !== main && isOfNextWeek ? one.text.replace(aWeekday, 'next week $&') : one.text;
}

/** After "the end of February", the twenty-sixth is one of February. */
const monthName = new RegExp(`\\b(?:${months})\\b`, 'i');
const dayAlone = new RegExp(`\\bthe (?:${ordinalFigure}|${ordinals.join('|')})\\b(?! of\\b)`, 'i');

/** Who says right after it that it has no day: "It's not urgent", "I don't have a date yet". */
function saidUndated(all: readonly Utterance[], main: Utterance): Utterance | undefined {
  return all
    .slice(main.at, main.at + 4)
    .find(({ turn, words }) => turn - main.turn <= 1 && lexicon.undated.in(words, 0, words.length));
}

function isBeside(one: Utterance, undated: Utterance, main: Utterance): boolean {
  return one.turn === undated.turn && one.at > main.at;
}

/** The day that was said before a sentence that counts from one: "a week after that". */
function saidBefore(
  all: readonly Utterance[],
  one: Utterance,
  { nowMs, effort }: Counted,
): string | undefined {
  if (aroundRelative(one.text) === undefined) return undefined;
  const before = all.slice(Math.max(0, one.at - 4), one.at).filter(({ own }) => own['day']);
  const days = before.map(({ text }) => deadlineOf(text, nowMs, { effort, isAnswer: true })?.day);
  return days.findLast((day) => day !== undefined);
}

/** What who was asked says to it next: "Could you invite them?" "I'm passing by tomorrow, I'll ask them then." */
function answersOf(all: readonly Utterance[], main: Utterance, isTheirs: IsTheirs): Utterance[] {
  if (isTheirs(main)) return [];
  const next = all.slice(main.at + 1, main.at + 12).filter(({ turn }) => turn - main.turn <= 2);
  const first = next.find((one) => one.turn > main.turn && isTheirs(one));
  const answer = next.filter(({ turn }) => turn === first?.turn).slice(0, answerLength);
  const end = answer.findIndex(({ text, place }) => place > 0 && /^and\b/i.test(text));
  const its = end === -1 ? answer : answer.slice(0, end);
  return [...its.filter(({ text }) => corrects.test(text)), ...its];
}

/** Behind a written task: "Deadline: in three weeks.", "End of month.", "This one is urgent, so by Wednesday." */
function notesOn(all: readonly Utterance[], main: Utterance): Utterance[] {
  const next = all
    .slice(main.at + 1, main.at + 1 + notesLength)
    .filter(({ turn }) => turn === main.turn);
  const end = next.findIndex((one) => isLabelled(one));
  return (end === -1 ? next : next.slice(0, end)).filter(
    ({ words }) =>
      words.length <= shortNote || lexicon.dueNotes.in(words, 0, words.length) !== undefined,
  );
}

const shortNote = 4;

const notesLength = 2;

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
  { nowMs, effort }: Counted,
): Deadline | undefined {
  const announced = all.findLast(({ own, words }) => own['day'] && announcesMeeting(words));
  return announced && deadlineOf(announced.text, nowMs, { effort, isAnswer: true });
}

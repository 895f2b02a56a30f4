import { deadlineOf, type Effort } from './deadlines.ts';
import type { Deadline } from './spoken-dates.ts';
import type { Utterance } from '../signals/signals.ts';

export interface Asked {
  readonly nowMs: number;
  readonly effort: Effort;
  /** Who does it, and whether they say a sentence; nobody where it is not known. */
  readonly isTheirs: (one: Utterance) => boolean;
}

/**
 * The day, from what who does it answers to a request, from the sentences of the group, the last of `members` first, or from what is
 * said right after it.
 */
export function dueOf(
  all: readonly Utterance[],
  members: readonly Utterance[],
  main: Utterance,
  { nowMs, effort, isTheirs }: Asked,
): Deadline | undefined {
  const last = members.toSorted((one, other) => other.at - one.at)[0] ?? main;
  const before = all
    .slice(Math.max(0, main.at - 2), main.at)
    .filter(({ turn, own }) => turn === main.turn && own['day']);
  const sentences = [
    ...answersOf(all, main, isTheirs),
    main,
    ...members.filter((one) => one !== main).toReversed(),
    ...said(all, last, isTheirs),
    ...before,
  ];
  for (const one of isLabelled(main) ? [main, ...noteOn(all, main)] : sentences) {
    const isOnlyIf = one.own['conditional'] && /^(?:but |and |so )?if\b/i.test(one.text);
    if (!one.own['day'] || (isOnlyIf && !one.own['promisesVerb'])) continue;
    const found = deadlineOf(one.text, nowMs, { effort, isAnswer: true });
    if (found !== undefined) return found;
  }
  return nextMeeting.test(main.text) ? dayOfNextMeeting(all, { nowMs, effort }) : undefined;
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
      one.own['vocative'] || one.own['someone'] || one.own['promisesVerb'] || isLabelled(one);
    const isSaidOn = one.turn - last.turn <= 1 && goesOn(one);
    if (one.turn - last.turn > 3 || (isNext && one.content.size >= 2 && !isSaidOn)) break;
    if (ofMeeting.test(one.text)) continue;
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
    .find(({ turn, text }) => turn - last.turn <= askedWithin && asksWhen.test(text));
  if (question === undefined) return [];
  const isMeant = (one: Utterance) => isTheirs(one) || isTheirs(question) || one.speaker === '';
  return all
    .slice(question.at + 1, question.at + 1 + answerLength)
    .filter((one) => one.turn === question.turn + 1 && isMeant(one));
}

const askedWithin = 5;
/** "By when?", "And when will you have them?" */
const asksWhen =
  /\b(?:by|until|till) when\b|^(?:\p{L}+,? ){0,3}when(?: (?:will|would|can|could|do|is|'s)\b[^?]*)?[?]?$/iu;
/** The next meeting is no end of what was said before it. */
const ofMeeting =
  /^(?:[-*•]\s+)?(?:the |our |and )?(?:next (?:meeting|session|call|sync)\b|same (?:time|place)\b)/i;

/** Behind a written task: "Deadline: in three weeks.", "Before the 9th." */
function noteOn(all: readonly Utterance[], main: Utterance): Utterance[] {
  const next = all[main.at + 1];
  const isNote = next !== undefined && next.turn === main.turn && notes.test(next.text);
  return isNote && !isLabelled(next) ? [next] : [];
}

const notes = /^(?:deadline|due|until|till|by|before|not before)\b/i;

const nextMeeting =
  /\b(?:before|by|until|till|for|at) (?:the|our) next (?:meeting|session|call|sync)\b/i;

/** "Next meeting: 14 October", wherever it is said. */
function dayOfNextMeeting(
  all: readonly Utterance[],
  { nowMs, effort }: Pick<Asked, 'nowMs' | 'effort'>,
): Deadline | undefined {
  const announced = all.findLast(
    ({ own, text }) =>
      own['day'] && /^(?:[-*•]\s+)?(?:the |our )?next (?:meeting|session|call|sync)\b/i.test(text),
  );
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

import { deadlineOf, type Effort } from './deadlines.ts';
import type { Utterance } from '../signals/signals.ts';
import { aWeekday } from './day-words.ts';
import { common } from '../words/content.ts';
import * as lexicon from '../words/lexicon.ts';
import { leadOf } from '../words/word-forms.ts';
import * as work from '../words/work-lexicon.ts';

/** What is said behind work of when it is done (MTG-5). */

/** From when days are counted, and how many may be read still. */
export interface Counted {
  readonly nowMs: number;
  readonly effort: Effort;
}

/** Whether who does it says a sentence. */
export type IsTheirs = (one: Utterance) => boolean;

/** The day that one names after it and another one says again: "Could I have it by Wednesday?" "Wednesday's okay." */
export function agreedOn(
  all: readonly Utterance[],
  last: Utterance,
  { nowMs, effort }: Counted,
): Utterance[] {
  const after = all.slice(last.at + 1, last.at + agreedWithin);
  const end = after.findIndex(
    (one) => one.turn - last.turn > agreedTurns || isNextWork(one) || isPlainlyOther(one),
  );
  const named = (end === -1 ? after : after.slice(0, end))
    .filter(({ own, words }) => own['day'] && words.length <= shortDay && !isOfMeeting(words))
    .filter(({ text }) => !hour.test(text))
    .filter(({ own }) => own['amends'] === undefined)
    .map((one) => ({ one, day: deadlineOf(one.text, nowMs, { effort, isAnswer: true })?.day }));
  const agreed = named.findLast(({ one, day }, place) => {
    const before = named[place - 1];
    return day !== undefined && before?.day === day && isByAnother(before.one, one);
  });
  return agreed === undefined ? [] : [agreed.one];
}

/** "I'll send it on Monday." "Monday is a holiday." "OK, Tuesday then.": the day that comes instead of one that somebody objects to. */
export function movedTo(
  all: readonly Utterance[],
  main: Utterance,
  last: Utterance,
): readonly Utterance[] {
  const was = aWeekday.exec(main.text)?.[0].toLowerCase();
  if (was === undefined) return [];
  const after = all.slice(last.at + 1, last.at + agreedWithin);
  const end = after.findIndex((one) => one.turn - last.turn > agreedTurns || isNextWork(one));
  const near = end === -1 ? after : after.slice(0, end);
  const objection = near.findIndex(
    (one) => isByAnother(last, one) && one.text.toLowerCase().includes(was),
  );
  const moved = near.slice(objection + 1).findLast(({ own, words, text }) => {
    const isMeant = own['leadOkay'] || own['leadSo'] || own['endsThen'];
    return isMeant && !own['question'] && words.length <= shortDay && aWeekday.test(text);
  });
  return objection === -1 || moved === undefined ? [] : [moved];
}

function isByAnother(one: Utterance, next: Utterance): boolean {
  return one.turn !== next.turn && (next.speaker === '' || one.speaker !== next.speaker);
}

/** A time stands where a chat says who wrote when. */
const hour = /\d:\d\d/;
const agreedWithin = 12;
const agreedTurns = 4;
const shortDay = 8;

/** Other work of anybody. */
function isNextWork(one: Utterance): boolean {
  const { own } = one;
  const isWork =
    own['vocative'] ||
    (own['someone'] && !own['conditional']) ||
    own['promisesVerb'] ||
    own['plainWork'] ||
    isLabelled(one);
  return (Boolean(isWork) || anew.test(one.text)) && one.content.size >= 2;
}

/** "I can make the list." */
function isPlainlyOther({ own, content }: Utterance): boolean {
  return Boolean(own['plainWork'] && !own['takesUp']) && content.size > 0;
}

/** "Also the winter event, when is it?" */
const anew = /^(?:also|another thing|next|btw|by the way|separate(?:ly| thing))\b/i;

/** What another one does, asks for themselves, or tells: "I move it", "give me a week", "on that Friday it was three". */
function isOfSpeaker({ text, own }: Utterance): boolean {
  if (wants.test(text)) return false;
  return ofSpeaker.test(text) || Boolean(own['pastVerb'] && !own['will'] && !own['modal']);
}

const lead = '^(?:(?:and|also|so|then|but|ok|okay|yes|yeah),? )*';
const wants = new RegExp(
  `${lead}(?:i['’]d say|i(?:['’]d)? (?:want|need|like|have it|have them)|you)\\b`,
  'i',
);
const ofSpeaker = new RegExp(
  `${lead}(?:i(?:['’]\\p{L}+)?|they(?!['’]d| (?:have|need|must))|give me|gimme|send me|from)\\b`,
  'iu',
);

/** What is said of it after it: a day alone, more of who does it, or what they answer to "by when?". */
export function said(all: readonly Utterance[], last: Utterance, isTheirs: IsTheirs): Utterance[] {
  const after = toWhen(all, last, isTheirs);
  const isOfOther = (one: Utterance) =>
    one.speaker !== '' && !isTheirs(one) && one.turn !== last.turn && isOfSpeaker(one);
  for (const one of all.slice(last.at + 1, last.at + 8)) {
    const isSaidOn = one.turn - last.turn <= 1 && goesOn(one);
    if (one.turn - last.turn > 3 || (isNextWork(one) && !isSaidOn)) break;
    if (isOfMeeting(one.words) || isOfOther(one) || isOfOtherThing(last, one)) continue;
    if (isOfDecision(all, one) && common(one.content, last.content) === 0) continue;
    if (isByAnother(last, one) && !isTheirs(one) && isOfItsOwn(last, one)) continue;
    if (one.own['day'] && (isSaidOn || one.words.length <= 12 || one.turn === last.turn))
      after.push(one);
  }
  return after;
}

/** "Deadline is the 15th of December." */
const isDeadline = /\b(?:deadline|due date)(?:['’]s| is|:)/i;

/** "Then 90 days." "90 days, fine.": what is decided, and who says it again. */
function isOfDecision(all: readonly Utterance[], { own, at, content }: Utterance): boolean {
  const last = all[at - 1];
  const isEcho = last !== undefined && common(content, last.content) === content.size;
  return Boolean(own['plainDecision'] || (isEcho && last.own['plainDecision']));
}

/** "The board meeting is on December 9.": what another one tells of a day, of another matter. */
function isOfItsOwn(last: Utterance, { own, words, text, content }: Utterance): boolean {
  if (own['question'] || own['due'] || words.length <= shortDay / 2) return false;
  if (isDeadline.test(text)) return false;
  return (
    common(content, last.content) === 0 && !/\b(?:it|that|this|them|those|then|you)\b/i.test(text)
  );
}

/** "I was at the dentist on Friday." "New laptops arrive on Thursday." */
export function isOfOtherThing(last: Utterance, one: Utterance): boolean {
  if (ofPast.test(one.text)) return true;
  return (isDoneByThing(one) || isOnDay(one)) && common(one.content, last.content) === 0;
}

/** "Demo is on the 11th of December." */
export function isOnDay({ text }: Utterance): boolean {
  return onDay.test(text);
}

const onDay =
  /^(?:the |our |and )*(?:\p{L}+ ){1,3}(?:is|are|was) (?:on|at) (?:the )?(?:\d|\p{L}+day\b)[^,;]{0,30}$/iu;

/** "New laptops arrive on Thursday." */
export function isDoneByThing({ words: all, own }: Utterance): boolean {
  const words = all.slice(leadOf(all).length);
  const at = words.findIndex(({ tag }) => tag === 'VERB' || tag === 'AUX');
  const subject = words.slice(0, Math.max(0, at));
  const isNamed = subject.length > 0 && subject.every(({ tag }) => /^(?:DET|ADJ|NOUN)$/.test(tag));
  const isDay = subject.some(({ lemma }) => work.dayWords.has(lemma));
  const isAct = words[at]?.tag === 'VERB' && !own['modal'] && !own['will'];
  return isNamed && !isDay && isAct;
}

const ofPast = new RegExp(`${lead}i (?:was|went|met|saw)\\b`, 'i');

/** The answer to "by when?", where who does it asks or answers. */
export function toWhen(
  all: readonly Utterance[],
  last: Utterance,
  isTheirs: IsTheirs,
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
/** So many sentences of an answer may name the day. */
export const answerLength = 4;
/** In "And when will you have them?" so many words stand before the question. */
const beforeWhen = 3;

/** "By when?", "And when will you have them?" */
function asksWhen(words: Utterance['words']): boolean {
  if (lexicon.untilWhen.in(words, 0, words.length) !== undefined) return true;
  const place = words.findIndex(({ lower }) => lower === 'when');
  if (words.some(({ lower }) => /^(?:know|hear)$/.test(lower))) return false;
  if (place === -1 || place > beforeWhen) return false;
  return place === words.length - 1 || lexicon.whenWill.at(words, place) !== undefined;
}

/** "Our next meeting: 14 October". */
export function announcesMeeting(words: Utterance['words']): boolean {
  const start = /^(?:the|our)$/.test(words[0]?.lower ?? '') ? 1 : 0;
  return lexicon.nextMeeting.at(words, start) !== undefined;
}

/** "The next meeting is on the 9th" is no end of what was said before it. */
function isOfMeeting(words: Utterance['words']): boolean {
  const start = words[0]?.lower === 'and' ? 1 : 0;
  const rest = words.slice(start);
  return announcesMeeting(rest) || lexicon.sameAgain.at(rest, 0) !== undefined;
}

/** Whether it is written as a task of its own. */
export function isLabelled({ own }: Pick<Utterance, 'own'>): boolean {
  return Boolean(own['label_action'] || own['label_task'] || own['listed']);
}

/** Whether more is said of what was just asked: "I'll do it along with the other one, so Friday." */
export function goesOn({ content, text }: Utterance): boolean {
  return content.size <= 2 && doesIt.test(text);
}

export const doesIt =
  /\bi(?:['’]ll| will| can|['’]d)? (?:just )?\p{L}+ (?:it|that|this|them|him|her)\b/iu;

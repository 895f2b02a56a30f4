import { answerTo, letsDoThat } from './accepted.ts';
import { isDoneByThing } from '../days/said-after.ts';
import { isOther } from '../signals/context.ts';
import type { Utterance } from '../signals/signals.ts';
import { isOfDays, isOnlyOfDays } from '../titles/work-title.ts';
import { common } from '../words/content.ts';
import { findsRight } from '../words/finds-right.ts';
import { isPast, leadOf } from '../words/word-forms.ts';
import * as work from '../words/work-lexicon.ts';

/** What looks like work of a short talk and is none (MTG-11). */

/** What nobody of those who talk does. */
export function isNoWork(all: readonly Utterance[], one: Utterance): boolean {
  const isOfThing = one.own['day'] && !one.own['listed'] && isDoneByThing(one);
  if (isRefusedWork(one) || isOfOthers(one) || isOfThing) return true;
  if ([was, letsDoThat, itIs, startsOn].some((pattern) => pattern.test(one.text))) return true;
  if (asksWhatWas.test(one.text) && !one.own['someone']) return true;
  if (one.own['question'] && one.own['conditional'] && !one.own['requestYou']) return true;
  if (isReason.test(one.text) || isDayAgreed(one)) return true;
  if (isToldOfPast(one) || isFoundSoonEnough(one) || isConcern(all, one)) return true;
  return isTurnedDown(all, one) || isDayOfNews(all, one);
}

/** "I was out sick Monday.", "I'd need to change the prices then.", "It's booked until Tuesday." */
const was =
  /^(?:\p{L}+,? )?(?:i was\b|if (?:s?he|they|it|we|you|the)\b(?!.*\bi(?:['’]ll| will)\b)|i['’]d (?:also |rather )?(?:propose|suggest|say|have that|discuss|talk)\b|i['’]d (?:need|have) (?:to\b|(?:some|any)body)|(?:it|that)(?:['’]s| is) (?:booked|taken|reserved|blocked|closed|gone|off) )/iu;

/** "So Sunday it is." chooses. */
const itIs = /\bit is(?:,? then)?(?:[.!]*$|, in )/i;

/** "Great, starting next Monday." */
const startsOn =
  /^(?:\p{L}+,? )?(?:starting|beginning|effective)(?: from| on| with)? (?:next |this )?\p{L}+(?: \d+)?[.!]*$/iu;

/** "Wim, did the package arrive?", "Should we have called them?" */
const asksWhatWas =
  /^(?:(?:and|so|ok(?:ay)?|oh|btw|by the way|\p{L}+),? ){0,2}(?:(?:did|has|have|was|were)(?:n['’]t)? (?!you\b)[^?]*|(?:should|could|would) (?:we|i|you|they) have \p{L}+(?:ed|en|t)\b[^?]*)\?/iu;

/** "We rejected him on Monday.", "It arrived on Monday." */
function isToldOfPast({ own, words, text }: Utterance): boolean {
  const lead = leadOf(words).length;
  const verb = words[lead + 1];
  const isTold = ['subjectWe', 'subjectThey', 'subjectIt', 'subjectI'].some((name) => own[name]);
  const isOver = verb !== undefined && verb.tag === 'VERB' && isPast(verb);
  const isMore = own['will'] || own['explicit'] || own['promisesVerb'] || own['takesOn'];
  return Boolean(isTold && isOver && !isMore) && !/\b(?:so|but|and) (?:i|we|let)\b/i.test(text);
}

/** "Any concerns?" "The downtime. We need a window." */
function isConcern(all: readonly Utterance[], { own, turn, at }: Utterance): boolean {
  const asked = all.slice(Math.max(0, at - 4), at).findLast((one) => one.turn === turn - 1);
  return Boolean(asked?.own['callsForObjections']) && !own['promisesVerb'] && !own['takesOn'];
}

/** "Rationale: we need the audit trail." */
const isReason = /^(?:[-*•] )?(?:rationale|reasons?|why|context|background)\s*:/iu;

/** "OK, Wednesday is fine.": the day of what another one does. */
export function isDayAgreed({ own, content, words }: Utterance): boolean {
  return Boolean(own['day']) && isOnlyOfDays(content) && findsRight(words);
}

/** "Until the end of the month is enough." */
function isFoundSoonEnough({ own, content, text }: Utterance): boolean {
  return Boolean(own['day']) && isOfDays(content) && soonEnough.test(text);
}

const soonEnough = /\b(?:is|would be) (?:early |soon )?enough\b/i;

/** "The vendor will send us new keys", "nobody has to fix that". */
export function isOfOthers({ words, text }: Utterance): boolean {
  const from = leadOf(words).length;
  const [first, ...rest] = words.slice(from).map(({ lower }) => lower);
  if (toldOf.test(text)) return true;
  if (/^(?:nobody|noone)$/.test(first ?? '')) return true;
  return /^(?:the|our|their|my|his|her)$/.test(first ?? '') && beginsWithOutsider(rest);
}

/** "vendor ...", "hosting provider will ..." */
function beginsWithOutsider([first = '', second = '', third = '']: readonly string[]): boolean {
  if (work.outsiders.has(first)) return true;
  return work.outsiders.has(second) && /^(?:will|wants|has|is|are)$/.test(third);
}

/** "Maria from sales told me she will send it." */
const toldOf =
  /\b(?:told|promised|assured) (?:me|us)(?: that)? (?:(?:s?he|they)(?:['’]ll|['’]d)? |\p{Lu}\p{L}+ (?:will|would)\b)/u;

/** "I can't this week, sorry.", "I'm on vacation next week.", "I'd do it but I'm away", "Will I get to try it?" */
export function isRefusedWork({ own, words, text }: Utterance): boolean {
  if (work.away.in(words, 0, words.length) !== undefined) return true;
  if (work.wouldBut.test(text) || own['leadBecause'] || isOnlyIf(text)) return true;
  return (
    Boolean(own['subjectI'] && own['negated']) &&
    work.cannot.in(words, 0, words.length) !== undefined &&
    !butWill.test(text)
  );
}

/** "I can't promise anything, but let me ask her." */
const butWill = /\bbut (?:let me|i(?:['’]ll| will| can))\b/i;

/** "If we get the contract, we'd have to move everything." */
function isOnlyIf(text: string): boolean {
  return /^(?:\p{L}+,? )?if\b.*,? (?:we|i|they|you)(?:['’]d| would| could| might)\b/iu.test(text);
}

/** Whether who is asked says no, and nobody else takes it: "Bob, can you fix the build?" "No, sorry." */
export function isTurnedDown(all: readonly Utterance[], one: Utterance): boolean {
  const { own } = one;
  if (!(own['vocative'] || own['requestYou']) || !isDeclined(all, one)) return false;
  const later = all.slice(one.at + 1, one.at + 12).filter(({ turn }) => turn > one.turn);
  return !later.some((next) => takesItOn(one, next));
}

/** "I'll take it then.", "Friday works.", and not "I'll ask Bruno." */
function takesItOn(asked: Utterance, next: Utterance): boolean {
  const isOfIt = common(asked.content, next.content) > 0 || next.content.size <= 1;
  const isPromise = next.own['promisesVerb'] && isOfIt && !ofThem.test(next.text);
  if (isPromise || next.own['takesOn'] || work.takesUp.test(next.text)) return true;
  return Boolean(next.own['day']) && isOther(asked, next) && findsRight(next.words);
}

/** "I'll ping him." */
const ofThem = /\bi(?:['’]ll| will) \p{L}+ (?:him|her|them)\b/iu;

/** "When will we know?" "End of the month.": whoever says so does nothing for it. */
export function isDayOfNews(all: readonly Utterance[], { at, turn, own }: Utterance): boolean {
  const asked = all[at - 1];
  const isAnswer = asked?.turn === turn - 1 && Boolean(asked.own['question']);
  return (
    isAnswer &&
    Boolean(own['noVerb']) &&
    /^(?:\p{L}+ )?when (?:will|do|would) we (?:know|hear)\b/iu.test(asked.text)
  );
}

/** Whether the next one says no to it. */
export function isDeclined(all: readonly Utterance[], one: Utterance): boolean {
  const answer = firstAnswer(all, one);
  if (answer === undefined) return false;
  const isTaken = answer.own['promisesVerb'] || answer.own['leadYes'];
  const hasNoTime = work.noTime.in(answer.words, 0, 6) !== undefined && !isTaken;
  return Boolean(answer.own['leadNo'] || isRefusedWork(answer) || hasNoTime);
}

/** What the next other one says to it. */
export function firstAnswer(all: readonly Utterance[], one: Utterance): Utterance | undefined {
  return answerTo(all, one).find((next) => isOther(one, next));
}

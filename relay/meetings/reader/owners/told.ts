import { isOther } from '../signals/context.ts';
import { movesOn } from '../signals/course.ts';
import type { Utterance } from '../signals/signals.ts';
import { findsRight } from '../words/finds-right.ts';
import * as owners from '../words/owner-lexicon.ts';
import { isBase } from '../words/word-forms.ts';
import type { People } from '../people/people.ts';
import { takesOn } from './taking-on.ts';

/** So many turns later what somebody has declined may be taken on by another one. */
const takenWithin = 3;

/** "But you flash it on Thursday, yes?", "And you change it, please." */
export function isTold({ own, words, text }: Utterance): boolean {
  const isRequest = own['question'] || own['please'];
  const verb = words.find((_, at) => words[at - 1]?.lower === 'you');
  return Boolean(
    own['subjectYou'] && isRequest && verb?.tag === 'VERB' && isBase(verb) && !ofMind.test(text),
  );
}

const ofMind =
  /\byou (?:know|think|mean|see|want|need|like|say|have|remember|guess|feel|believe)\b/i;

/** Who answers yes to that in the next turn. */
export function whoIsTold(all: readonly Utterance[], main: Utterance): Utterance | undefined {
  return isTold(main) ? whoAgrees(all, main) : undefined;
}

function whoAgrees(all: readonly Utterance[], main: Utterance): Utterance | undefined {
  const next = all.slice(main.at + 1, main.at + 6);
  const answer = next.find(({ turn }) => turn > main.turn);
  if (answer === undefined || answer.turn > main.turn + 1 || answer.speaker === '')
    return undefined;
  const { own } = answer;
  const isYes =
    own['leadYes'] || own['strongYes'] || takesOn(answer) || own['day'] || saysSure(answer);
  return isOther(main, answer) && isYes && !isDeclined(answer) && !own['question']
    ? answer
    : undefined;
}

/** "With pleasure.", "Of course." */
export function saysSure({ words }: Utterance): boolean {
  return owners.agrees.in(words, 0, words.length) !== undefined;
}

/** Whom somebody tells to do what all were asked for: "Who sends it?" "Not me. You do that, Ann, please." "Fine." */
export function whoIsToldInstead(
  all: readonly Utterance[],
  asked: Utterance,
): Utterance | undefined {
  if (!asked.own['someone']) return undefined;
  const telling = all
    .slice(asked.at + 1, asked.at + 8)
    .find((one) => one.turn - asked.turn <= 2 && tellsToDoIt(one));
  return telling && whoAgrees(all, telling);
}

function tellsToDoIt({ own, text }: Utterance): boolean {
  const isRequest = own['please'] || own['question'] || own['vocative'] || own['namesOther'];
  return Boolean(isRequest && !own['negated'] && youDoIt.test(text) && !ofMind.test(text));
}

const youDoIt = /\byou(?:['’]ll| can| could)? \p{L}+ (?:that|it|this|them)(?: one)?\b/iu;

/** "I can't.", "Please not me." */
export function isDeclined(answer: Utterance): boolean {
  const { own, words } = answer;
  if (own['promisesVerb'] || own['takesOn']) return false;
  const end = Math.min(words.length, declineLength);
  const declines = owners.declines.in(words, 0, end) ?? owners.hasNoTime.in(words, 0, end);
  return Boolean(own['leadNo'] && !takesOn(answer)) || declines !== undefined;
}

const declineLength = 8;

/** Whether they decline for every day: not so in "I'm away on Wednesday." "Friday then?" "Friday works." */
export function declines(all: readonly Utterance[], answer: Utterance): boolean {
  return isDeclined(answer) && !takesOtherDay(all, answer);
}

function takesOtherDay(all: readonly Utterance[], declined: Utterance): boolean {
  return all
    .slice(declined.at + 1, declined.at + 6)
    .some((one) => one.speaker === declined.speaker && one.own['day'] && findsRight(one.words));
}

/** Who takes on what somebody has declined, also who asked for it, or who is called for it then: "Dan?" "Sure." */
export function takesInstead(
  all: readonly Utterance[],
  declined: Utterance,
  people: People,
): Utterance | undefined {
  const after = all
    .slice(declined.at + 1, declined.at + 12)
    .filter(({ turn }) => turn - declined.turn <= takenWithin);
  const end = after.findIndex((one) => movesOn(one));
  const near = end === -1 ? after : after.slice(0, end);
  return (
    near.find((one) => isCalledInstead(all, one, people)) ??
    near.find(
      (one) =>
        one.speaker !== '' &&
        isOther(declined, one) &&
        !one.own['question'] &&
        Boolean(one.own['promisesVerb'] || one.own['takesOn']),
    )
  );
}

/** Whether who was called by their bare name in the turn before says yes. */
function isCalledInstead(all: readonly Utterance[], one: Utterance, people: People): boolean {
  const call = all.findLast(({ turn }) => turn === one.turn - 1);
  const [named] = call === undefined ? [] : people.in(call.words);
  if (call === undefined || named === undefined || one.place !== 0) return false;
  const isBare = Boolean(call.own['question']) && call.words.length <= shortCall;
  const isYes = one.own['leadYes'] || one.own['strongYes'] || takesOn(one);
  return isBare && named.name === people.shown(one.speaker) && Boolean(isYes);
}

const shortCall = 4;

/** "I'll buy it today. And put it in tomorrow." goes on with what is promised. */
export function promiseBefore(all: readonly Utterance[], main: Utterance): Utterance | undefined {
  const [first, second] = main.words;
  const goesOn = first?.lower === 'and' && second?.tag === 'VERB' && isBase(second);
  const last = all[main.at - 1];
  if (!goesOn || last === undefined || last.turn !== main.turn || last.speaker === '')
    return undefined;
  return last.own['promise'] && !last.own['promisesMind'] && !asksBack.test(main.text)
    ? last
    : undefined;
}

/** "And send me the list." */
const asksBack = /\b(?:me|us|you|please)\b/i;

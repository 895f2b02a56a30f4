import { isOther } from './signals/context.ts';
import { goesOn, isLabelled } from './days/said-after.ts';
import { pointsAt } from './words/points-at.ts';
import { groupOf, type Group, type Scored } from './groups.ts';
import { common } from './words/content.ts';
import type { Utterance } from './signals/signals.ts';
import { isOfDays, isOnlyOfDays } from './titles/work-title.ts';

const answersWithin = 2;

/** A request and its answer are one, and so are the sentences in which one person takes one thing on. */
export function actionGroups(scored: readonly Scored[]): Group[] {
  const groups: Scored[][] = [];
  for (const one of scored) {
    const last = groups.at(-1);
    if (last !== undefined && belongs(last, one.utterance)) last.push(one);
    else groups.push([one]);
  }
  return groups.map((members) => {
    const main = [...members].toSorted((one, other) => weightOf(other) - weightOf(one))[0];
    const group = groupOf(members);
    return { ...group, main: main ?? group.main };
  });
}

const says = ['promisesVerb', 'takesOn', 'requestYou', 'someone', 'iDo', 'namedTask', 'youDo'];

/** Who says what is to be done says more than who says when. */
function weightOf({ score, utterance: { own, content } }: Scored): number {
  const isSaid = says.some((name) => own[name]) || isLabelled({ own });
  return score + (isSaid ? 0.3 : 0) - (content.size === 0 ? 0.2 : 0);
}

function belongs(group: readonly Scored[], one: Utterance): boolean {
  const last = group.at(-1)?.utterance;
  if (last === undefined || one.turn - last.turn > answersWithin || isLabelled(one)) return false;
  const isNewPromise = (one.own['promisesVerb'] ?? 0) > 0 && one.content.size >= 2 && !goesOn(one);
  const related = group.some(({ utterance }) => common(utterance.content, one.content) > 0);
  if (isNewPromise && group.some(({ utterance }) => isPromiseOfAnother(utterance, one)))
    return false;
  if (!related && isSaidOfSomebody(one)) return false;
  if (nextMatter.test(one.text) || callsAnother(group, one)) return false;
  if (asksForDay(one)) return true;
  if (one.own['question'] && one.own['conditional']) return false;
  if (!related && isOther(last, one) && group.some((said) => isPlainAnswer(group, said)))
    return false;
  if (one.turn === last.turn && asksOther.test(one.text) && asksForWork(one)) return false;
  // "I'll do the first two, can you take the others?"
  const isAsking = one.own['requestYou'] && one.own['question'];
  if (one.turn === last.turn && isAsking && last.own['promise']) return false;
  if (one.turn === last.turn)
    return (
      !isNewPlainWork(group, one) &&
      (related || !(isNewPromise || one.own['vocative'] || one.own['someone']))
    );
  if (one.own['vocative'] || one.own['someone']) return false;
  if (isNewPlainWork(group, one)) return false;
  const asked = group.some(({ utterance }) => isRequest(utterance));
  const isOtherWork = isNewPromise && one.content.size >= 3 && !related;
  const isAnswer = one.place === 0 ? !isOtherWork : !isNewPromise;
  return isOther(last, one) ? asked && isAnswer : asked && related;
}

/** "I'll ask the lawyer on Monday." "I'll have the labels printed by Friday.": each does their own. */
function isPromiseOfAnother(said: Utterance, one: Utterance): boolean {
  const isNamed = said.speaker !== '' && one.speaker !== '';
  return isNamed && isOther(said, one) && isPromise(said.own) && said.content.size > 0;
}

/** "I'll send it", "I'll have it fixed tomorrow". */
function isPromise(own: Utterance['own']): boolean {
  return Boolean(own['promisesVerb'] || (own['plainWork'] && own['promise']));
}

/** "Bob, please fix the login." "Carla, clean up the branches.": each is told something. */
function callsAnother(group: readonly Scored[], one: Utterance): boolean {
  if (!one.own['vocative'] || one.content.size < 2) return false;
  return group.some(
    ({ utterance: { own, words } }) =>
      own['vocative'] && words[0]?.lower !== one.words[0]?.lower && own['plainWork'],
  );
}

/** "I'll look at the traffic." "By Monday, Jon?" */
function asksForDay({ own, content }: Utterance): boolean {
  return Boolean(own['question'] && own['noVerb'] && own['day']) && isOfDays(content);
}

/** "Mr Bodmer will change the entry form." */
function isSaidOfSomebody({ own, content }: Utterance): boolean {
  const isAsked = own['question'] || own['vocative'] || own['requestYou'];
  return Boolean(own['namedDoes'] || own['namedSubject']) && !isAsked && content.size >= 2;
}

/** "Sure, I'll take a look." answers the request before it, and what another one says then is of something else. */
function isPlainAnswer(group: readonly Scored[], { utterance }: Scored): boolean {
  const asked = group.some((one) => isRequest(one.utterance) && isOther(one.utterance, utterance));
  return asked && Boolean(utterance.own['plainWork']);
}

/** "Thanks, Jo. Next, the winter campaign." */
const nextMatter =
  /^(?:(?:ok(?:ay)?|right|so|then|and),? )*(?:next(?=[,:])|next (?:up|point|item|topic)\b|moving on\b)/i;

/** "I'll type it. And you check it by when?" */
const asksOther = /^(?:and|then|so) you\b/i;

function asksForWork({ own, content }: Utterance): boolean {
  return content.size > 0 && Boolean(own['norm'] || own['question'] || own['requestYou']);
}

/** In a short talk what somebody plainly says to do is work of its own, unless it answers a request: "Sure, I'll add it." */
function isNewPlainWork(
  group: readonly Scored[],
  { own, content, text, turn }: Utterance,
): boolean {
  if (!own['plainWork'] || own['takesUp'] || isOnlyOfDays(content)) return false;
  const last = group.at(-1)?.utterance;
  const isAnswer = last !== undefined && last.turn < turn && isRequest(last) && !isTakenOn(last);
  return (
    !isAnswer ||
    !(pointsAt.test(text) || group.some(({ utterance }) => common(utterance.content, content) > 0))
  );
}

/** "I can do that, it should be done by Friday" asks nobody. */
function isTakenOn({ own }: Utterance): boolean {
  return Boolean(own['takesOn'] && own['subjectI']);
}

function isRequest({ own }: Utterance): boolean {
  return Boolean(
    own['question'] ||
    own['requestYou'] ||
    own['vocative'] ||
    own['someone'] ||
    own['please'] ||
    own['norm'] ||
    own['imperative'],
  );
}

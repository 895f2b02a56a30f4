import * as work from '../words/work-lexicon.ts';
import { answerAmong, answerer, answersTo } from './answers.ts';
import { isOther } from '../signals/context.ts';
import type { People } from '../people/people.ts';
import type { Utterance } from '../signals/signals.ts';
import { handedTo } from './handed-over.ts';
import { ownersMarked } from './marked-name.ts';
import { calledAfter, settledOn } from './named-after.ts';
import { joined, ownerWritten, row, teamNamed } from './owners.ts';
import { pairIn, pairOf, together } from './pairs.ts';
import {
  declines,
  isTold,
  promiseBefore,
  saysSure,
  takesInstead,
  whoIsTold,
  whoIsToldInstead,
} from './told.ts';
import { isDoing, isVolunteer, leftOpen, takesOn } from './taking-on.ts';
import { isDoneBy, ownersBeforeVerb, writtenBy } from './written-by.ts';
import { isAskedFor, whoIsAsked } from './asked-for.ts';
import { whoDoesNeeded } from './needed.ts';
import { isLeftOpen, isLeftOpenAfter, ownWork, isSaidOpenBefore } from './left-open.ts';

const requests = ['requestYou', 'imperative', 'question'];

/** Who does it: the person who takes it on, else the one who was asked or named; empty when nobody was. */
export function assigneeOf(
  all: readonly Utterance[],
  { main, members }: { main: Utterance; members: readonly Utterance[] },
  people: People,
): string {
  const written = members.find(({ own }) => own['label_action'] || own['label_task']);
  if (written !== undefined) return ownerWritten(written, people);
  const team = teamNamed(main);
  if (team !== undefined) return team;
  const owing = [main, ...members].find(({ own, text }) => own['offers'] || work.owes.test(text));
  if (owing !== undefined && owing.speaker !== '') return people.shown(owing.speaker);
  // "When can I see it?" "Is the fourth early enough?"
  if (asksIfEnough.test(main.text) && main.speaker !== '') return people.shown(main.speaker);
  const later = handedTo(all, { main, members }, people)?.owner;
  const atBegin = joined(ownersBeforeVerb(main, people));
  const beforeVerb = main.speaker === '' ? atBegin : '';
  const settled = beforeVerb === '' ? joined(settledOn(all, members, people)) : '';
  const said =
    later ??
    (settled === '' ? undefined : settled) ??
    pairOf(all, { main, members }, people) ??
    (beforeVerb === '' ? undefined : beforeVerb) ??
    writtenBy(all, main, people) ??
    firstOwner(all, { main, members }, people);
  if (said !== '' || isLeftOpen(all, main, members)) return said;
  const named = atBegin === '' ? joined(ownersMarked(main, people)) : atBegin;
  if (named !== '') return named;
  const taker = whoDoesNeeded(all, main, members);
  return taker === undefined
    ? ownWork(all, { main, members }, people)
    : together(taker, [], people);
}

function firstOwner(
  all: readonly Utterance[],
  { main, members }: { main: Utterance; members: readonly Utterance[] },
  people: People,
): string {
  const instead = whoIsToldInstead(all, main);
  if (instead !== undefined) return people.shown(instead.speaker);
  const asked =
    [main, ...members].find((one) => addressed(one, people).length > 0) ??
    requestBefore(all, members[0] ?? main, people);
  const called = calledAfter(all, members.at(-1) ?? main, people);
  const names = asked === undefined ? called : addressed(asked, people);
  const taker = takerOf(all, { main, members, asked }, people);
  const after = answersTo(all, members.at(-1) ?? main);
  const volunteer = answersTo(all, asked ?? main).find(
    (one) => one.speaker !== '' && isVolunteer(one, main),
  );
  const isSaidOpen =
    members.some(({ text }) => leftOpen.test(text)) || isSaidOpenBefore(all, main, volunteer);
  const isSoonTaken =
    volunteer !== undefined &&
    volunteer.turn - main.turn <= 1 &&
    (!isSaidOpen ||
      (volunteer.place === 0 &&
        Boolean(volunteer.own['takesOn'] || volunteer.own['promisesVerb'])));
  if (volunteer !== undefined && isLeftOpenAfter(all, volunteer)) return '';
  if (
    isLeftOpen(all, main, members) &&
    !isSoonTaken &&
    !(isOwn(main, people) && !leftOpen.test(main.text))
  )
    return '';
  const isTakenBefore =
    taker !== undefined && isSoonTaken && main.own['someone'] && volunteer.at < taker.at;
  if (isTakenBefore) return together(volunteer, names, people);
  if (taker !== undefined && !isTold(main)) return together(taker, names, people);
  const answers = [...members.filter(({ turn }) => turn > (asked ?? main).turn), ...after];
  const byAsked = answers.find((one) => names.includes(people.shown(one.speaker)));
  if (names.length > 0) {
    if (byAsked !== undefined && declines(all, byAsked)) {
      const instead = takesInstead(all, byAsked, people) ?? volunteer;
      return instead === undefined ? '' : people.shown(instead.speaker);
    }
    return byAsked === undefined && volunteer !== undefined && volunteer.turn - main.turn <= 1
      ? together(volunteer, names, people)
      : joined(names);
  }
  const told = whoIsTold(all, main) ?? whoIsAsked(all, main);
  if (told !== undefined) return people.shown(told.speaker);
  const isForAll = members.some(({ own }) => own['someone']);
  const isAsked = members.some(({ own }) => requests.some((name) => own[name]));
  const answer = isForAll ? undefined : answerAmong(members);
  if (answer !== undefined) return people.shown(answer.speaker);
  const first = after.find(({ place }) => place <= 1);
  if (volunteer !== undefined && (isForAll || isAsked)) return people.shown(volunteer.speaker);
  if (first === undefined || first.own['question'] || first.own['leadNo'])
    return answerer(all, main, members, people);
  const isYes = first.own['leadYes'] || first.own['strongYes'] || saysSure(first);
  const isTaken = isVolunteer(first, main);
  return (isAsked && !isForAll && isYes) || ((isAsked || isForAll) && isTaken)
    ? people.shown(first.speaker)
    : answerer(all, main, members, people);
}

/** Whose promise it is: that of the main sentence, else the first answer to what was asked. */
function takerOf(
  all: readonly Utterance[],
  {
    main,
    members,
    asked,
  }: { main: Utterance; members: readonly Utterance[]; asked: Utterance | undefined },
  people: People,
): Utterance | undefined {
  if (isOwn(main, people)) return main;
  const before = all
    .slice(Math.max(0, main.at - 2), main.at)
    .find((one) => one.turn === main.turn && isVolunteer(one, main));
  const isAsking = main.own['question'] && (main.own['requestYou'] || main.own['someone']);
  const isOfOthers = isAsking || addressed(main, people).length > 0;
  if (before !== undefined && before.speaker !== '' && main.content.size < 3 && !isOfOthers)
    return before;
  const promised = promiseBefore(all, main);
  if (promised !== undefined) return promised;
  const names = asked === undefined ? [] : addressed(asked, people);
  const isRequest = main.own['requestYou'] && main.own['question'];
  const since = asked?.at ?? (isRequest ? main.at : -1);
  const after = members.filter((one) => one.at > since && isOwn(one, people));
  const others = after.filter((one) => asked === undefined || isOther(asked, one));
  return (
    others.find((one) => names.length === 0 || names.includes(people.shown(one.speaker))) ??
    others.find(({ own }) => own['takesOn'])
  );
}

/** Who was asked just before, where the group is only the answer: "Bo, would you?" "Until Tuesday." */
function requestBefore(
  all: readonly Utterance[],
  first: Utterance,
  people: People,
): Utterance | undefined {
  return all
    .slice(Math.max(0, first.at - 4), first.at)
    .toReversed()
    .find(
      (one) =>
        first.turn - one.turn <= 2 &&
        isOther(one, first) &&
        (first.speaker === '' || addressed(one, people).includes(people.shown(first.speaker))) &&
        (one.own['requestYou'] || one.own['question'] || /\byou\b/i.test(one.text)) &&
        addressed(one, people).length > 0,
    );
}

/** Whether the speaker says that they do it, and nobody else. */
function isOwn(one: Utterance, people: People): boolean {
  if (!takesOn(one) || one.speaker === '' || isAskedFor(one)) return false;
  if (one.own['question'] && one.own['someone'] && one.own['requestYou']) return false;
  if (
    one.own['question'] &&
    (one.own['imperative'] || asksYou.test(one.text) || offMe.test(one.text))
  )
    return false;
  if (one.own['conditional'] && one.own['wouldI'] && one.own['someone']) return false;
  const isOwnDoing = one.own['subjectI'] && (one.own['doing'] || isDoing(one));
  const isForAll = one.own['someone'] && !ofSomebody.test(one.text);
  const isTaken = one.own['takesOn'] && !onlyMe.test(one.text);
  if (isForAll && !one.own['promisesVerb'] && !isTaken && !isOwnDoing) return false;
  const self = people.shown(one.speaker);
  const [other] = people.in(one.words).filter(({ name }) => name !== self);
  if (other === undefined || pairIn(one, people).length > 0) return true;
  if (one.own['question'] && one.own['vocative']) return false;
  const place = one.words.findIndex(({ lower }) => /^(?:i|me|mine|i'll|i'm|i'd|ill)$/.test(lower));
  return place !== -1 && (place < other.at || Boolean(one.own['promisesVerb']));
}

/** Who asks so says when they do it. */
const asksIfEnough = /^(?:is|would) [^?]*\b(?:early|soon|good) enough\?$/i;

/** "Somebody should show me how", "somebody has to, it's on nobody's list, including mine" */
const onlyMe =
  /^(?!.*\b(?:i['’]ll|i will|i can|i could|i do|i take|on it|me neither)\b).*\b(?:somebody|someone)(?:['’]s| (?:should|has|needs|ought|must|will|could|can))\b.*\b(?:me|mine)\b/iu;

/** "I'll not get to it, can somebody take it off me?" */
const offMe = /\b(?:off me|off my (?:hands|plate)|from me)\b/i;

/** "I'll take it out today, before somebody grows fond of it." */
const ofSomebody = /\b(?:before|until|when) (?:somebody|someone|anybody|anyone)\b/i;

/** "Could you ask him, this week?" */
const asksYou = /^(?:\p{L}+,? )?(?:can|could|will|would) you\b/iu;

/** Who is spoken to, or said to do it; the speaker themself only when they name themself. */
function addressed({ words, speaker, own }: Utterance, people: People): string[] {
  const named = people.in(words);
  const doers = named.filter(({ at }) => isDoneBy(words, at));
  if (doers[0] !== undefined) return row(named, doers[0], words).map(({ name }) => name);
  const self = speaker === '' ? '' : people.shown(speaker);
  if (!(
    own['vocative'] ||
    own['namedSubject'] ||
    own['namedDoes'] ||
    own['requestYou'] ||
    own['listed'] ||
    own['plainWork']
  ))
    return [];
  const [first] = named.filter(({ name }) => name !== self);
  if (first === undefined) return [];
  return [...new Set(row(named, first, words).map(({ name }) => name))];
}

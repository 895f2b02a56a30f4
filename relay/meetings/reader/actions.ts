import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '../../../shared/contract/fields.ts';
import { asData } from '../../../shared/kernel/display.ts';
import type { Effort } from './days/deadlines.ts';
import type { FoundAction } from '../extracted-items.ts';
import { assigneeOf } from './owners/assignee.ts';
import { common, overlap } from './words/content.ts';
import { isOther } from './signals/context.ts';
import { rounded } from './decisions.ts';
import { dueOf, goesOn, isLabelled } from './days/due.ts';
import { filesBeside, filesOf, isOfLogin, pointsAt } from './files.ts';
import { withGuessedSpeakers } from './owners/guessed-speakers.ts';
import { groupOf, type Group, type Scored } from './groups.ts';
import { withoutTakenBack } from './taken-back.ts';
import { withoutHandedOver } from './taken-over.ts';
import type { People } from './words/people.ts';
import type { Utterance } from './signals/signals.ts';
import { isOfDays, pointsOnly, workSaid, workTitle } from './work-title.ts';
import { priorityIn } from './words/wording.ts';

const least = 0.3;
const answersWithin = 2;

export interface ActionContext {
  readonly people: People;
  readonly nowMs: number;
  readonly effort: Effort;
}

/** MTG-11: who does what, each with its confidence. */
export async function actionsIn(
  all: readonly Utterance[],
  scored: readonly Scored[],
  context: ActionContext,
): Promise<FoundAction[]> {
  const standing = await withoutTakenBack(
    actionGroups(scored.filter(({ score }) => score >= least)),
    all,
  );
  const heard = withGuessedSpeakers(all, context.people);
  const groups = await withoutHandedOver(standing, heard, context.people);
  const actions: { group: Group; action: FoundAction }[] = [];
  for (const group of groups) {
    const assignee = assigneeOf(heard, heardOf(heard, group), context.people);
    actions.push({ group, action: actionOf(all, group, assignee, context) });
    await nextTurn();
  }
  return withoutRepeats(actions).map(({ action }) => action);
}

/** The sentences of a group with the speakers that were guessed. */
function heardOf(heard: readonly Utterance[], { main, members }: Group) {
  const found = ({ utterance }: Scored) => heard[utterance.at] ?? utterance;
  return { main: found(main), members: members.map(found) };
}

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

/** In a short talk what somebody plainly says to do is work of its own, unless it answers a request: "Sure, I'll add it." */
function isNewPlainWork(
  group: readonly Scored[],
  { own, content, text, turn }: Utterance,
): boolean {
  if (!own['plainWork'] || own['takesUp'] || isOfDays(content)) return false;
  const last = group.at(-1)?.utterance;
  const isAnswer = last !== undefined && last.turn < turn && isRequest(last);
  return (
    !isAnswer ||
    !(pointsAt.test(text) || group.some(({ utterance }) => common(utterance.content, content) > 0))
  );
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

function actionOf(
  all: readonly Utterance[],
  group: Group,
  assignee: string,
  { people, nowMs, effort }: ActionContext,
): FoundAction {
  const main = group.main.utterance;
  const members = group.members.map(({ utterance }) => utterance);
  const { said, meant } = workSaid(all, members);
  const pointedAt = meant === undefined || isOfLogin(meant) ? [] : [meant];
  const named = filesOf(all, main, [[...said, ...pointedAt, ...members]]);
  const remarks = remarkOn(all, members.at(-1) ?? main);
  const sources = [
    ...members,
    ...pointedAt,
    ...pointedAt.flatMap((one) => remarkOn(all, one)),
    ...remarks,
  ];
  const owners = assignee.split(/, | and /);
  const isTheirs = ({ speaker }: Utterance) =>
    speaker !== '' && owners.includes(people.shown(speaker));
  const theirs = members.filter(isTheirs);
  const others = members.filter((one) => !isTheirs(one));
  // In a short talk "it" of one matter is no file of another one: what it means is known, or said beside it.
  const mayPointAtAny = !main.own['plainWork'] || (meant === undefined && pointsOnly(main));
  const beside = () => filesBeside(all, main, group.content, { mayPointAtAny });
  const isDue = meant?.own['due'] && isOther(meant, main) && main.content.size <= 1;
  const due = isDue ? [meant] : [];
  const deadline = dueOf(all, [...due, ...others, ...theirs], main, { nowMs, effort, isTheirs });
  return {
    action: workTitle({ said, meant }, people),
    assignee,
    priority: priorityIn(sources.map(({ text }) => text).join(' ')),
    files: named.length > 0 || isLabelled(main) ? named : beside(),
    ...(deadline?.day && { deadline: deadline.day }),
    ...(deadline && { deadline_words: deadline.words }),
    sentence: asData(main.text, limits.sentence),
    confidence: rounded(group.score),
  };
}

/** What is said right after it, unless that is work of its own. */
function remarkOn(all: readonly Utterance[], last: Utterance): Utterance[] {
  const next = all[last.at + 1];
  if (next === undefined || next.turn - last.turn > 1) return [];
  return isLabelled(next) || next.own['plainWork'] ? [] : [next];
}

/** What is said again at the end of a meeting counts once. */
function withoutRepeats<One extends { group: Group; action: FoundAction }>(
  found: readonly One[],
): One[] {
  const kept: One[] = [];
  for (const one of found) {
    const same = kept.findIndex(
      ({ group, action }) =>
        (action.assignee === one.action.assignee ||
          one.action.assignee === '' ||
          action.assignee === '') &&
        common(group.content, one.group.content) >= 2 &&
        overlap(group.content, one.group.content) >= 0.6,
    );
    const earlier = kept[same];
    if (earlier === undefined) kept.push(one);
    else kept[same] = { ...earlier, action: merged(earlier.action, one.action) };
  }
  return kept;
}

function merged(one: FoundAction, again: FoundAction): FoundAction {
  return {
    ...again,
    ...one,
    assignee: again.assignee || one.assignee,
    confidence: Math.max(one.confidence ?? 0, again.confidence ?? 0),
  };
}

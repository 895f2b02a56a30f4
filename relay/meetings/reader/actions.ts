import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '../../../shared/contract/fields.ts';
import { asData } from '../../../shared/kernel/display.ts';
import type { Effort } from './days/deadlines.ts';
import type { FoundAction } from '../extracted-items.ts';
import { assigneeOf } from './owners/assignee.ts';
import { common, overlap } from './words/content.ts';
import { isOther } from './signals/context.ts';
import { rounded } from './decisions.ts';
import { mayNameDay } from './days/day-words.ts';
import { dueOf } from './days/due.ts';
import { isLabelled } from './days/said-after.ts';
import { filesBeside, filesOf, isOfLogin } from './files.ts';
import { withGuessedSpeakers } from './owners/guessed-speakers.ts';
import { actionGroups } from './action-groups.ts';
import type { Group, Scored } from './groups.ts';
import { standing, type Weighing } from './standing.ts';
import { withoutHandedOver } from './taken-over.ts';
import type { People } from './people/people.ts';
import type { Utterance } from './signals/signals.ts';
import { isOfDays, isOnlyOfDays, pointsOnly, workSaid, workTitle } from './titles/work-title.ts';
import { priorityIn } from './words/type-and-priority.ts';
import { withoutCalled, withoutDay } from './titles/wording.ts';

const least = 0.3;

export interface ActionContext {
  readonly people: People;
  readonly nowMs: number;
  readonly effort: Effort;
  /** What tells that an item stands at the end. */
  readonly weighing: Weighing;
}

/** The sentences that are of one action item; `heard` are those of all, with their speakers. */
export async function workGroups(
  scored: readonly Scored[],
  heard: readonly Utterance[],
  people: People,
): Promise<Group[]> {
  const likely = scored.filter(({ score }) => score >= least);
  return withoutHandedOver(actionGroups(likely), heard, people);
}

/** MTG-11: who does what, each with its confidence. */
export async function actionsIn(
  all: readonly Utterance[],
  scored: readonly Scored[],
  context: ActionContext,
): Promise<FoundAction[]> {
  const heard = withGuessedSpeakers(all, context.people);
  const said = await workGroups(scored, heard, context.people);
  const { weights, isShort } = context.weighing;
  const groups = await standing(said, all, { weights, keeps: () => isShort });
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
  const deadline = dueOf(all, [...due, ...others, ...theirs], main, {
    nowMs,
    effort,
    isOpen: assignee === '',
    isTheirs,
  });
  // "(Carla, Friday)"
  const deadlineWords = deadline?.words.replace(/^[\s(,]+|[\s),.;]+$/g, '') ?? '';
  return {
    action: withoutCalled(
      withoutDay(workTitle({ said, meant }, people), deadlineWords, assignee),
      assignee,
    ),
    assignee,
    priority: priorityIn(sources.map(({ text }) => text).join(' ')),
    files: named.length > 0 || isLabelled(main) ? named : beside(),
    ...(deadline?.day && { deadline: deadline.day }),
    ...(deadline && { deadline_words: deadlineWords }),
    sentence: asData(main.text, limits.sentence),
    confidence: rounded(group.score),
  };
}

/** What is said right after it, unless that is work of its own. */
function remarkOn(all: readonly Utterance[], last: Utterance): Utterance[] {
  const next = all[last.at + 1];
  if (next === undefined || next.turn - last.turn > 1) return [];
  const isRequest = (next.own['vocative'] || next.own['requestYou']) && next.content.size >= 2;
  return isLabelled(next) || next.own['plainWork'] || isRequest ? [] : [next];
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
        (action.action === one.action.action ||
          group.main.utterance.at === one.group.main.utterance.at ||
          saysNoMoreThan(action, one) ||
          isSameMatter(group, one.group) ||
          isInListAgain({ group, action }, one)),
    );
    const earlier = kept[same];
    if (earlier === undefined) kept.push(one);
    else if (saysBetter(one.group, earlier.group))
      kept[same] = { ...one, action: merged(one.action, earlier.action) };
    else if (isOnlyOfDays(one.group.main.utterance.content))
      kept[same] = {
        ...earlier,
        action: { ...merged(earlier.action, one.action), ...dayOf(one.action) },
      };
    else kept[same] = { ...earlier, action: merged(earlier.action, one.action) };
  }
  return kept;
}

/** "I'll prepare the banner before Black Friday" says what is done, and "The sale starts on Black Friday" does not. */
function saysBetter(one: Group, earlier: Group): boolean {
  const [own, before] = [one.main.utterance.own, earlier.main.utterance.own];
  return Boolean(own['plainWork'] && !own['takesUp'] && !before['plainWork']);
}

/** "I'll send it by Thursday." "You're off." "Friday then."; "Tell me by the 27th." "Will do." */
function saysNoMoreThan(
  earlier: FoundAction,
  { group, action }: { group: Group; action: FoundAction },
): boolean {
  const isSame = action.action !== '' && earlier.action.startsWith(action.action);
  return isSame && isOfDays(group.main.utterance.content);
}

function isSameMatter({ content }: Group, { content: other }: Group): boolean {
  return common(content, other) >= 2 && overlap(content, other) >= 0.6;
}

/** The list of items at the end of minutes says in other words what one person was given for one day. */
function isInListAgain(
  { group, action }: { group: Group; action: FoundAction },
  again: { group: Group; action: FoundAction },
): boolean {
  const isOne = action.assignee !== '' && action.assignee === again.action.assignee;
  const isSameDay = action.deadline !== undefined && action.deadline === again.action.deadline;
  const [said, listed] = [group.main.utterance, again.group.main.utterance];
  const isListed = isLabelled(listed) && !isLabelled(said);
  return isListed && isOne && isSameDay && commonWork(group, again.group) >= 1;
}

/** The words that both share, but for those of the day. */
function commonWork({ content }: Group, { content: other }: Group): number {
  return [...content].filter((word) => other.has(word) && !mayNameDay(word)).length;
}

function dayOf({ deadline, deadline_words }: FoundAction): Partial<FoundAction> {
  return deadline === undefined ? {} : { deadline, ...(deadline_words && { deadline_words }) };
}

function merged(one: FoundAction, again: FoundAction): FoundAction {
  return {
    ...again,
    ...one,
    assignee: again.assignee || one.assignee,
    confidence: Math.max(one.confidence ?? 0, again.confidence ?? 0),
  };
}

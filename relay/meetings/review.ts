import type { Input, Output } from '../../shared/api/operations.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { asData } from '../../shared/kernel/display.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { builtInReader, readBy } from '../../shared/meetings/method.ts';
import type { ActionItem, ResultState } from '../../shared/meetings/results.ts';
import type { Scope } from '../access/authorizer.ts';
import { markUnconfirmed, reword, restore, withdraw } from '../decisions/reaffirm.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { MeetingRow } from '../store/schema.ts';
import { followAction, followDecision, type Released } from '../work-packages/follow-review.ts';
import { handOver } from '../work-packages/hand-over.ts';
import type { AddedFile } from '../work-packages/plan.ts';
import { actionsOf } from './records.ts';
import { isMeant, memberMeant, type NamedMember } from './members.ts';
import { outcomeOf } from './complete.ts';
import * as queries from './queries.ts';
import { selectNamesOfMembers, updateMeetingDecision } from './review-queries.ts';
import { changedAction, refuseReview, type ResultChanges } from './rules.ts';
import {
  reviewSuggestion,
  settle,
  type ReviewContext,
  type Reviewed,
} from './review-suggestion.ts';
import { suggestionsOf } from './suggestions.ts';

/**
 * MTG-8, MTG-12: a person confirms, changes, drops or assigns a result or a suggestion. Answers what came of the meeting as it is
 * then. NotFound: no such result. Saying the same again changes nothing and is told to nobody. `added`: see `filesToAdd`.
 */
export async function review(
  transaction: Transaction,
  scope: Scope,
  { meeting_id: meetingId, result_id: id, ...changes }: Input<'reviewResult'>,
  added: readonly AddedFile[],
): Promise<Output<'reviewResult'> | Refusal> {
  const db = transaction.connection.kysely;
  const meeting = await queries.selectMeeting(db, scope.workspaceId, meetingId);
  if (meeting === undefined) return noSuchMeeting();
  const context = { transaction, scope, meeting };
  const reviewed = await reviewOne(context, id, { changes, added });
  if (isRefusal(reviewed)) return reviewed;
  if (reviewed !== undefined) await settle(context, reviewed);
  const now = (await queries.selectMeeting(db, scope.workspaceId, meetingId)) ?? meeting;
  const { assignee } = changes;
  const said = assignee === undefined ? [] : await give(context, now, { id, assignee });
  const outcome = await outcomeOf(db, now);
  return said.length === 0
    ? outcome
    : { ...outcome, notices: [...(outcome.notices ?? []), ...said] };
}

/** MTG-27, PKG-4: an action item that was given to somebody takes its package along. Answers what is said in this answer only. */
async function give(
  { transaction, scope, meeting }: ReviewContext,
  now: MeetingRow,
  { id, assignee }: { id: string; assignee: string | null },
): Promise<string[]> {
  const members = await selectNamesOfMembers(transaction.connection.kysely, scope.workspaceId);
  const to = memberCalled(members, assignee);
  const unknown =
    assignee === null || assignee === '' || to !== undefined ? [] : [nobodyIs(assignee)];
  const [was, all] = [actionsOf(meeting).find((one) => one.id === id), actionsOf(now)];
  const item = all.find((one) => one.id === id);
  if (item === undefined || item.state === 'dropped') return unknown;
  const handed = {
    ...{ item, all, to: to?.id, before: was?.assignee ?? '', by: scope.caller.name },
    means: (name: string, userId: string) => isMeant(members, name, userId),
  };
  return [...unknown, ...(await handOver(transaction, now, handed))];
}

/** MTG-27: where the words that were given mean nobody or several. */
function nobodyIs(called: string): string {
  return `No member of this workspace is meant by ${asData(called, 80)}, or several are: the name is kept as it was given, and no work package goes to anybody.`;
}

export function noSuchMeeting(): Refusal {
  return refuse('NotFound', 'No such meeting.');
}

/** Answers the result as it is now; undefined when nothing has changed. */
async function reviewOne(
  context: ReviewContext,
  id: string,
  { changes, added }: { changes: ResultChanges; added: readonly AddedFile[] },
): Promise<Reviewed | undefined | Refusal> {
  const { transaction, scope, meeting } = context;
  const db = transaction.connection.kysely;
  const decisions = await queries.selectDecisionsOfMeeting(db, scope.workspaceId, meeting.id);
  const decision = decisions.find((one) => one.id === id);
  if (decision !== undefined) return reviewDecision(context, decision, changes);
  const members = await selectNamesOfMembers(db, scope.workspaceId);
  const member = memberCalled(members, changes.assignee);
  if (member === undefined && isUserId(changes.assignee)) return noSuchMember();
  const action = actionsOf(meeting).find((one) => one.id === id);
  if (action !== undefined) return reviewAction(context, action, { changes, member });
  const suggestion = suggestionsOf(meeting).find((one) => one.id === id);
  if (suggestion !== undefined) {
    return reviewSuggestion(context, suggestion, { changes, member, decisions, added });
  }
  return refuse('NotFound', 'No such result of this meeting. It lists what it led to.');
}

async function reviewDecision(
  { transaction, scope, meeting }: ReviewContext,
  found: queries.DecisionOfMeeting,
  changes: ResultChanges,
): Promise<Reviewed | undefined | Refusal> {
  const { id, position: at } = found;
  const before = found.review === '' ? undefined : (found.review as ResultState);
  const words = {
    title: changes.title ?? found.title,
    rationale: changes.rationale ?? found.rationale,
  };
  const isOther = words.title !== found.title || words.rationale !== found.rationale;
  const { reviewed_by: reviewedBy } = found;
  const now = { kind: 'decision', state: before, words: found, reviewedBy } as const;
  const refusal = refuseReview(now, changes, isOther);
  if (refusal !== undefined) return refusal;
  const state = changes.state ?? before;
  if (state === before && !isOther) return undefined;
  const key = { workspaceId: meeting.workspace_id, meetingId: meeting.id, id };
  await updateMeetingDecision(transaction.connection.kysely, key, {
    state: state ?? '',
    reviewed_by: scope.caller.name,
    reviewed_at: transaction.nowMs,
  });
  if (state === 'dropped') await withdraw(transaction, found);
  else if (before === 'dropped') await restore(transaction, found);
  if (isOther) await reword(transaction, found, words);
  await markUnconfirmed(transaction, found, state === 'found' && isOfBuiltInReader(meeting, found));
  tellReleased(transaction, scope, await followDecision(transaction, meeting, id));
  return { kind: 'decision', id, at, title: words.title, state };
}

/** MTG-18: earlier versions kept no confidence. */
function isOfBuiltInReader({ method }: MeetingRow, found: queries.DecisionOfMeeting): boolean {
  return found.confidence !== null || readBy(method) === builtInReader;
}

/** The same of an action item. `member`: the one whom its new assignee means. */
async function reviewAction(
  { transaction, scope, meeting }: ReviewContext,
  found: ActionItem,
  { changes, member }: { changes: ResultChanges; member: NamedMember | undefined },
): Promise<Reviewed | undefined | Refusal> {
  const { connection, nowMs } = transaction;
  const { item: changed, isOther } = changedAction(found, changes, member?.name);
  const { state, reviewed_by: reviewedBy } = found;
  const now = { kind: 'action', state, words: found, reviewedBy } as const;
  const refusal = refuseReview(now, changes, isOther);
  if (refusal !== undefined) return refusal;
  if (!isOther && changed.state === found.state) return undefined;
  const item = {
    ...changed,
    reviewed_by: scope.caller.name,
    reviewed_at: toTimestamp(nowMs),
  };
  const items = actionsOf(meeting);
  const at = items.findIndex(({ id }) => id === found.id);
  const action_items = JSON.stringify(items.with(at, item));
  const key = { workspaceId: scope.workspaceId, id: meeting.id };
  await queries.updateMeeting(connection.kysely, key, { action_items });
  const released = await followAction(
    transaction,
    { ...meeting, action_items },
    {
      id: found.id,
      before: found.action,
      action: item.action,
      isDropped: item.state === 'dropped',
    },
  );
  tellReleased(transaction, scope, released);
  return { kind: 'action', id: item.id, at, title: item.action, state: item.state };
}

/** PKG-4: who had a package hears that it is theirs no more. */
function tellReleased(
  { log }: Transaction,
  { workspaceId, caller: { name: user } }: Scope,
  released: readonly Released[],
): void {
  for (const work_package of released)
    log.append(workspaceId, { type: 'work_package_changed', work_package, user });
}

/** MTG-27: the one member whom a name or an id means; undefined for anybody else. */
function memberCalled(
  members: readonly NamedMember[],
  called: string | null | undefined,
): NamedMember | undefined {
  if (called === undefined || called === null) return undefined;
  return members.find(({ id }) => id === called) ?? memberMeant(members, called);
}

function isUserId(called: string | null | undefined): boolean {
  return /^usr_\w+$/.test(called ?? '');
}

function noSuchMember(): Refusal {
  const text = 'assignee: no member of this workspace has this id.';
  return refuse('ValidationError', text, { field: 'assignee' });
}

import type { Input, Output } from '../../shared/api/operations.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { ActionItem, ResultKind, ResultState } from '../../shared/meetings/results.ts';
import type { Scope } from '../access/authorizer.ts';
import { reword, restore, withdraw } from '../decisions/withdraw.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { MeetingRow } from '../store/schema.ts';
import { assignPackage, followAction, followDecision } from '../work-packages/follow-review.ts';
import { actionsOf } from './action-items.ts';
import { outcomeOf } from './outcome.ts';
import * as queries from './queries.ts';
import {
  deleteUnreviewed,
  insertUnreviewed,
  selectMembersCalled,
  updateMeetingDecision,
} from './review-queries.ts';
import { unreviewedRow } from './review-records.ts';
import { changedAction, refuseReview, type ResultChanges } from './rules.ts';

/** A result after a change; `at` is its place among those of its kind. */
interface Reviewed {
  readonly kind: ResultKind;
  readonly id: string;
  readonly at: number;
  readonly title: string;
  readonly state: ResultState | undefined;
}

/**
 * MTG-8: a person confirms, changes, drops or assigns a result. Answers what came of the meeting as it is then. NotFound: no such
 * result. Saying the same again changes nothing and is told to nobody.
 */
export async function review(
  transaction: Transaction,
  scope: Scope,
  { meeting_id: meetingId, result_id: id, ...changes }: Input<'reviewResult'>,
): Promise<Output<'reviewResult'> | Refusal> {
  const db = transaction.connection.kysely;
  const meeting = await queries.selectMeeting(db, scope.workspaceId, meetingId);
  if (meeting === undefined) return noSuchMeeting();
  const decisions = await queries.selectDecisionsOfMeeting(db, scope.workspaceId, meetingId);
  const decision = decisions.find((one) => one.id === id);
  const action = actionsOf(meeting).find((one) => one.id === id);
  if (decision === undefined && action === undefined) {
    return refuse('NotFound', 'No such result of this meeting. It lists what it led to.');
  }
  const context = { transaction, scope, meeting };
  const reviewed =
    decision === undefined
      ? await reviewAction(context, action as ActionItem, changes)
      : await reviewDecision(context, decision, changes);
  if (isRefusal(reviewed)) return reviewed;
  if (reviewed !== undefined) await settle(context, reviewed);
  const now = await queries.selectMeeting(db, scope.workspaceId, meetingId);
  return outcomeOf(db, now ?? meeting);
}

interface Context {
  readonly transaction: Transaction;
  readonly scope: Scope;
  readonly meeting: MeetingRow;
}

export function noSuchMeeting(): Refusal {
  return refuse('NotFound', 'No such meeting.');
}

/** Answers the result as it is now; undefined when nothing has changed. */
async function reviewDecision(
  { transaction, meeting }: Context,
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
  const refusal = refuseReview({ kind: 'decision', state: before }, changes, isOther);
  if (refusal !== undefined) return refusal;
  const state = changes.state ?? before;
  if (state === before && !isOther) return undefined;
  const db = transaction.connection.kysely;
  const key = { workspaceId: meeting.workspace_id, meetingId: meeting.id, id };
  await updateMeetingDecision(db, key, state ?? '');
  if (state === 'dropped') await withdraw(transaction, found);
  else if (before === 'dropped') await restore(transaction, found);
  if (isOther) await reword(transaction, found, words);
  await followDecision(transaction, meeting, id);
  return { kind: 'decision', id, at, title: words.title, state };
}

/** The same of an action item. */
async function reviewAction(
  { transaction, scope, meeting }: Context,
  found: ActionItem,
  changes: ResultChanges,
): Promise<Reviewed | undefined | Refusal> {
  const { connection } = transaction;
  const member = await memberCalled(transaction, scope, changes.assignee);
  if (isRefusal(member)) return member;
  const changed = changedAction(found, changes, member?.name);
  const refusal = refuseReview({ kind: 'action', state: found.state }, changes, changed.isOther);
  if (refusal !== undefined) return refusal;
  const { item } = changed;
  if (!changed.isOther && item.state === found.state) return undefined;
  const items = actionsOf(meeting);
  const at = items.findIndex(({ id }) => id === found.id);
  const action_items = JSON.stringify(items.with(at, item));
  const key = { workspaceId: scope.workspaceId, id: meeting.id };
  await queries.updateMeeting(connection.kysely, key, { action_items });
  await followAction(transaction, meeting, {
    before: found.action,
    action: item.action,
    isDropped: item.state === 'dropped',
  });
  if (member !== undefined) {
    const assigned = { action: item.action, member: member.id, by: scope.caller.name };
    await assignPackage(transaction, meeting, assigned);
  }
  return { kind: 'action', id: item.id, at, title: item.action, state: item.state };
}

/** The one member whom a name or an id means; undefined for anybody else. Refused: the id of nobody here. */
async function memberCalled(
  { connection }: Transaction,
  { workspaceId }: Scope,
  called: string | null | undefined,
): Promise<{ id: string; name: string } | undefined | Refusal> {
  if (called === undefined || called === null) return undefined;
  const [one, another] = await selectMembersCalled(connection.kysely, workspaceId, called);
  if (one !== undefined && another === undefined) return one;
  if (one !== undefined || !/^usr_\w+$/.test(called)) return undefined;
  const text = 'assignee: no member of this workspace has this id.';
  return refuse('ValidationError', text, { field: 'assignee' });
}

/** Takes it off the list of what waits, or puts it there again, and tells the team. */
async function settle(
  { transaction, scope, meeting }: Context,
  { kind, id, at, title, state = 'confirmed' }: Reviewed,
): Promise<void> {
  const db = transaction.connection.kysely;
  const row = unreviewedRow(meeting, { kind, id, at });
  if (state === 'found') await insertUnreviewed(db, [row]);
  else await deleteUnreviewed(db, row);
  transaction.log.append(scope.workspaceId, {
    type: 'meeting_reviewed',
    meeting: { id: meeting.id, title: meeting.title },
    result: { id, title, state, kind },
    user: scope.caller.name,
  });
}

import type { Input } from '../../shared/api/operations.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import type { ActionItem, ResultState, ResultKind } from '../../shared/meetings/results.ts';
import { record } from '../decisions/record.ts';
import type { Database } from '../store/database.ts';
import type { MeetingRow } from '../store/schema.ts';
import { packResult } from '../work-packages/pack-result.ts';
import { addedFiles, type AddedFile } from '../work-packages/plan.ts';
import { actionsOf, toThousandths } from './records.ts';
import * as queries from './queries.ts';
import { changedAction, refuseReview, type ResultChanges } from './rules.ts';
import { actionOfSuggestion, suggestionsOf, type KeptSuggestion } from './suggestions.ts';
import type { Scope } from '../access/authorizer.ts';
import type { Transaction } from '../store/group-committer.ts';
import { deleteUnreviewed, insertUnreviewed } from './review-queries.ts';
import { suggestedRow, unreviewedRow } from './review-records.ts';

/** What a person says of a suggestion. */
interface SuggestionReview {
  readonly changes: ResultChanges;
  /** The one whom its new assignee means, where it is a member. */
  readonly member: { readonly name: string } | undefined;
  /** The decisions of its meeting. */
  readonly decisions: readonly queries.DecisionOfMeeting[];
  readonly added: readonly AddedFile[];
}

/** PKG-5, PKG-7: what the symbol graph adds to the files of a suggestion that is confirmed; to be read before the transaction. */
export async function filesToAdd(
  database: Database,
  meeting: MeetingRow,
  { result_id: id, state, title, action }: Input<'reviewResult'>,
): Promise<AddedFile[]> {
  const found = suggestionsOf(meeting).find((one) => one.id === id);
  if (found === undefined || state !== confirmed) return [];
  const { kind, sentence = '' } = found;
  const files = (kind === 'decision' ? found.affected_files : found.files) ?? [];
  const words = title ?? action ?? found.title;
  return addedFiles(database, meeting.workspace_id, { kind, title: words, files, sentence });
}

/** MTG-12: records a suggestion that is confirmed; one that is dropped waits no more. Undefined: nothing has changed. */
export async function reviewSuggestion(
  context: ReviewContext,
  found: KeptSuggestion,
  { changes, member, decisions, added }: SuggestionReview,
): Promise<Reviewed | undefined | Refusal> {
  const { one, isOther } = changedSuggestion(found, changes, member?.name);
  const before = found.state ?? 'found';
  const words = found.kind === 'decision' ? found : actionOfSuggestion(found);
  const refusal = refuseReview({ kind: found.kind, state: before, words }, changes, isOther);
  if (refusal !== undefined) return refusal;
  const state = changes.state ?? before;
  if (state === before && !isOther) return undefined;
  const kept = suggestionsOf(context.meeting);
  const at = kept.findIndex(({ id }) => id === found.id);
  const { id, kind, title } = one;
  await keep(context, kept.with(at, { ...one, state }));
  if (state !== 'confirmed') return { kind, id, at, title, state, isSuggestion: true };
  return kind === 'decision'
    ? recordDecision(context, one, { decisions, added })
    : recordAction(context, actionOfSuggestion(one), added);
}

/** The suggestion in the words that somebody gives it. */
function changedSuggestion(
  found: KeptSuggestion,
  changes: ResultChanges,
  member: string | undefined,
): { readonly one: KeptSuggestion; readonly isOther: boolean } {
  if (found.kind === 'decision') {
    const { title = found.title, rationale = found.rationale ?? '' } = changes;
    const isOther = title !== found.title || rationale !== (found.rationale ?? '');
    return { one: { ...found, title, rationale }, isOther };
  }
  const { item, isOther } = changedAction(actionOfSuggestion(found), changes, member);
  const { action: title, assignee, priority, deadline, deadline_words } = item;
  const { deadline: _day, deadline_words: _words, ...rest } = found;
  const days = { ...(deadline && { deadline }), ...(deadline_words && { deadline_words }) };
  return { one: { ...rest, title, assignee, priority, ...days }, isOther };
}

async function keep(
  { transaction, meeting }: ReviewContext,
  kept: readonly KeptSuggestion[],
): Promise<void> {
  const key = { workspaceId: meeting.workspace_id, id: meeting.id };
  const suggestions = JSON.stringify(kept);
  await queries.updateMeeting(transaction.connection.kysely, key, { suggestions });
}

const confirmed = 'confirmed' satisfies ResultState;

/** The suggestion becomes a decision of the meeting, behind those that it has, and gets its package. */
async function recordDecision(
  context: ReviewContext,
  one: KeptSuggestion,
  { decisions, added }: Pick<SuggestionReview, 'decisions' | 'added'>,
): Promise<Reviewed> {
  const { transaction, scope, meeting } = context;
  const { id, title, rationale = '', type = 'approach', sentence = '', confidence } = one;
  const files = one.affected_files ?? [];
  const areas = one.affected_areas ?? [];
  const recorded = await record(transaction, scope, { id, title, rationale, type, files, areas });
  // Only a decision that supersedes another can be refused, and this one does not. The throw rolls back.
  if (isRefusal(recorded)) throw new Error(recorded.message);
  const at = Math.max(-1, ...decisions.map(({ position }) => position)) + 1;
  await queries.insertMeetingDecisions(transaction.connection.kysely, [
    {
      workspace_id: meeting.workspace_id,
      meeting_id: meeting.id,
      decision_id: id,
      position: at,
      sentence,
      state: confirmed,
      confidence: toThousandths(confidence > 0 ? confidence : undefined),
      reviewed_by: scope.caller.name,
      reviewed_at: transaction.nowMs,
    },
  ]);
  if (type !== 'rejection') {
    const result = { kind: 'decision', id, title, rationale, files, added } as const;
    await packResult(transaction, meeting, result);
  }
  return { kind: 'decision', id, at, title, state: confirmed };
}

/** The same of an action item. */
async function recordAction(
  { transaction, scope, meeting }: ReviewContext,
  found: ActionItem,
  added: SuggestionReview['added'],
): Promise<Reviewed> {
  const { name: reviewed_by } = scope.caller;
  const reviewed_at = toTimestamp(transaction.nowMs);
  const items = actionsOf(meeting);
  const item: ActionItem = { ...found, state: confirmed, reviewed_by, reviewed_at };
  const key = { workspaceId: meeting.workspace_id, id: meeting.id };
  const action_items = JSON.stringify([...items, item]);
  await queries.updateMeeting(transaction.connection.kysely, key, { action_items });
  const { id, action, files = [] } = item;
  const result = { kind: 'action', id, title: action, rationale: '', files, added } as const;
  await packResult(transaction, { ...meeting, action_items }, result);
  return { kind: 'action', id, at: items.length, title: action, state: confirmed };
}

/** Who reviews results of which meeting. */
export interface ReviewContext {
  readonly transaction: Transaction;
  readonly scope: Scope;
  readonly meeting: MeetingRow;
}

/** A result or a suggestion after a review; `at` is its place among those of its kind. */
export interface Reviewed {
  readonly kind: ResultKind;
  readonly id: string;
  readonly at: number;
  readonly title: string;
  readonly state: ResultState | undefined;
  readonly isSuggestion?: true;
}

/** Takes it off the list of what waits, or puts it there again, and tells the team. */
export async function settle(
  { transaction, scope, meeting }: ReviewContext,
  { kind, id, at, title, state = 'confirmed', isSuggestion }: Reviewed,
): Promise<void> {
  const db = transaction.connection.kysely;
  const row = isSuggestion
    ? suggestedRow(meeting, { kind, id }, at)
    : unreviewedRow(meeting, { kind, id, at });
  if (state === 'found') await insertUnreviewed(db, [row]);
  else await deleteUnreviewed(db, row);
  transaction.log.append(scope.workspaceId, {
    type: 'meeting_reviewed',
    meeting: { id: meeting.id, title: meeting.title },
    result: { id, title, state, kind, ...(isSuggestion && { is_suggestion: true }) },
    user: scope.caller.name,
  });
}

import type { ResultKind, ResultState } from '../../shared/meetings/results.ts';
import type { Scope } from '../access/authorizer.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { MeetingRow } from '../store/schema.ts';
import { deleteUnreviewed, insertUnreviewed } from './review-queries.ts';
import { suggestedRow, unreviewedRow } from './review-records.ts';

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

import type { ResultKind, UnreviewedResult } from '../../shared/meetings/review.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { momentCursor, momentOf } from '../kernel/cursor.ts';
import type { MeetingRow, UnreviewedResultRow } from '../store/schema.ts';
import { actionsOf } from './action-items.ts';
import { maxItems } from './extracted-items.ts';
import type { ResultPlace, Unreviewed } from './review-queries.ts';

/** A result of a meeting that waits for a person; `at` is its place among those of its kind. */
export function unreviewedRow(
  { workspace_id, id: meeting_id, completed_at, created_at }: MeetingRow,
  { kind, id: result_id, at }: { kind: ResultKind; id: string; at: number },
): UnreviewedResultRow {
  return {
    workspace_id,
    created_at: completed_at ?? created_at,
    meeting_id,
    position: kind === 'decision' ? at : maxItems.decisions + at,
    result_id,
    kind,
  };
}

export function toUnreviewed(row: Unreviewed): UnreviewedResult {
  const item =
    row.kind === 'action' ? actionsOf(row).find(({ id }) => id === row.result_id) : undefined;
  const sentence = item === undefined ? row.sentence : item.sentence;
  return {
    meeting_id: row.meeting_id,
    meeting_title: row.meeting_title,
    kind: row.kind as ResultKind,
    id: row.result_id,
    title: item?.action ?? row.decision_title ?? '',
    ...(sentence && { sentence }),
    ...(item?.assignee && { assignee: item.assignee }),
    at: toTimestamp(row.created_at),
  };
}

/** The cursor behind a result: when its meeting was completed, and its place there. */
export function placeCursor({ created_at: createdAt, meeting_id, position }: Unreviewed): string {
  return momentCursor({ createdAt, id: `${meeting_id} ${position}` });
}

/** Refused with a ValidationError: what is no cursor of a list. */
export function placeOf(cursor: string | undefined): ResultPlace | undefined | Refusal {
  const moment = momentOf(cursor);
  if (moment === undefined || isRefusal(moment)) return moment;
  const [meetingId = '', position] = moment.id.split(' ');
  return {
    createdAt: moment.createdAt,
    meetingId,
    position: Number.parseInt(position ?? '', 10) || 0,
  };
}

import type { ActionItem } from '../../shared/meetings/results.ts';
import type { ResultKind, UnreviewedResult } from '../../shared/meetings/review.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { momentCursor, momentOf } from '../kernel/cursor.ts';
import type { MeetingRow, UnreviewedResultRow } from '../store/schema.ts';
import { actionsOf } from './action-items.ts';
import { maxItems } from './extracted-items.ts';
import type { MeetingOfResults, ResultPlace, Unreviewed } from './review-queries.ts';

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

/** What waits, as it goes over the wire; `meetings` has each meeting of the rows. */
export function toUnreviewed(
  rows: readonly Unreviewed[],
  meetings: readonly MeetingOfResults[],
): UnreviewedResult[] {
  const titles = new Map(meetings.map(({ id, title }) => [id, title]));
  const items = new Map(meetings.flatMap(actionsOf).map((item) => [item.id, item]));
  return rows.map((row) => {
    const { decision_title, meeting_id, result_id: id, kind, created_at } = row;
    const item = kind === 'action' ? items.get(id) : undefined;
    const sentence = item === undefined ? row.sentence : item.sentence;
    return {
      meeting_id,
      meeting_title: titles.get(meeting_id) ?? '',
      kind: kind as ResultKind,
      id,
      title: item?.action ?? decision_title ?? '',
      ...(sentence && { sentence }),
      ...(item === undefined ? decisionPart(row) : actionPart(item)),
      at: toTimestamp(created_at),
    };
  });
}

function decisionPart({ rationale, files }: Unreviewed): Partial<UnreviewedResult> {
  const paths = JSON.parse(files ?? '[]') as string[];
  return { ...(rationale && { rationale }), ...(paths.length > 0 && { files: paths }) };
}

function actionPart({ assignee, priority, deadline }: ActionItem): Partial<UnreviewedResult> {
  return { ...(assignee && { assignee }), priority, ...(deadline && { deadline }) };
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

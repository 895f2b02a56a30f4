import type { ActionItem, ResultKind, Suggestion } from '../../shared/meetings/results.ts';
import type { UnreviewedResult } from '../../shared/meetings/review.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { cursorOf, partsOf } from '../../shared/node/cursor.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import type { MeetingRow, UnreviewedResultRow } from '../store/schema.ts';
import { actionsOf } from './records.ts';
import { maxItems } from './extracted-items.ts';
import { actionOfSuggestion, suggestionsOf, type KeptSuggestion } from './suggestions.ts';
import type { MeetingOfResults, ResultPlace, Unreviewed } from './review-queries.ts';

/** As many suggestions as results can be confirmed. */
const most = { decisions: 2 * maxItems.decisions, actions: 2 * maxItems.actions };

/** A result of a meeting that waits for a person; `at` is its place among those of its kind. */
export function unreviewedRow(
  { workspace_id, id: meeting_id, completed_at, created_at }: MeetingRow,
  { kind, id: result_id, at }: { kind: ResultKind; id: string; at: number },
): UnreviewedResultRow {
  return {
    workspace_id,
    created_at: completed_at ?? created_at,
    meeting_id,
    position: kind === 'decision' ? at : most.decisions + at,
    result_id,
    kind,
    is_suggestion: 0,
  };
}

/** MTG-12: the same of a suggestion, which stands behind the results. */
export function suggestedRow(
  meeting: MeetingRow,
  { kind, id }: Pick<Suggestion, 'kind' | 'id'>,
  at: number,
): UnreviewedResultRow {
  const position = most.decisions + most.actions + at;
  return { ...unreviewedRow(meeting, { kind, id, at }), position, is_suggestion: 1 };
}

/** What waits, as it goes over the wire; `meetings` has each meeting of the rows. */
export function toUnreviewed(
  rows: readonly Unreviewed[],
  meetings: readonly MeetingOfResults[],
): UnreviewedResult[] {
  const titles = new Map(meetings.map(({ id, title }) => [id, title]));
  const items = new Map(meetings.flatMap(actionsOf).map((item) => [item.id, actionPart(item)]));
  const suggested = new Map(
    meetings.flatMap(suggestionsOf).map((one) => [one.id, suggestedPart(one)]),
  );
  return rows.map((row) => {
    const { meeting_id, result_id: id, kind, created_at } = row;
    const isSuggestion = row.is_suggestion === 1;
    const found = isSuggestion ? suggested.get(id) : items.get(id);
    return {
      meeting_id,
      meeting_title: titles.get(meeting_id) ?? '',
      kind: kind as ResultKind,
      ...(isSuggestion && { is_suggestion: true }),
      id,
      ...(found ?? decisionPart(row)),
      at: toTimestamp(created_at),
    };
  });
}

/** What a list shows of a result of any kind. */
type Shown = Pick<UnreviewedResult, 'title'> & Partial<UnreviewedResult>;

function decisionPart(row: Unreviewed): Shown {
  const { decision_title, sentence, rationale, files, confidence } = row;
  const paths = JSON.parse(files ?? '[]') as string[];
  return {
    title: decision_title ?? '',
    ...(sentence && { sentence }),
    ...(confidence !== null && { confidence: confidence / 1_000 }),
    ...(rationale && { rationale }),
    ...(paths.length > 0 && { files: paths }),
  };
}

function actionPart(item: ActionItem): Shown {
  const { action: title, sentence, confidence, assignee, priority, files = [] } = item;
  const { deadline, deadline_words } = item;
  return {
    title,
    ...(sentence && { sentence }),
    ...(confidence !== undefined && { confidence }),
    ...(assignee && { assignee }),
    priority,
    ...(deadline && { deadline }),
    ...(deadline_words && { deadline_words }),
    ...(files.length > 0 && { files }),
  };
}

function suggestedPart(one: KeptSuggestion): Shown {
  if (one.kind === 'action') return actionPart(actionOfSuggestion(one));
  const { title, sentence, confidence, rationale, affected_files: files } = one;
  return {
    title,
    ...(sentence && { sentence }),
    ...(confidence > 0 && { confidence }),
    ...(rationale && { rationale }),
    ...(files && { files }),
  };
}

/** The cursor behind a result: when its meeting was completed, and its place there, which several readings may fill. */
export function placeCursor({ created_at, meeting_id, position, result_id }: Unreviewed): string {
  return cursorOf([created_at, meeting_id, position, result_id]);
}

/** Refused with a ValidationError: what is no cursor of a list. */
export function placeOf(cursor: string | undefined): ResultPlace | undefined | Refusal {
  if (cursor === undefined) return undefined;
  const parts = partsOf(cursor, ['integer', 'text', 'integer', 'text']);
  if (isRefusal(parts)) return parts;
  const [createdAt, meetingId, position, resultId] = parts;
  return { createdAt, meetingId, position, resultId };
}

import type { Db, MeetingDecisionRow, MeetingRow, UnreviewedResultRow } from '../store/schema.ts';

/** Where a page of what waits for a person begins: behind this result. */
export interface ResultPlace {
  readonly createdAt: number;
  readonly meetingId: string;
  readonly position: number;
  /** Results of several readings may have one position. */
  readonly resultId: string;
}

/** A result that waits; of a decision with what a list shows of it. */
export interface Unreviewed extends UnreviewedResultRow {
  readonly decision_title: string | null;
  readonly rationale: string | null;
  /** JSON: paths. */
  readonly files: string | null;
  readonly sentence: string | null;
  /** In thousandths. */
  readonly confidence: number | null;
}

/** What a list shows of a meeting and its action items, without the transcript. */
export type MeetingOfResults = Pick<MeetingRow, 'id' | 'title' | 'action_items' | 'suggestions'>;

export async function insertUnreviewed(
  db: Db,
  rows: readonly UnreviewedResultRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('unreviewed_results')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteUnreviewed(
  db: Db,
  { workspace_id: workspaceId, meeting_id: meetingId, result_id: id }: UnreviewedResultRow,
): Promise<void> {
  await db
    .deleteFrom('unreviewed_results')
    .where('workspace_id', '=', workspaceId)
    .where('meeting_id', '=', meetingId)
    .where('result_id', '=', id)
    .execute();
}

/** These results of a meeting wait for nobody any more. */
export async function deleteUnreviewedOf(
  db: Db,
  { workspaceId, meetingId }: { workspaceId: string; meetingId: string },
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .deleteFrom('unreviewed_results')
    .where('workspace_id', '=', workspaceId)
    .where('meeting_id', '=', meetingId)
    .where('result_id', 'in', [...ids])
    .execute();
}

/** Newest meeting first, the results of one in its order. */
export function selectUnreviewed(
  db: Db,
  workspaceId: string,
  { limit, after }: { limit: number; after?: ResultPlace | undefined },
): Promise<Unreviewed[]> {
  let query = db
    .selectFrom('unreviewed_results as r')
    .leftJoin('decisions as d', 'd.id', 'r.result_id')
    .leftJoin('meeting_decisions as l', (on) =>
      on
        .onRef('l.workspace_id', '=', 'r.workspace_id')
        .onRef('l.meeting_id', '=', 'r.meeting_id')
        .onRef('l.decision_id', '=', 'r.result_id'),
    )
    .selectAll('r')
    .select(['d.title as decision_title', 'd.rationale', 'd.files', 'l.sentence', 'l.confidence'])
    .where('r.workspace_id', '=', workspaceId);
  if (after !== undefined) {
    const { createdAt, meetingId, position, resultId } = after;
    query = query.where((where) => {
      const ofMoment = where('r.created_at', '=', createdAt);
      const ofMeeting = [ofMoment, where('r.meeting_id', '=', meetingId)];
      return where.or([
        where('r.created_at', '<', createdAt),
        where.and([ofMoment, where('r.meeting_id', '<', meetingId)]),
        where.and([...ofMeeting, where('r.position', '>', position)]),
        where.and([
          ...ofMeeting,
          where('r.position', '=', position),
          where('r.result_id', '>', resultId),
        ]),
      ]);
    });
  }
  return query
    .orderBy('r.created_at', 'desc')
    .orderBy('r.meeting_id', 'desc')
    .orderBy('r.position')
    .orderBy('r.result_id')
    .limit(limit)
    .execute();
}

/** Each meeting once: its action items can be long. */
export function selectMeetingsOfResults(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
): Promise<MeetingOfResults[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('meetings')
    .select(['id', 'title', 'action_items', 'suggestions'])
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', [...new Set(ids)])
    .execute();
}

/** The result of a meeting that is a decision was reviewed. */
export async function updateMeetingDecision(
  db: Db,
  { workspaceId, meetingId, id }: { workspaceId: string; meetingId: string; id: string },
  changes: Pick<MeetingDecisionRow, 'state' | 'reviewed_by' | 'reviewed_at'>,
): Promise<void> {
  await db
    .updateTable('meeting_decisions')
    .set(changes)
    .where('workspace_id', '=', workspaceId)
    .where('meeting_id', '=', meetingId)
    .where('decision_id', '=', id)
    .execute();
}

/** All members of a workspace, as people call them. */
export function selectNamesOfMembers(
  db: Db,
  workspaceId: string,
): Promise<{ id: string; name: string; email: string }[]> {
  return db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.name', 'u.email'])
    .where('m.workspace_id', '=', workspaceId)
    .execute();
}

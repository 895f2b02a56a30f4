import { sql, type RawBuilder } from 'kysely';
import type { Moment } from '../kernel/cursor.ts';
import { newestFirst } from '../store/paging.ts';
import type { Db, DecisionRow, MeetingDecisionRow, MeetingRow } from '../store/schema.ts';

/** A meeting as a list shows it. */
export type MeetingSummary = Omit<
  MeetingRow,
  'transcript' | 'action_items' | 'suggestions' | 'notices' | 'speakers'
> & {
  readonly decisions_count: number;
  readonly work_packages_count: number;
  readonly unreviewed_count: number;
  readonly suggestions_count: number;
};

/** A decision with what its meeting says of it. */
export interface DecisionOfMeeting extends DecisionRow {
  readonly sentence: string;
  /** Its state as a result of the meeting; empty in meetings of earlier versions. */
  readonly review: string;
  readonly position: number;
  /** In thousandths. */
  readonly confidence: number | null;
  readonly reviewed_by: string;
  readonly reviewed_at: number | null;
}

export async function insertMeeting(db: Db, row: MeetingRow): Promise<void> {
  await db.insertInto('meetings').values(row).execute();
}

export async function updateMeeting(
  db: Db,
  { workspaceId, id }: { workspaceId: string; id: string },
  changes: Partial<MeetingRow>,
): Promise<void> {
  await db
    .updateTable('meetings')
    .set(changes)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

export function selectMeeting(
  db: Db,
  workspaceId: string,
  id: string,
): Promise<MeetingRow | undefined> {
  return db
    .selectFrom('meetings')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The newest completed meeting since a moment of these words and this title, and of the day, where it is said. */
export function selectSameMeeting(
  db: Db,
  workspaceId: string,
  same: { title: string; transcript: string; heldOn: string | undefined; sinceMs: number },
): Promise<MeetingRow | undefined> {
  let query = db
    .selectFrom('meetings')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('created_at', '>', same.sinceMs)
    .where('status', '=', 'completed')
    .where('title', '=', same.title)
    .where('transcript', '=', same.transcript);
  if (same.heldOn !== undefined) query = query.where('held_on', '=', same.heldOn);
  return query.orderBy('created_at', 'desc').limit(1).executeTakeFirst();
}

/** The workspace that a meeting belongs to; whoever asks has to be let in there first. */
export async function workspaceOfMeeting(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('meetings')
    .select('workspace_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.workspace_id;
}

/** Newest first; `before` is the last one of the page before. */
export async function selectMeetings(
  db: Db,
  workspaceId: string,
  page: { limit: number; before?: Moment | undefined },
): Promise<MeetingSummary[]> {
  const query = db
    .selectFrom('meetings as m')
    .select([
      'm.id',
      'm.workspace_id',
      'm.title',
      'm.status',
      'm.participants',
      'm.method',
      'm.created_by',
      'm.created_at',
      'm.completed_at',
      'm.held_on',
      'm.read_digest',
    ])
    .select([
      countOf(sql`meeting_decisions`, sql`state <> 'dropped'`).as('decisions_count'),
      countOf(sql`work_packages`, sql`withdrawn = 0`).as('work_packages_count'),
      countOf(sql`unreviewed_results`, sql`is_suggestion = 0`).as('unreviewed_count'),
      countOf(sql`unreviewed_results`, sql`is_suggestion = 1`).as('suggestions_count'),
    ])
    .where('m.workspace_id', '=', workspaceId);
  return newestFirst(query, ['m.created_at', 'm.id'], page).execute();
}

/** How many rows of it there are in a table. */
function countOf(table: RawBuilder<unknown>, condition: RawBuilder<unknown>) {
  return sql<number>`(SELECT count(*) FROM ${table} AS of_meeting
    WHERE of_meeting.workspace_id = m.workspace_id AND of_meeting.meeting_id = m.id AND ${condition})`;
}

/** What a search finds of a meeting; of its transcript the beginning. */
export type SearchedMeeting = Pick<
  MeetingRow,
  'id' | 'workspace_id' | 'title' | 'status' | 'action_items' | 'transcript'
>;

export function selectMeetingsById(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
): Promise<SearchedMeeting[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return searchedMeetings(db, workspaceId)
    .where('id', 'in', [...ids])
    .execute();
}

/** Every meeting of a workspace by id, a page at a time, to fill an index. */
export function selectMeetingsAfter(
  db: Db,
  workspaceId: string,
  { after, limit }: { after: string; limit: number },
): Promise<SearchedMeeting[]> {
  return searchedMeetings(db, workspaceId).where('id', '>', after).limit(limit).execute();
}

/** DEC-6: the rest of a longer transcript is found by its decisions, which have passages of their own. */
const maxSearched = 20_000;

function searchedMeetings(db: Db, workspaceId: string) {
  const beginning = sql<string>`substr(transcript, 1, ${sql.lit(maxSearched)})`;
  return db
    .selectFrom('meetings')
    .select(['id', 'workspace_id', 'title', 'status', 'action_items'])
    .select(beginning.as('transcript'))
    .where('workspace_id', '=', workspaceId)
    .orderBy('id');
}

export async function insertMeetingDecisions(
  db: Db,
  rows: readonly MeetingDecisionRow[],
): Promise<void> {
  if (rows.length > 0)
    await db
      .insertInto('meeting_decisions')
      .values([...rows])
      .execute();
}

/** What was found in a meeting and is replaced; the decisions themselves stay. */
export async function deleteMeetingDecisions(
  db: Db,
  { workspaceId, meetingId }: { workspaceId: string; meetingId: string },
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .deleteFrom('meeting_decisions')
    .where('workspace_id', '=', workspaceId)
    .where('meeting_id', '=', meetingId)
    .where('decision_id', 'in', [...ids])
    .execute();
}

/** What was decided in a meeting, in its order. */
export function selectDecisionsOfMeeting(
  db: Db,
  workspaceId: string,
  meetingId: string,
): Promise<DecisionOfMeeting[]> {
  return db
    .selectFrom('meeting_decisions as l')
    .innerJoin('decisions as d', 'd.id', 'l.decision_id')
    .selectAll('d')
    .select([
      'l.sentence',
      'l.state as review',
      'l.position',
      'l.confidence',
      'l.reviewed_by',
      'l.reviewed_at',
    ])
    .where('l.workspace_id', '=', workspaceId)
    .where('l.meeting_id', '=', meetingId)
    .orderBy('l.position')
    .execute();
}

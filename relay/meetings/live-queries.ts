import { sql } from 'kysely';
import type { Db, MeetingChunkRow } from '../store/schema.ts';

export interface MeetingKey {
  readonly workspaceId: string;
  readonly id: string;
}

/** A piece of text, and what its sender calls it; '' without a name. */
export interface ChunkToKeep {
  readonly text: string;
  readonly piece: string;
}

/** Adds a piece of text behind those that are there; answers its position. */
export async function insertChunk(
  db: Db,
  { workspaceId: workspace_id, id: meeting_id }: MeetingKey,
  chunk: ChunkToKeep,
): Promise<number> {
  const position = (await newestPosition(db, { workspaceId: workspace_id, id: meeting_id })) + 1;
  const row = { workspace_id, meeting_id, position, ...chunk };
  await db.insertInto('meeting_chunks').values(row).execute();
  return position;
}

/** Of the last piece; 0 before the first. */
export async function newestPosition(db: Db, { workspaceId, id }: MeetingKey): Promise<number> {
  const newest = await db
    .selectFrom('meeting_chunks')
    .select('position')
    .where('workspace_id', '=', workspaceId)
    .where('meeting_id', '=', id)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.position ?? 0;
}

/** What was said behind a position, in its order. */
export function selectChunksAfter(
  db: Db,
  { workspaceId, id }: MeetingKey,
  position: number,
): Promise<MeetingChunkRow[]> {
  return db
    .selectFrom('meeting_chunks')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('meeting_id', '=', id)
    .where('position', '>', position)
    .orderBy('position')
    .execute();
}

/** The piece that its sender calls so. */
export function selectPiece(
  db: Db,
  { workspaceId, id }: MeetingKey,
  piece: string,
): Promise<MeetingChunkRow | undefined> {
  return db
    .selectFrom('meeting_chunks')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('meeting_id', '=', id)
    .where('piece', '=', piece)
    .limit(1)
    .executeTakeFirst();
}

/** What was said so far, a line for each piece. */
export async function selectChunks(db: Db, workspaceId: string, id: string): Promise<string[]> {
  const rows = await selectChunksAfter(db, { workspaceId, id }, 0);
  return rows.map(({ text }) => text).filter((text) => text !== '');
}

/** Whether there are pieces of meetings that were completed by then. */
export async function hasChunksOfCompleted(db: Db, byMs: number): Promise<boolean> {
  const row = await db
    .selectFrom('meeting_chunks')
    .select('position')
    .where(({ exists }) => exists(completed(db, byMs)))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Of meetings that were completed by then; their transcripts have what was said. */
export async function deleteChunksOfCompleted(db: Db, byMs: number): Promise<void> {
  await db
    .deleteFrom('meeting_chunks')
    .where(({ exists }) => exists(completed(db, byMs)))
    .execute();
}

function completed(db: Db, byMs: number) {
  return db
    .selectFrom('meetings')
    .select('id')
    .whereRef('meetings.id', '=', sql.ref('meeting_chunks.meeting_id'))
    .where('completed_at', '<=', byMs);
}

/** MTG-22: from now on the meeting is looked after. */
export async function insertLive(
  db: Db,
  { workspaceId: workspace_id, id: meeting_id }: MeetingKey,
  heard_at: number,
): Promise<void> {
  const row = { meeting_id, workspace_id, heard_at, characters: 0 };
  await db.insertInto('live_meetings').values(row).execute();
}

export async function updateHeard(db: Db, id: string, atMs: number): Promise<void> {
  await db
    .updateTable('live_meetings')
    .set({ heard_at: atMs })
    .where('meeting_id', '=', id)
    .execute();
}

/** MTG-3: how long the pieces of a meeting are together that is not completed. */
export async function selectCharacters(db: Db, { workspaceId, id }: MeetingKey): Promise<number> {
  const { characters } = await db
    .selectFrom('live_meetings')
    .select('characters')
    .where('workspace_id', '=', workspaceId)
    .where('meeting_id', '=', id)
    .executeTakeFirstOrThrow();
  return characters;
}

export async function updateCharacters(
  db: Db,
  { workspaceId, id }: MeetingKey,
  characters: number,
): Promise<void> {
  await db
    .updateTable('live_meetings')
    .set({ characters })
    .where('workspace_id', '=', workspaceId)
    .where('meeting_id', '=', id)
    .execute();
}

export async function deleteLive(db: Db, id: string): Promise<void> {
  await db.deleteFrom('live_meetings').where('meeting_id', '=', id).execute();
}

/** When something was last heard of a meeting that is not completed. */
export async function selectHeard(db: Db, id: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('live_meetings')
    .select('heard_at')
    .where('meeting_id', '=', id)
    .executeTakeFirst();
  return row?.heard_at;
}

/** The meetings of which nothing was heard since a moment. */
export async function selectSilent(db: Db, beforeMs: number): Promise<MeetingKey[]> {
  const rows = await db
    .selectFrom('live_meetings')
    .select(['workspace_id', 'meeting_id'])
    .where('heard_at', '<=', beforeMs)
    .orderBy('heard_at')
    .execute();
  return rows.map(({ workspace_id, meeting_id }) => ({
    workspaceId: workspace_id,
    id: meeting_id,
  }));
}

/** Whether something was heard at a moment that has not come yet. */
export async function isHeardAfter(db: Db, atMs: number): Promise<boolean> {
  const row = await db
    .selectFrom('live_meetings')
    .select('meeting_id')
    .where('heard_at', '>', atMs)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** RSV-19: what was heard while the clock was ahead counts as heard now. */
export async function correctHeard(
  db: Db,
  { atMs, latestMs }: { atMs: number; latestMs: number },
): Promise<void> {
  await db
    .updateTable('live_meetings')
    .set({ heard_at: atMs })
    .where('heard_at', '>', latestMs)
    .execute();
}

/** RSV-20: a jump of the clock is no silence. */
export async function moveHeard(db: Db, byMs: number): Promise<void> {
  await db
    .updateTable('live_meetings')
    .set({ heard_at: sql<number>`heard_at + ${byMs}` })
    .execute();
}

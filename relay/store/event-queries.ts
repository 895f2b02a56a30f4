import type { EventType, LogEvent } from '../../shared/contract/events/events.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import type { RowsStatement } from './rows.ts';
import type { Db, EventRow } from './schema.ts';

export const insertEvents: RowsStatement = {
  text: 'INSERT INTO events (workspace_id, seq, at, type, payload) VALUES {rows}',
  columns: 5,
};

export const updateSeq = 'UPDATE workspaces SET seq = ? WHERE id = ?';

/** At most `limit` events after `seq`, in order. */
export async function eventsAfter(
  db: Db,
  workspaceId: string,
  { seq, limit }: { seq: number; limit: number },
): Promise<LogEvent[]> {
  const rows = await db
    .selectFrom('events')
    .select(['workspace_id', 'seq', 'at', 'type', 'payload'])
    .where('workspace_id', '=', workspaceId)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .execute();
  return rows.map(toEvent);
}

/**
 * The rows of the newest events of a type that are not from before `sinceMs`, newest first. The log has an index by `seq` only, so
 * the last event from before is looked for first: no older one is read.
 */
export async function newestRowsOf(
  db: Db,
  workspaceId: string,
  { type, sinceMs, limit }: { type: EventType; sinceMs: number; limit: number },
): Promise<EventRow[]> {
  const before = await db
    .selectFrom('events')
    .select('seq')
    .where('workspace_id', '=', workspaceId)
    .where('at', '<', sinceMs)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return db
    .selectFrom('events')
    .select(['workspace_id', 'seq', 'at', 'type', 'payload'])
    .where('workspace_id', '=', workspaceId)
    .where('seq', '>', before?.seq ?? 0)
    .where('type', '=', type)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
}

/** The newest events, newest last. */
export async function newestEvents(
  db: Db,
  workspaceId: string,
  limit: number,
): Promise<LogEvent[]> {
  const rows = await db
    .selectFrom('events')
    .select(['workspace_id', 'seq', 'at', 'type', 'payload'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
  return rows.toReversed().map(toEvent);
}

/** Whether the log has an event of these types after `seq`. */
export async function hasEventAfter(
  db: Db,
  workspaceId: string,
  { after, types }: { after: number; types: readonly string[] },
): Promise<boolean> {
  const found = await db
    .selectFrom('events')
    .select('seq')
    .where('workspace_id', '=', workspaceId)
    .where('seq', '>', after)
    .where('type', 'in', types)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function newestSeq(db: Db, workspaceId: string): Promise<number> {
  const row = await db
    .selectFrom('workspaces')
    .select('seq')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return row.seq;
}

/** How many events of each workspace one round of deleting reads. */
const maxDeletedAtOnce = 10_000;

/** Deletes the oldest events of a workspace, from before `atMs`. Events are kept for a while so that followers can resume. */
export async function deleteEventsBefore(db: Db, workspaceId: string, atMs: number): Promise<void> {
  const oldest = await db
    .selectFrom('events')
    .select(['seq', 'at'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('seq')
    .limit(maxDeletedAtOnce)
    .execute();
  const last = oldest.findLast((event) => event.at < atMs);
  if (last === undefined) return;
  await db
    .deleteFrom('events')
    .where('workspace_id', '=', workspaceId)
    .where('seq', '<=', last.seq)
    .execute();
}

/** An event of the log, as it is sent. */
export function toEvent(row: EventRow): LogEvent {
  return {
    type: row.type,
    ...(JSON.parse(row.payload) as object),
    seq: row.seq,
    at: toTimestamp(row.at),
  } as LogEvent;
}

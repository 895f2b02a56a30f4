import { sql } from 'kysely';
import type { WaitRecord } from '../../shared/waits/contract.ts';
import type { Moment } from '../kernel/cursor.ts';
import { newestFirst } from '../store/paging.ts';
import type { Db, WaitRow } from '../store/schema.ts';

/** A wait with what is known of its session. */
export interface Wait extends WaitRow {
  readonly user_id: string;
  readonly user_name: string;
  readonly conversation_id: string;
  readonly agent_type: string;
  readonly task: string;
  readonly state: string;
  readonly last_heartbeat: number;
}

/** Written into the SQL text, because a partial index is not used for a parameter. */
const waiting = sql.lit('waiting');

export async function insertWait(db: Db, wait: WaitRow): Promise<void> {
  const { id, workspace_id, session_id, file_path, path_key, symbols, ...rest } = wait;
  const { wish, status, place, created_at, ended_at } = rest;
  const what = { id, workspace_id, session_id, file_path, path_key, symbols };
  const row = { ...what, wish, status, place, created_at, ended_at };
  await db.insertInto('waits').values(row).execute();
}

export async function updateWait(
  db: Db,
  { workspace_id, id }: Pick<WaitRow, 'workspace_id' | 'id'>,
  changes: Partial<WaitRow>,
): Promise<void> {
  await db
    .updateTable('waits')
    .set(changes)
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .execute();
}

export function selectWait(db: Db, workspaceId: string, id: string): Promise<Wait | undefined> {
  return waitsOf(db, workspaceId).where('w.id', '=', id).executeTakeFirst();
}

/** The queue of the workspace, or of one file, first come first. */
export function selectQueue(db: Db, workspaceId: string, key?: string): Promise<Wait[]> {
  let query = waitsOf(db, workspaceId).where('w.status', '=', waiting);
  if (key !== undefined) query = query.where('w.path_key', '=', key);
  return query.orderBy('w.place').orderBy('w.id').execute();
}

export interface WaitFilter {
  readonly status?: WaitRecord['status'] | undefined;
  readonly sessionId?: string | undefined;
  readonly limit: number;
  readonly before?: Moment | undefined;
}

/** Newest first; `before` is the last one of the page before. */
export function selectWaits(
  db: Db,
  workspaceId: string,
  { status, sessionId, limit, before }: WaitFilter,
): Promise<Wait[]> {
  let query = waitsOf(db, workspaceId);
  if (status !== undefined) query = query.where('w.status', '=', status);
  if (sessionId !== undefined) query = query.where('w.session_id', '=', sessionId);
  return newestFirst(query, ['w.created_at', 'w.id'], { limit, before }).execute();
}

/** The workspaces with a wait whose session has ended, or whose file no other session holds any part of. */
export async function workspacesWithGrantableWaits(
  db: Db,
  { nowMs, sinceMs }: { nowMs: number; sinceMs: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('waits as w')
    .innerJoin('sessions as s', 's.id', 'w.session_id')
    .select('w.workspace_id')
    .distinct()
    .where('w.status', '=', waiting)
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb('s.state', '!=', 'active'),
        eb('s.last_heartbeat', '<=', sinceMs),
        not(
          exists(
            selectFrom('reservations as r')
              .innerJoin('sessions as h', 'h.id', 'r.session_id')
              .select('r.symbol')
              .whereRef('r.workspace_id', '=', 'w.workspace_id')
              .whereRef('r.path_key', '=', 'w.path_key')
              .whereRef('r.session_id', '!=', 'w.session_id')
              .where('r.expires_at', '>', nowMs)
              .where('h.state', '<>', sql.lit('ending')),
          ),
        ),
      ]),
    )
    .orderBy('w.workspace_id')
    .execute();
  return rows.map((row) => row.workspace_id);
}

function waitsOf(db: Db, workspaceId: string) {
  return db
    .selectFrom('waits as w')
    .innerJoin('sessions as s', 's.id', 'w.session_id')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .selectAll('w')
    .select([
      's.user_id',
      'u.name as user_name',
      's.conversation_id',
      's.agent_type',
      's.task',
      's.state',
      's.last_heartbeat',
    ])
    .where('w.workspace_id', '=', workspaceId);
}

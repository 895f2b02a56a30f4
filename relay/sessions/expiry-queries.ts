import { sql } from 'kysely';
import type { Move } from '../kernel/steady-clock.ts';
import type { Db } from '../store/schema.ts';

/** Written into the SQL text, because a partial index is not used for a parameter. */
const active = sql.lit('active');

/** The workspaces with active sessions whose last heartbeat was at `beforeMs` or before, or is later than `latestMs` (RSV-19). */
export async function workspacesWithDueSessions(
  db: Db,
  { beforeMs, latestMs }: { beforeMs: number; latestMs: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('workspace_id')
    .distinct()
    .where('state', '=', active)
    .where((where) =>
      where.or([where('last_heartbeat', '<=', beforeMs), where('last_heartbeat', '>', latestMs)]),
    )
    .orderBy('workspace_id')
    .execute();
  return rows.map((row) => row.workspace_id);
}

/** RSV-19: dates heartbeats that are later than `latestMs` at `atMs`. */
export async function correctHeartbeats(
  db: Db,
  workspaceId: string,
  { latestMs, atMs }: { latestMs: number; atMs: number },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_heartbeat: atMs })
    .where('workspace_id', '=', workspaceId)
    .where('last_heartbeat', '>', latestMs)
    .execute();
}

/** RSV-20: moves the last heartbeats of all workspaces' active sessions that lie in the stretch. */
export async function moveHeartbeats(db: Db, { afterMs, untilMs, byMs }: Move): Promise<void> {
  await db
    .updateTable('sessions')
    .set((set) => ({ last_heartbeat: set('last_heartbeat', '+', byMs) }))
    .where('state', '=', active)
    .where('last_heartbeat', '>', afterMs)
    .where('last_heartbeat', '<=', untilMs)
    .execute();
}

/** Marks the active sessions expired whose last heartbeat was at `beforeMs` or before, and returns their ids. */
export async function expireSilentSessions(
  db: Db,
  workspaceId: string,
  beforeMs: number,
): Promise<string[]> {
  const rows = await db
    .updateTable('sessions')
    .set({ state: 'expired' })
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', active)
    .where('last_heartbeat', '<=', beforeMs)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Ends the active sessions of a user and returns their ids. Those that are to be `ending` may be expired and still hold files. */
export async function endSessionsOfUser(
  db: Db,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  state: 'ended' | 'ending',
): Promise<string[]> {
  const rows = await db
    .updateTable('sessions')
    .set({ state })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('state', 'in', state === 'ended' ? ['active'] : ['active', 'expired'])
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** SES-6: marks the sessions ended that were ending. */
export async function finishEnding(db: Db, workspaceId: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ state: 'ended' })
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', sql.lit('ending'))
    .execute();
}

export async function workspacesWithEndingSessions(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('workspace_id')
    .distinct()
    .where('state', '=', sql.lit('ending'))
    .orderBy('workspace_id')
    .execute();
  return rows.map((row) => row.workspace_id);
}

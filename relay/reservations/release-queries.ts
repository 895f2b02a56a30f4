import { sql, type SelectQueryBuilder } from 'kysely';
import type { Db, ReservationRow, Schema } from '../store/schema.ts';
import type { Move } from '../kernel/steady-clock.ts';

/** SES-6: the most reservations that one transaction deletes for a reason that can concern any number: some 20 ms. */
export const releasedAtOnce = 500;

/** Deletes the first reservations of the workspace that expired by `nowMs`, and returns them. */
export function deleteExpiredReservations(
  db: Db,
  workspaceId: string,
  nowMs: number,
): Promise<ReservationRow[]> {
  return deleteFirst(db, keysIn(db, workspaceId).where('expires_at', '<=', nowMs));
}

/** Deletes the first reservations of all sessions of a member, and returns them. */
export function deleteReservationsOfUser(
  db: Db,
  workspaceId: string,
  userId: string,
): Promise<ReservationRow[]> {
  const sessions = sessionsIn(db, workspaceId).where('user_id', '=', userId);
  return deleteFirst(db, keysIn(db, workspaceId).where('session_id', 'in', sessions));
}

/** Deletes the first reservations of the sessions that are ending, and returns them. */
export function deleteReservationsOfEnding(db: Db, workspaceId: string): Promise<ReservationRow[]> {
  const sessions = sessionsIn(db, workspaceId).where('state', '=', sql.lit('ending'));
  return deleteFirst(db, keysIn(db, workspaceId).where('session_id', 'in', sessions));
}

interface Holder {
  readonly userName: string;
  readonly agentType: string;
}

/** Whose sessions they are, by session id. */
export async function holdersOf(
  db: Db,
  sessionIds: readonly string[],
): Promise<Map<string, Holder>> {
  if (sessionIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.id', 's.agent_type', 'u.name'])
    .where('s.id', 'in', sessionIds)
    .execute();
  return new Map(rows.map((row) => [row.id, { userName: row.name, agentType: row.agent_type }]));
}

type Keys = SelectQueryBuilder<
  Schema,
  'reservations',
  Pick<ReservationRow, 'workspace_id' | 'path_key' | 'symbol' | 'session_id'>
>;

/** In the order of the table, so that no row is read for nothing. */
function keysIn(db: Db, workspaceId: string): Keys {
  return db
    .selectFrom('reservations')
    .select(['workspace_id', 'path_key', 'symbol', 'session_id'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('path_key')
    .orderBy('symbol')
    .orderBy('session_id')
    .limit(releasedAtOnce);
}

function sessionsIn(db: Db, workspaceId: string) {
  return db.selectFrom('sessions').select('id').where('workspace_id', '=', workspaceId);
}

function deleteFirst(db: Db, keys: Keys): Promise<ReservationRow[]> {
  return db
    .deleteFrom('reservations')
    .where(({ eb, refTuple }) =>
      eb(
        refTuple('workspace_id', 'path_key', 'symbol', 'session_id'),
        'in',
        keys.$asTuple('workspace_id', 'path_key', 'symbol', 'session_id'),
      ),
    )
    .returningAll()
    .execute();
}

/** The workspaces with reservations that expired by `nowMs`, or that end later than `latestMs` (RSV-19). */
export async function workspacesWithDueReservations(
  db: Db,
  { nowMs, latestMs }: { nowMs: number; latestMs: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('reservations')
    .select('workspace_id')
    .distinct()
    .where((where) =>
      where.or([where('expires_at', '<=', nowMs), where('expires_at', '>', latestMs)]),
    )
    .orderBy('workspace_id')
    .execute();
  return rows.map((row) => row.workspace_id);
}

/** RSV-19: lets reservations that end later than `latestMs` end at `atMs`. */
export async function shortenReservations(
  db: Db,
  workspaceId: string,
  { latestMs, atMs }: { latestMs: number; atMs: number },
): Promise<void> {
  await db
    .updateTable('reservations')
    .set({ expires_at: atMs })
    .where('workspace_id', '=', workspaceId)
    .where('expires_at', '>', latestMs)
    .execute();
}

/** RSV-20: moves the ends of all workspaces' reservations that lie in the stretch. */
export async function moveReservations(db: Db, { afterMs, untilMs, byMs }: Move): Promise<void> {
  await db
    .updateTable('reservations')
    .set((set) => ({ expires_at: set('expires_at', '+', byMs) }))
    .where('expires_at', '>', afterMs)
    .where('expires_at', '<=', untilMs)
    .execute();
}

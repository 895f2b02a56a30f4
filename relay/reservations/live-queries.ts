import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ReservationPosition } from '../../shared/node/reservation-cursor.ts';
import type { Row } from '../store/database.ts';
import { inOrder } from '../store/paging.ts';
import type { Db } from '../store/schema.ts';
import { type ReservationWithHolder, ending, toReservationWithHolder } from './queries.ts';

/** A reservation with what says in which workstream its session works. */
export interface ListedReservation extends ReservationWithHolder {
  /** The slug of the workstream that the session joined; empty for none. */
  readonly workstream: string;
  readonly branch: string;
}

interface ReservationPage {
  readonly nowMs: number;
  readonly limit: number;
  readonly after?: ReservationPosition | undefined;
  /** Only this user's. */
  readonly userId?: string;
}

/** Live reservations of a workspace ordered by path, symbol and session; `after` is the last one of the page before. */
export async function selectLiveReservations(
  db: Db,
  workspaceId: string,
  { nowMs, limit, after, userId }: ReservationPage,
): Promise<ListedReservation[]> {
  let query = liveReservations(db, workspaceId, nowMs);
  if (userId !== undefined) query = query.where('s.user_id', '=', userId);
  const page = { limit, after: after && [after.pathKey, after.symbol, after.sessionId] };
  return (await inOrder(query, order, page).execute()).map(toListed);
}

/** How many reservations are live, and in how many files. */
export async function countLiveReservations(
  db: Db,
  workspaceId: string,
  nowMs: number,
): Promise<{ readonly reservations: number; readonly files: number }> {
  const row = await live(db, workspaceId, nowMs)
    .select((build) => [
      build.fn.countAll<number>().as('reservations'),
      build.fn.count<number>('r.path_key').distinct().as('files'),
    ])
    .executeTakeFirstOrThrow();
  return { reservations: Number(row.reservations), files: Number(row.files) };
}

/** A file in which a session holds something. */
export interface ReservedFile {
  readonly sessionId: string;
  readonly filePath: string;
}

/** The files of the sessions whose ids lie between these two, each once, in the order of their paths. */
export function selectReservedFiles(
  db: Db,
  workspaceId: string,
  { nowMs, first, last }: { nowMs: number; first: string; last: string },
): Promise<ReservedFile[]> {
  return db
    .selectFrom('reservations')
    .select(['session_id as sessionId', 'file_path as filePath'])
    .where('workspace_id', '=', workspaceId)
    .where('session_id', '>=', first)
    .where('session_id', '<=', last)
    .where('expires_at', '>', nowMs)
    .groupBy(['path_key', 'session_id', 'file_path'])
    .orderBy('path_key')
    .execute();
}

/** Which reservations matter to one session. */
export interface Surroundings {
  /** The keys of the files that it is about to edit. */
  readonly keys: readonly string[];
  readonly sessionId: string;
}

/** The live reservations of some files, and of every file in which the session itself has a reservation. */
export async function selectReservationsNear(
  db: Db,
  workspaceId: string,
  { nowMs, limit, keys, sessionId }: Surroundings & { nowMs: number; limit: number },
): Promise<ListedReservation[]> {
  const own = await db
    .selectFrom('reservations')
    .select('path_key')
    .where('workspace_id', '=', workspaceId)
    .where('session_id', '=', sessionId)
    .limit(limit)
    .execute();
  const near = [...new Set([...keys, ...own.map((row) => row.path_key)])];
  if (near.length === 0) return [];
  const reservations = liveReservations(db, workspaceId, nowMs).where('r.path_key', 'in', near);
  const first = inOrder(reservations, order, { limit, after: undefined });
  return (await first.execute()).map(toListed);
}

/** The symbols of these names of which another session holds something, with their files; each once. */
export function selectReservedNames(
  db: Db,
  workspaceId: string,
  {
    names,
    nowMs,
    exceptSession,
    limit,
  }: { names: readonly string[]; nowMs: number; exceptSession: string; limit: number },
): Promise<{ file: string; name: string }[]> {
  return live(db, workspaceId, nowMs)
    .select(['r.file_path as file', 'r.symbol as name'])
    .distinct()
    .where('r.symbol', 'in', [...names])
    .where('r.session_id', '<>', exceptSession)
    .limit(limit)
    .execute();
}

function liveReservations(db: Db, workspaceId: string, nowMs: number) {
  return live(db, workspaceId, nowMs)
    .innerJoin('users as u', 'u.id', 's.user_id')
    .selectAll('r')
    .select(['s.user_id', 's.conversation_id', 's.agent_type', 's.task', 'u.name as user_name'])
    .select(['s.workstream', 's.branch']);
}

/** Those that count now: not over, and of sessions that are not ending. */
function live(db: Db, workspaceId: string, nowMs: number) {
  return db
    .selectFrom('reservations as r')
    .innerJoin('sessions as s', 's.id', 'r.session_id')
    .where('r.workspace_id', '=', workspaceId)
    .where('r.expires_at', '>', nowMs)
    .where('s.state', '<>', sql.lit(ending));
}

const order = ['r.path_key', 'r.symbol', 'r.session_id'] as const;

/** WST-6: how many live ones there are by where their sessions work. */
export async function countReservationsByPlace(
  db: Db,
  workspaceId: string,
  nowMs: number,
): Promise<{ workstream: string; branch: string; count: number }[]> {
  const rows = await live(db, workspaceId, nowMs)
    .select(['s.workstream', 's.branch'])
    .select((build) => build.fn.countAll<number>().as('count'))
    .groupBy(['s.workstream', 's.branch'])
    .execute();
  return rows.map(({ count, ...place }) => ({ ...place, count: Number(count) }));
}

function toListed({
  workstream,
  branch,
  ...row
}: Row & { workstream: string; branch: string }): ListedReservation {
  return { ...toReservationWithHolder(row), workstream, branch };
}

/** SQLite reads in this thread: hooks are answered between two slices. */
const reservationsAtOnce = 250;

/** As `selectLiveReservations`, for lists that may be long: read in slices, between which others may write. */
export async function readLiveReservations(
  db: Db,
  workspaceId: string,
  { limit, ...page }: ReservationPage,
): Promise<ListedReservation[]> {
  const found: ListedReservation[] = [];
  for (let { after } = page; ; after = found.at(-1)) {
    const size = Math.min(reservationsAtOnce, limit - found.length);
    const slice = await selectLiveReservations(db, workspaceId, { ...page, limit: size, after });
    found.push(...slice);
    if (slice.length < size || found.length >= limit) return found;
    await nextTurn();
  }
}

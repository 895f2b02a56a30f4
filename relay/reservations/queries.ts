import { sql, type Kysely } from 'kysely';
import type { Reservation } from '../../shared/reservations/collisions.ts';
import type { Lines } from '../../shared/reservations/lines.ts';
import type { ReservationPosition } from '../../shared/node/reservation-cursor.ts';
import type { Connection, Row } from '../store/database.ts';
import { selectRows, writeRows, type RowsStatement } from '../store/rows.ts';
import type { Schema } from '../store/schema.ts';
import { releasedAtOnce } from './release-queries.ts';

/** A reservation with its key and what a denial says about its holder. */
export interface ReservationWithHolder extends Reservation {
  readonly workspaceId: string;
  readonly pathKey: string;
  readonly userId: string;
  readonly userName: string;
  readonly conversationId: string;
  readonly agentType: string;
  readonly task: string;
}

/** A reservation with what says in which workstream its session works. */
export interface ListedReservation extends ReservationWithHolder {
  /** The slug of the workstream that the session joined; empty for none. */
  readonly workstream: string;
  readonly branch: string;
}

const select = `SELECT r.workspace_id, r.path_key, r.symbol, r.file_path, r.session_id, r.fence, r.expires_at,
    r.within_symbol, r.base, r.lines, r.asked, s.user_id, s.conversation_id, s.agent_type, s.task, u.name AS user_name
  FROM reservations r JOIN sessions s ON s.id = r.session_id JOIN users u ON u.id = s.user_id`;

/** SES-6: what such a session still holds does not count. */
const ending = 'ending';

const byFile: RowsStatement = {
  text: `${select} WHERE (r.workspace_id, r.path_key) IN (VALUES {rows}) AND s.state <> '${ending}'
    ORDER BY r.path_key, r.symbol, r.session_id`,
  columns: 2,
};

/**
 * Reads all reservations of the workspaces: sessions end seldom, and an index by session would slow every write down. The order
 * is that of the table, so that it stops at the limit.
 */
const bySession: RowsStatement = {
  text: `${select} WHERE (r.workspace_id, r.session_id) IN (SELECT e.workspace_id, e.id
      FROM sessions e WHERE (e.workspace_id, e.user_id, e.conversation_id) IN (VALUES {rows}))
    ORDER BY r.workspace_id, r.path_key, r.symbol, r.session_id LIMIT ${releasedAtOnce + 1}`,
  columns: 3,
};

const upsert: RowsStatement = {
  text: `INSERT INTO reservations (workspace_id, path_key, symbol, session_id, file_path, fence, expires_at,
      within_symbol, base, lines, asked)
    VALUES {rows}
    ON CONFLICT (workspace_id, path_key, symbol, session_id) DO UPDATE SET file_path = excluded.file_path,
      fence = excluded.fence, expires_at = excluded.expires_at, within_symbol = excluded.within_symbol,
      base = excluded.base, lines = excluded.lines, asked = excluded.asked`,
  columns: 11,
};

const remove: RowsStatement = {
  text: `DELETE FROM reservations WHERE (workspace_id, path_key, symbol, session_id) IN (VALUES {rows})`,
  columns: 4,
};

export async function reservationsOfFiles(
  connection: Connection,
  keys: readonly (readonly [workspaceId: string, pathKey: string])[],
): Promise<ReservationWithHolder[]> {
  return (await selectRows(connection, byFile, keys)).map(toReservationWithHolder);
}

/** Of many the first `releasedAtOnce` and one more, or some more where there are many conversations. */
export async function reservationsOfConversations(
  connection: Connection,
  keys: readonly (readonly [workspaceId: string, userId: string, conversationId: string])[],
): Promise<ReservationWithHolder[]> {
  return (await selectRows(connection, bySession, keys)).map(toReservationWithHolder);
}

export function saveReservations(
  connection: Connection,
  reservations: readonly ReservationWithHolder[],
): void {
  const rows = reservations.map((reservation) => [
    reservation.workspaceId,
    reservation.pathKey,
    reservation.symbol,
    reservation.sessionId,
    reservation.filePath,
    reservation.fence,
    reservation.expiresAt,
    reservation.within,
    ...linesInRow(reservation),
    reservation.asked ? 1 : 0,
  ]);
  writeRows(connection, upsert, rows);
}

export function deleteReservations(
  connection: Connection,
  reservations: readonly ReservationWithHolder[],
): void {
  writeRows(
    connection,
    remove,
    reservations.map((reservation) => [
      reservation.workspaceId,
      reservation.pathKey,
      reservation.symbol,
      reservation.sessionId,
    ]),
  );
}

export interface ReservationPage {
  readonly nowMs: number;
  readonly limit: number;
  readonly after?: ReservationPosition | undefined;
  /** Only this user's. */
  readonly userId?: string;
}

/** Live reservations of a workspace ordered by path, symbol and session; `after` is the last one of the page before. */
export async function selectLiveReservations(
  db: Kysely<Schema>,
  workspaceId: string,
  { nowMs, limit, after, userId }: ReservationPage,
): Promise<ListedReservation[]> {
  let query = liveReservations(db, workspaceId, nowMs).limit(limit);
  if (userId !== undefined) query = query.where('s.user_id', '=', userId);
  if (after !== undefined) {
    const { pathKey, symbol, sessionId } = after;
    // As one comparison, so that the index leads there and what was read before is not read again.
    query = query.where(
      sql<boolean>`(r.path_key, r.symbol, r.session_id) > (${pathKey}, ${symbol}, ${sessionId})`,
    );
  }
  return (await query.execute()).map(toListed);
}

/** How many reservations are live, and in how many files. */
export async function countLiveReservations(
  db: Kysely<Schema>,
  workspaceId: string,
  nowMs: number,
): Promise<{ readonly reservations: number; readonly files: number }> {
  const row = await db
    .selectFrom('reservations as r')
    .innerJoin('sessions as s', 's.id', 'r.session_id')
    .select((build) => [
      build.fn.countAll<number>().as('reservations'),
      build.fn.count<number>('r.path_key').distinct().as('files'),
    ])
    .where('r.workspace_id', '=', workspaceId)
    .where('r.expires_at', '>', nowMs)
    .where('s.state', '<>', sql.lit(ending))
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
  db: Kysely<Schema>,
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
  db: Kysely<Schema>,
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
  const reservations = liveReservations(db, workspaceId, nowMs)
    .where('r.path_key', 'in', near)
    .limit(limit);
  return (await reservations.execute()).map(toListed);
}

/** The symbols of these names of which another session holds something, with their files; each once. */
export function selectReservedNames(
  db: Kysely<Schema>,
  workspaceId: string,
  {
    names,
    nowMs,
    exceptSession,
    limit,
  }: { names: readonly string[]; nowMs: number; exceptSession: string; limit: number },
): Promise<{ file: string; name: string }[]> {
  return db
    .selectFrom('reservations as r')
    .innerJoin('sessions as s', 's.id', 'r.session_id')
    .select(['r.file_path as file', 'r.symbol as name'])
    .distinct()
    .where('r.workspace_id', '=', workspaceId)
    .where('r.symbol', 'in', [...names])
    .where('r.session_id', '<>', exceptSession)
    .where('r.expires_at', '>', nowMs)
    .where('s.state', '<>', sql.lit(ending))
    .limit(limit)
    .execute();
}

function liveReservations(db: Kysely<Schema>, workspaceId: string, nowMs: number) {
  return db
    .selectFrom('reservations as r')
    .innerJoin('sessions as s', 's.id', 'r.session_id')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .selectAll('r')
    .select(['s.user_id', 's.conversation_id', 's.agent_type', 's.task', 'u.name as user_name'])
    .select(['s.workstream', 's.branch'])
    .where('r.workspace_id', '=', workspaceId)
    .where('r.expires_at', '>', nowMs)
    .where('s.state', '<>', sql.lit(ending))
    .orderBy('r.path_key')
    .orderBy('r.symbol')
    .orderBy('r.session_id');
}

/** WST-6: how many live ones there are by where their sessions work. */
export async function countReservationsByPlace(
  db: Kysely<Schema>,
  workspaceId: string,
  nowMs: number,
): Promise<{ workstream: string; branch: string; count: number }[]> {
  const rows = await db
    .selectFrom('reservations as r')
    .innerJoin('sessions as s', 's.id', 'r.session_id')
    .select(['s.workstream', 's.branch'])
    .select((build) => build.fn.countAll<number>().as('count'))
    .where('r.workspace_id', '=', workspaceId)
    .where('r.expires_at', '>', nowMs)
    .where('s.state', '<>', sql.lit(ending))
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

function toReservationWithHolder(row: Row): ReservationWithHolder {
  return {
    workspaceId: row['workspace_id'] as string,
    pathKey: row['path_key'] as string,
    symbol: row['symbol'] as string,
    within: row['within_symbol'] as string,
    lines: linesInColumns(row['base'] as string, row['lines'] as string),
    asked: row['asked'] === 1,
    filePath: row['file_path'] as string,
    sessionId: row['session_id'] as string,
    fence: row['fence'] as number,
    expiresAt: row['expires_at'] as number,
    userId: row['user_id'] as string,
    userName: row['user_name'] as string,
    conversationId: row['conversation_id'] as string,
    agentType: row['agent_type'] as string,
    task: row['task'] as string,
  };
}

function linesInRow({ lines }: ReservationWithHolder): [base: string, lines: string] {
  return lines === undefined
    ? ['', '']
    : [lines.base, JSON.stringify({ ...lines, base: undefined })];
}

function linesInColumns(base: string, lines: string): Lines | undefined {
  return lines === '' ? undefined : { base, ...(JSON.parse(lines) as Omit<Lines, 'base'>) };
}

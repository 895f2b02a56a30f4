import type { HeldReservation } from '../../shared/reservations/record.ts';
import type { Lines } from '../../shared/reservations/lines.ts';
import type { Connection, Row } from '../store/database.ts';
import { selectRows, writeRows, type RowsStatement } from '../store/rows.ts';
import { releasedAtOnce } from './release-queries.ts';

/** A reservation with its key and what a denial says about its holder. */
export interface ReservationWithHolder extends HeldReservation {
  readonly workspaceId: string;
  readonly pathKey: string;
}

const select = `SELECT r.workspace_id, r.path_key, r.symbol, r.file_path, r.session_id, r.fence, r.expires_at,
    r.within_symbol, r.base, r.lines, r.asked, s.user_id, s.conversation_id, s.agent_type, s.task, u.name AS user_name
  FROM reservations r JOIN sessions s ON s.id = r.session_id JOIN users u ON u.id = s.user_id`;

/** SES-6: what such a session still holds does not count. */
export const ending = 'ending';

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

/** In the same order, up to the same limit. */
const ofSessions: RowsStatement = {
  text: `${select} WHERE (r.workspace_id, r.session_id) IN (VALUES {rows})
    ORDER BY r.workspace_id, r.path_key, r.symbol, r.session_id LIMIT ${releasedAtOnce + 1}`,
  columns: 2,
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

/** The same of single sessions, without their subagents. */
export async function reservationsOfSessions(
  connection: Connection,
  keys: readonly (readonly [workspaceId: string, sessionId: string])[],
): Promise<ReservationWithHolder[]> {
  return (await selectRows(connection, ofSessions, keys)).map(toReservationWithHolder);
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

export function toReservationWithHolder(row: Row): ReservationWithHolder {
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

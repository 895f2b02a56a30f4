import { sql } from 'kysely';
import type { Connection, Row } from '../store/database.ts';
import { selectRows, writeRows, type RowsStatement } from '../store/rows.ts';
import type { Db, SessionRow } from '../store/schema.ts';

/** A session with the display name of its user. */
export interface Session extends SessionRow {
  readonly user_name: string;
}

const columns = `s.id, s.workspace_id, s.user_id, s.conversation_id, s.agent_id, s.agent_type, s.task, s.current_file,
  s.branch, s.state, s.started_at, s.last_heartbeat, s.workstream, u.name AS user_name`;
const from = `FROM sessions s JOIN users u ON u.id = s.user_id`;

const byConversation: RowsStatement = {
  text: `SELECT ${columns} ${from}
    WHERE (s.workspace_id, s.user_id, s.conversation_id) IN (VALUES {rows})
    ORDER BY s.id`,
  columns: 3,
};

const byId: RowsStatement = {
  text: `SELECT ${columns} ${from} WHERE (s.workspace_id, s.user_id, s.id) IN (VALUES {rows}) ORDER BY s.id`,
  columns: 3,
};

const upsert: RowsStatement = {
  text: `INSERT INTO sessions (id, workspace_id, user_id, conversation_id, agent_id, agent_type, task, current_file,
      branch, state, started_at, last_heartbeat, workstream)
    VALUES {rows}
    ON CONFLICT (id) DO UPDATE SET agent_type = excluded.agent_type, task = excluded.task,
      current_file = excluded.current_file, branch = excluded.branch, state = excluded.state,
      started_at = excluded.started_at, last_heartbeat = excluded.last_heartbeat`,
  columns: 13,
};

/** The change of a session of which nothing else changed: no indexed column. */
export interface Heartbeat {
  readonly id: string;
  readonly last_heartbeat: number;
  /** Null when it has not changed. */
  readonly current_file: string | null;
}

const heartbeat: RowsStatement = {
  text: `UPDATE sessions SET last_heartbeat = given.column2,
      current_file = COALESCE(given.column3, sessions.current_file)
    FROM (VALUES {rows}) AS given WHERE sessions.id = given.column1`,
  columns: 3,
  row: '(?, CAST(? AS BIGINT), ?)',
};

/** Written into the SQL text, because a partial index is not used for a parameter. */
const active = sql.lit('active');

/** A conversation's key: workspace, user, conversation id; its subagents share it. */
export type ConversationRef = readonly [
  workspaceId: string,
  userId: string,
  conversationId: string,
];

export async function sessionsOfConversations(
  connection: Connection,
  keys: readonly ConversationRef[],
): Promise<Session[]> {
  return (await selectRows(connection, byConversation, keys)) as (Row & Session)[];
}

export async function sessionsById(
  connection: Connection,
  keys: readonly (readonly [workspaceId: string, userId: string, sessionId: string])[],
): Promise<Session[]> {
  return (await selectRows(connection, byId, keys)) as (Row & Session)[];
}

export function saveSessions(connection: Connection, sessions: readonly SessionRow[]): void {
  const rows = sessions.map((s) => [
    s.id,
    s.workspace_id,
    s.user_id,
    s.conversation_id,
    s.agent_id,
    s.agent_type,
    s.task,
    s.current_file,
    s.branch,
    s.state,
    s.started_at,
    s.last_heartbeat,
    s.workstream,
  ]);
  writeRows(connection, upsert, rows);
}

export function saveHeartbeats(connection: Connection, heartbeats: readonly Heartbeat[]): void {
  const rows = heartbeats.map((one) => [one.id, one.last_heartbeat, one.current_file]);
  writeRows(connection, heartbeat, rows);
}

interface ActiveSessionPage {
  readonly sinceMs: number;
  readonly limit: number;
  readonly after: string | undefined;
  /** Only this user's. */
  readonly userId?: string;
}

/** Active sessions of a workspace, ordered by id; those whose heartbeat is older than `sinceMs` are left out. */
export function selectActiveSessions(
  db: Db,
  workspaceId: string,
  { sinceMs, limit, after, userId }: ActiveSessionPage,
): Promise<Session[]> {
  let query = db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .selectAll('s')
    .select('u.name as user_name')
    .where('s.workspace_id', '=', workspaceId)
    .where('s.state', '=', active)
    .where('s.last_heartbeat', '>', sinceMs)
    .where('s.id', '>', after ?? '')
    .orderBy('s.id')
    .limit(limit);
  if (userId !== undefined) query = query.where('s.user_id', '=', userId);
  return query.execute();
}

/** How many sessions are active, without those whose heartbeat is older than `sinceMs`. */
export async function countActiveSessions(
  db: Db,
  workspaceId: string,
  sinceMs: number,
): Promise<number> {
  const row = await db
    .selectFrom('sessions')
    .select((build) => build.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', active)
    .where('last_heartbeat', '>', sinceMs)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** More than are told apart: whoever has this many is asked to say which one is meant. */
const maxLiveOfUser = 50;

/** A user's active sessions with a heartbeat after `sinceMs`, without those of subagents. */
export function selectLiveMainSessions(
  db: Db,
  { workspaceId, userId, sinceMs }: { workspaceId: string; userId: string; sinceMs: number },
): Promise<Pick<SessionRow, 'id' | 'conversation_id'>[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'conversation_id'])
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('state', '=', active)
    .where('last_heartbeat', '>', sinceMs)
    .where('agent_id', '=', '')
    .orderBy('id')
    .limit(maxLiveOfUser)
    .execute();
}

/** The id of a user's session, named by its id or by the client's conversation. */
export async function ownSession(
  db: Db,
  { workspaceId, userId, named }: { workspaceId: string; userId: string; named: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where((where) =>
      where.or([
        where('id', '=', named),
        where.and([where('conversation_id', '=', named), where('agent_id', '=', '')]),
      ]),
    )
    .orderBy('id')
    .executeTakeFirst();
  return row?.id;
}

/** The id of the session by which a list is filtered: the caller's own by either name, another user's by its id. */
export async function listedSession(
  db: Db,
  asked: { workspaceId: string; userId: string; named: string | undefined },
): Promise<string | undefined> {
  const { named, ...caller } = asked;
  return named === undefined ? undefined : ((await ownSession(db, { ...caller, named })) ?? named);
}

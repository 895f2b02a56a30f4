import { sql } from 'kysely';
import type { NegotiationStatus } from '../../shared/negotiations/contract.ts';
import type { Moment } from '../kernel/cursor.ts';
import type { Move } from '../kernel/steady-clock.ts';
import { newestFirst } from '../store/paging.ts';
import type { Db, NegotiationRow, NegotiationTurnRow } from '../store/schema.ts';

/** A negotiation with what is known of its parties' sessions. */
export interface Negotiation extends NegotiationRow {
  readonly initiator: string;
  readonly initiator_user: string;
  readonly initiator_conversation: string;
  readonly initiator_agent: string;
  readonly initiator_task: string;
  readonly initiator_state: string;
  readonly initiator_heartbeat: number;
  readonly counterparty: string;
  readonly counterparty_user: string;
  readonly counterparty_conversation: string;
  readonly counterparty_agent: string;
  readonly counterparty_task: string;
}

/** A turn with the display name of its user. */
export interface Turn extends NegotiationTurnRow {
  readonly by: string;
}

type Key = Pick<NegotiationRow, 'workspace_id' | 'id'>;

export async function insertNegotiation(db: Db, row: NegotiationRow): Promise<void> {
  await db.insertInto('negotiations').values(row).execute();
}

export async function updateNegotiation(
  db: Db,
  { workspace_id, id }: Key,
  changes: Partial<NegotiationRow>,
): Promise<void> {
  await db
    .updateTable('negotiations')
    .set(changes)
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .execute();
}

export async function insertTurn(db: Db, row: NegotiationTurnRow): Promise<void> {
  await db.insertInto('negotiation_turns').values(row).execute();
}

export function selectNegotiation(
  db: Db,
  workspaceId: string,
  id: string,
): Promise<Negotiation | undefined> {
  return negotiationsOf(db, workspaceId).where('n.id', '=', id).executeTakeFirst();
}

/** The open and escalated negotiations, oldest first. */
export function selectUnended(db: Db, workspaceId: string): Promise<Negotiation[]> {
  return negotiationsOf(db, workspaceId)
    .where('n.ended_at', 'is', null)
    .orderBy('n.place')
    .execute();
}

/** The open and escalated negotiations that a session has begun. */
export function selectUnresolvedOf(
  db: Db,
  workspaceId: string,
  initiatorSession: string,
): Promise<Negotiation[]> {
  return negotiationsOf(db, workspaceId)
    .where('n.initiator_session', '=', initiatorSession)
    .where('n.status', 'in', ['open', 'escalated'])
    .orderBy('n.id')
    .execute();
}

export interface NegotiationFilter {
  readonly status?: NegotiationStatus | undefined;
  /** The session of either party. */
  readonly sessionId?: string | undefined;
  readonly limit: number;
  readonly before?: Moment | undefined;
}

/** Newest first; `before` is the last one of the page before. */
export function selectNegotiations(
  db: Db,
  workspaceId: string,
  { status, sessionId, limit, before }: NegotiationFilter,
): Promise<Negotiation[]> {
  let query = negotiationsOf(db, workspaceId);
  if (status !== undefined) query = query.where('n.status', '=', status);
  if (sessionId !== undefined) {
    query = query.where((where) =>
      where.or([
        where('n.initiator_session', '=', sessionId),
        where('n.counterparty_session', '=', sessionId),
      ]),
    );
  }
  return newestFirst(query, ['n.created_at', 'n.id'], { limit, before }).execute();
}

/** The turns of some negotiations, in order. */
export function selectTurns(db: Db, workspaceId: string, ids: readonly string[]): Promise<Turn[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('negotiation_turns as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .selectAll('t')
    .select('u.name as by')
    .where('t.workspace_id', '=', workspaceId)
    .where('t.negotiation_id', 'in', [...ids])
    .orderBy('t.negotiation_id')
    .orderBy('t.turn')
    .execute();
}

/** RSV-19: the workspaces with open negotiations whose deadline is later than `latestMs`. */
export async function workspacesWithLateDeadlines(db: Db, latestMs: number): Promise<string[]> {
  const rows = await db
    .selectFrom('negotiations')
    .select('workspace_id')
    .distinct()
    .where('status', '=', sql.lit('open'))
    .where('deadline_at', '>', latestMs)
    .execute();
  return rows.map((row) => row.workspace_id);
}

/** RSV-19: lets the deadlines that are later than `latestMs` come as long from now as they were given. */
export async function shortenDeadlines(
  db: Db,
  workspaceId: string,
  { nowMs, latestMs }: { nowMs: number; latestMs: number },
): Promise<void> {
  await db
    .updateTable('negotiations')
    .set((set) => ({ deadline_at: set('deadline_ms', '+', nowMs) }))
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', sql.lit('open'))
    .where('deadline_at', '>', latestMs)
    .execute();
}

/** RSV-20: moves the deadlines of all workspaces' open negotiations that lie in the stretch. */
export async function moveDeadlines(db: Db, { afterMs, untilMs, byMs }: Move): Promise<void> {
  await db
    .updateTable('negotiations')
    .set((set) => ({ deadline_at: set('deadline_at', '+', byMs) }))
    .where('status', '=', sql.lit('open'))
    .where('deadline_at', '>', afterMs)
    .where('deadline_at', '<=', untilMs)
    .execute();
}

/**
 * The workspaces with negotiations that are due: the holder has released the file, or, of an open one, the deadline has passed
 * or who asked has ended.
 */
export async function workspacesWithDueNegotiations(
  db: Db,
  { nowMs, sinceMs }: { nowMs: number; sinceMs: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('negotiations as n')
    .innerJoin('sessions as i', 'i.id', 'n.initiator_session')
    .select('n.workspace_id')
    .distinct()
    .where('n.ended_at', 'is', null)
    .where(({ and, or, eb, not, exists, selectFrom }) =>
      or([
        and([
          eb('n.status', '=', 'open'),
          or([
            eb('n.deadline_at', '<=', nowMs),
            eb('i.state', '!=', 'active'),
            eb('i.last_heartbeat', '<=', sinceMs),
          ]),
        ]),
        not(
          exists(
            selectFrom('reservations as r')
              .innerJoin('sessions as h', 'h.id', 'r.session_id')
              .select('r.symbol')
              .whereRef('r.workspace_id', '=', 'n.workspace_id')
              .whereRef('r.path_key', '=', 'n.path_key')
              .whereRef('r.session_id', '=', 'n.counterparty_session')
              .where('r.expires_at', '>', nowMs)
              .where('h.state', '<>', sql.lit('ending')),
          ),
        ),
      ]),
    )
    .orderBy('n.workspace_id')
    .execute();
  return rows.map((row) => row.workspace_id);
}

function negotiationsOf(db: Db, workspaceId: string) {
  return db
    .selectFrom('negotiations as n')
    .innerJoin('sessions as i', 'i.id', 'n.initiator_session')
    .innerJoin('users as iu', 'iu.id', 'i.user_id')
    .innerJoin('sessions as c', 'c.id', 'n.counterparty_session')
    .innerJoin('users as cu', 'cu.id', 'c.user_id')
    .selectAll('n')
    .select([
      'iu.name as initiator',
      'i.user_id as initiator_user',
      'i.conversation_id as initiator_conversation',
      'i.agent_type as initiator_agent',
      'i.task as initiator_task',
      'i.state as initiator_state',
      'i.last_heartbeat as initiator_heartbeat',
      'cu.name as counterparty',
      'c.user_id as counterparty_user',
      'c.conversation_id as counterparty_conversation',
      'c.agent_type as counterparty_agent',
      'c.task as counterparty_task',
    ])
    .where('n.workspace_id', '=', workspaceId);
}

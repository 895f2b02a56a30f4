import { sql } from 'kysely';
import type { EventType, LogEvent } from '../../shared/contract/events/events.ts';
import { toEvent } from '../store/event-queries.ts';
import type { Db } from '../store/schema.ts';

/** Which events are read: those after `after` up to `upTo`, newest first. */
export interface Stretch {
  readonly after: number;
  readonly upTo: number;
  readonly limit: number;
  readonly types?: readonly EventType[] | undefined;
  /** Patterns that their text has to match, each of them, so that few are taken apart. */
  readonly like?: readonly string[] | undefined;
}

/** Newest first. */
export async function selectEvents(
  db: Db,
  workspaceId: string,
  { after, upTo, limit, types, like = [] }: Stretch,
): Promise<LogEvent[]> {
  let query = eventsOf(db, workspaceId)
    .select(['workspace_id', 'seq', 'at', 'type', 'payload'])
    .where('seq', '>', after)
    .where('seq', '<=', upTo);
  if (types !== undefined) query = query.where('type', 'in', types);
  for (const pattern of like)
    query = query.where(sql<boolean>`lower(payload) LIKE ${pattern} ESCAPE '\\'`);
  const rows = await query.orderBy('seq', 'desc').limit(limit).execute();
  return rows.map(toEvent);
}

/** The newest event that is not after `upTo`; undefined when nothing is kept of that time. */
export function selectMomentOf(
  db: Db,
  workspaceId: string,
  upTo: number,
): Promise<{ readonly seq: number; readonly at: number } | undefined> {
  return eventsOf(db, workspaceId)
    .select(['seq', 'at'])
    .where('seq', '<=', upTo)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export interface SessionOwner {
  readonly id: string;
  readonly user_id: string;
  readonly user_name: string;
  readonly agent_type: string;
}

/** Whose sessions these are. */
export function selectOwners(
  db: Db,
  workspaceId: string,
  sessionIds: readonly string[],
): Promise<SessionOwner[]> {
  if (sessionIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.id', 's.user_id', 'u.name as user_name', 's.agent_type'])
    .where('s.workspace_id', '=', workspaceId)
    .where('s.id', 'in', [...sessionIds])
    .execute();
}

/** A member; undefined for everybody else. */
export function selectPerson(
  db: Db,
  workspaceId: string,
  userId: string,
): Promise<{ readonly name: string } | undefined> {
  return db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('u.name')
    .where('m.workspace_id', '=', workspaceId)
    .where('m.user_id', '=', userId)
    .executeTakeFirst();
}

/** How many records a workspace has. */
export async function countRecords(
  db: Db,
  workspaceId: string,
  table: 'meetings' | 'members',
): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select((build) => build.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** MTG-9: how many results of meetings wait for a person, and how many suggestions beside them. */
export async function countUnreviewed(
  db: Db,
  workspaceId: string,
): Promise<{ readonly results: number; readonly suggestions: number }> {
  const rows = await db
    .selectFrom('unreviewed_results')
    .select(['is_suggestion', (build) => build.fn.countAll<number>().as('count')])
    .where('workspace_id', '=', workspaceId)
    .groupBy('is_suggestion')
    .execute();
  const countOf = (kind: number) =>
    Number(rows.find(({ is_suggestion: one }) => Number(one) === kind)?.count ?? 0);
  return { results: countOf(0), suggestions: countOf(1) };
}

/** How many records of each status a workspace has. */
export async function countByStatus(
  db: Db,
  workspaceId: string,
  table: 'negotiations' | 'conventions' | 'work_packages',
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom(table)
    .select(['status', (build) => build.fn.countAll<number>().as('count')])
    .where('workspace_id', '=', workspaceId)
    .groupBy('status')
    .execute();
  return new Map(rows.map(({ status, count }) => [status, Number(count)]));
}

export async function countDecisions(db: Db, workspaceId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('decisions')
    .select(['state', (build) => build.fn.countAll<number>().as('count')])
    .where('workspace_id', '=', workspaceId)
    .groupBy('state')
    .execute();
  return new Map(rows.map(({ state, count }) => [state, Number(count)]));
}

export async function countWaiting(db: Db, workspaceId: string): Promise<number> {
  const row = await db
    .selectFrom('waits')
    .select((build) => build.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', sql.lit('waiting'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Whether a workspace has any rows of these. */
export async function hasRows(
  db: Db,
  workspaceId: string,
  table: 'sessions' | 'symbol_files' | 'reservations',
): Promise<boolean> {
  const row = await db
    .selectFrom(table)
    .select('workspace_id')
    .where('workspace_id', '=', workspaceId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

function eventsOf(db: Db, workspaceId: string) {
  return db.selectFrom('events').where('workspace_id', '=', workspaceId);
}

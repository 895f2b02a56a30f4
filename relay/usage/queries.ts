import { sql } from 'kysely';
import type { Connection } from '../store/database.ts';
import { selectRows, type RowsStatement } from '../store/rows.ts';
import type { Db } from '../store/schema.ts';

/** Adds to the counts of users and days and answers the new counts. */
const addRequests: RowsStatement = {
  text: `INSERT INTO usage (user_id, day, requests) VALUES {rows}
    ON CONFLICT (user_id, day) DO UPDATE SET requests = usage.requests + excluded.requests
    RETURNING user_id, day, requests`,
  columns: 3,
};

export interface UsageCount {
  readonly userId: string;
  readonly day: string;
  readonly requests: number;
}

export async function countRequests(
  connection: Connection,
  counts: readonly UsageCount[],
): Promise<UsageCount[]> {
  const keys = counts.map(({ userId, day, requests }) => [userId, day, requests]);
  const rows = await selectRows(connection, addRequests, keys);
  return rows.map((row) => ({
    userId: String(row['user_id']),
    day: String(row['day']),
    requests: Number(row['requests']),
  }));
}

/** The name of the workspace's tier. */
export async function selectTierOf(db: Db, workspaceId: string): Promise<string> {
  const row = await db
    .selectFrom('workspaces')
    .select('tier')
    .where('id', '=', workspaceId)
    .executeTakeFirst();
  return row?.tier ?? '';
}

/** LIM-1: the tiers of the workspaces that a user is in, each once. */
export async function tiersOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('members as m')
    .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
    .select('w.tier')
    .distinct()
    .where('m.user_id', '=', userId)
    .execute();
  return rows.map(({ tier }) => tier);
}

/** LIM-1: sets the tier of the workspace with this slug or id, where there is one. */
export async function setTier(db: Db, workspace: string, tier: string): Promise<void> {
  await db
    .updateTable('workspaces')
    .set({ tier })
    .where((where) => where.or([where('slug', '=', workspace), where('id', '=', workspace)]))
    .execute();
}

export interface WorkspaceTier {
  readonly slug: string;
  readonly tier: string;
}

/** Of every workspace, or of the one with this slug or id. */
export function selectTiers(db: Db, workspace: string | undefined): Promise<WorkspaceTier[]> {
  const all = db.selectFrom('workspaces').select(['slug', 'tier']).orderBy('slug');
  if (workspace === undefined) return all.execute();
  return all
    .where((where) => where.or([where('slug', '=', workspace), where('id', '=', workspace)]))
    .execute();
}

interface MemberCount {
  readonly user_id: string;
  readonly name: string;
  readonly used_today: number;
}

/** The members with their requests of that day, most first. */
export function selectMemberCounts(
  db: Db,
  workspaceId: string,
  { day, limit }: { day: string; limit: number },
): Promise<MemberCount[]> {
  return db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .leftJoin('usage as c', (join) =>
      join.onRef('c.user_id', '=', 'm.user_id').on('c.day', '=', day),
    )
    .select((select) => [
      'm.user_id',
      'u.name',
      select.fn.coalesce('c.requests', sql.lit(0)).as('used_today'),
    ])
    .where('m.workspace_id', '=', workspaceId)
    .orderBy('used_today', 'desc')
    .orderBy('u.name')
    .orderBy('m.user_id')
    .limit(limit)
    .execute();
}

/** The requests of all who are members now, by day; a day without any is left out. */
export async function selectCountsByDay(
  db: Db,
  workspaceId: string,
  days: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('members as m')
    .innerJoin('usage as c', 'c.user_id', 'm.user_id')
    .select((select) => ['c.day', select.fn.sum('c.requests').as('requests')])
    .where('m.workspace_id', '=', workspaceId)
    .where('c.day', 'in', [...days])
    .groupBy('c.day')
    .execute();
  return new Map(rows.map(({ day, requests }) => [day, Number(requests)]));
}

export async function selectCountOf(db: Db, userId: string, day: string): Promise<number> {
  const row = await db
    .selectFrom('usage')
    .select('requests')
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .executeTakeFirst();
  return row?.requests ?? 0;
}

export const dayMs = 86_400_000;

/** A UTC day as `2026-01-31`; `index` counts them since the Unix epoch, `reset` is in Unix seconds the start of the next one. */
interface UtcDay {
  readonly index: number;
  readonly day: string;
  readonly reset: number;
}

export function utcDayOf(atMs: number): UtcDay {
  const index = Math.floor(atMs / dayMs);
  const day = new Date(atMs).toISOString().slice(0, 10);
  return { index, day, reset: ((index + 1) * dayMs) / 1_000 };
}

/** So many days up to the one of `nowMs`, oldest first. */
export function lastDays(nowMs: number, count: number): string[] {
  return Array.from({ length: count }, (_, at) => utcDayOf(nowMs - (count - 1 - at) * dayMs).day);
}

import { sql } from 'kysely';
import type { Moment } from '../kernel/cursor.ts';
import { newestFirst } from '../store/paging.ts';
import type { Db, WorkstreamRow } from '../store/schema.ts';
import { visibleTo, type Reader } from '../workstream-branches/queries.ts';

/** A workstream with the display name of who started it. */
export interface Workstream extends WorkstreamRow {
  readonly created_by_name: string;
}

/** One workstream of one workspace. */
export interface WorkstreamKey {
  readonly workspaceId: string;
  readonly slug: string;
}

/** False when the slug is in use, be it by one that has ended. */
export async function insertWorkstream(db: Db, row: WorkstreamRow): Promise<boolean> {
  const inserted = await db
    .insertInto('workstreams')
    .values(row)
    .onConflict((conflict) => conflict.columns(['workspace_id', 'slug']).doNothing())
    .returning('slug')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function updateWorkstream(
  db: Db,
  { workspaceId, slug }: WorkstreamKey,
  changes: Partial<WorkstreamRow>,
): Promise<void> {
  await db
    .updateTable('workstreams')
    .set(changes)
    .where('workspace_id', '=', workspaceId)
    .where('slug', '=', slug)
    .execute();
}

export function selectWorkstream(
  db: Db,
  { workspaceId, slug }: WorkstreamKey,
): Promise<Workstream | undefined> {
  return workstreamsOf(db, workspaceId).where('w.slug', '=', slug).executeTakeFirst();
}

/** Newest first; `before` is the last one of the page before. */
export function selectWorkstreams(
  db: Db,
  workspaceId: string,
  {
    status,
    reader,
    limit,
    before,
  }: {
    status?: string | undefined;
    reader: Reader;
    limit: number;
    before?: Moment | undefined;
  },
): Promise<Workstream[]> {
  let query = workstreamsOf(db, workspaceId).where(visibleTo(reader));
  if (status !== undefined) query = query.where('w.status', '=', status);
  return newestFirst(query, ['w.created_at', 'w.slug'], { limit, before }).execute();
}

/** How many are active. */
export async function countActiveWorkstreams(
  db: Db,
  workspaceId: string,
  reader: Reader,
): Promise<number> {
  const row = await db
    .selectFrom('workstreams as w')
    .select((build) => build.fn.countAll<number>().as('count'))
    .where('w.workspace_id', '=', workspaceId)
    .where('w.status', '=', sql.lit('active'))
    .where(visibleTo(reader))
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function branchPrefixOf(db: Db, workspaceId: string): Promise<string> {
  const row = await db
    .selectFrom('workspaces')
    .select('branch_prefix')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return row.branch_prefix;
}

function workstreamsOf(db: Db, workspaceId: string) {
  return db
    .selectFrom('workstreams as w')
    .innerJoin('users as u', 'u.id', 'w.created_by')
    .selectAll('w')
    .select('u.name as created_by_name')
    .where('w.workspace_id', '=', workspaceId);
}

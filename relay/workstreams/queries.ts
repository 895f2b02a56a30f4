import { sql, type ExpressionBuilder, type Kysely } from 'kysely';
import type { Moment } from '../kernel/cursor.ts';
import type { Schema, WorkstreamRow } from '../store/schema.ts';

export type Db = Kysely<Schema>;

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

/** Newest first; `before` is the last one of the page before. `onlyFor` leaves out private ones that are not theirs. */
export function selectWorkstreams(
  db: Db,
  workspaceId: string,
  {
    status,
    onlyFor,
    limit,
    before,
  }: {
    status?: string | undefined;
    onlyFor?: string | undefined;
    limit: number;
    before?: Moment | undefined;
  },
): Promise<Workstream[]> {
  let query = workstreamsOf(db, workspaceId);
  if (status !== undefined) query = query.where('w.status', '=', status);
  if (onlyFor !== undefined)
    query = query.where((where) => visibleTo(where as unknown as Where, onlyFor));
  if (before !== undefined) {
    const { createdAt, id } = before;
    query = query.where((where) =>
      where.or([
        where('w.created_at', '<', createdAt),
        where.and([where('w.created_at', '=', createdAt), where('w.slug', '<', id)]),
      ]),
    );
  }
  return query.orderBy('w.created_at', 'desc').orderBy('w.slug', 'desc').limit(limit).execute();
}

/** How many are active; `onlyFor` leaves out private ones that are not theirs. */
export async function countActiveWorkstreams(
  db: Db,
  workspaceId: string,
  onlyFor: string | undefined,
): Promise<number> {
  let query = db
    .selectFrom('workstreams as w')
    .select((build) => build.fn.countAll<number>().as('count'))
    .where('w.workspace_id', '=', workspaceId)
    .where('w.status', '=', sql.lit('active'));
  if (onlyFor !== undefined)
    query = query.where((where) => visibleTo(where as unknown as Where, onlyFor));
  return Number((await query.executeTakeFirstOrThrow()).count);
}

type Where = ExpressionBuilder<Schema & { w: WorkstreamRow }, 'w'>;

function visibleTo(where: Where, userId: string) {
  const member = where
    .selectFrom('workstream_members as m')
    .select('m.slug')
    .whereRef('m.workspace_id', '=', 'w.workspace_id')
    .whereRef('m.slug', '=', 'w.slug')
    .where('m.user_id', '=', userId);
  return where.or([
    where('w.visibility', '=', 'team'),
    where('w.created_by', '=', userId),
    where.exists(member),
  ]);
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

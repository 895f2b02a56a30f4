import { sql } from 'kysely';
import type { BranchesOfWork, Visibility } from '../../shared/workstreams/contract.ts';
import type { Db } from '../store/schema.ts';
import { type Scope, reaches } from '../access/authorizer.ts';
import { membership } from '../access/queries.ts';

/** Written into the SQL text, because a partial index is not used for a parameter. */
const active = sql.lit('active');

/** The active workstreams of a workspace by slug, with their branches: what says in which one a session works (WST-2). */
export async function activeBranches(db: Db, workspaceId: string): Promise<BranchesOfWork> {
  const rows = await db
    .selectFrom('workstreams')
    .select(['slug', 'branch', 'visibility'])
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', active)
    .orderBy('slug')
    .execute();
  return new Map(
    rows.map(({ slug, branch, visibility }) => [
      slug,
      { slug, branch, visibility: visibility as Visibility },
    ]),
  );
}

/** Who looks: a private workstream is seen by its creator, its members and admins. */
export interface Reader {
  readonly userId: string;
  readonly seesAll: boolean;
}

export function readerOf({ caller, role }: Scope): Reader {
  return { userId: caller.userId, seesAll: reaches(role, 'admin') };
}

/** Of a query with the workstream `w`: whether it exists for who looks. */
export function visibleTo({ userId, seesAll }: Reader) {
  if (seesAll) return sql<boolean>`1 = 1`;
  return sql<boolean>`(w.visibility = 'team' OR w.created_by = ${userId} OR EXISTS (
    SELECT 1 FROM workstream_members m
    WHERE m.workspace_id = w.workspace_id AND m.slug = w.slug AND m.user_id = ${userId}))`;
}

/** The slugs of the active workstreams that exist for who looks. */
export async function activeSlugs(db: Db, workspaceId: string, reader: Reader): Promise<string[]> {
  const rows = await db
    .selectFrom('workstreams as w')
    .select('w.slug')
    .where('w.workspace_id', '=', workspaceId)
    .where('w.status', '=', active)
    .where(visibleTo(reader))
    .orderBy('w.slug')
    .execute();
  return rows.map(({ slug }) => slug);
}

/** Whether the workstream exists for a member of its workspace. */
export async function seesWorkstream(
  db: Db,
  { workspaceId, slug }: { readonly workspaceId: string; readonly slug: string },
  userId: string,
): Promise<boolean> {
  const member = await membership(db, workspaceId, userId);
  if (member === undefined) return false;
  const found = await db
    .selectFrom('workstreams as w')
    .select('w.slug')
    .where('w.workspace_id', '=', workspaceId)
    .where('w.slug', '=', slug)
    .where(visibleTo({ userId, seesAll: reaches(member.role, 'admin') }))
    .executeTakeFirst();
  return found !== undefined;
}

/** The slugs of the workstreams that do not exist for somebody who does not see all. */
export function hiddenWorkstreams(db: Db, workspaceId: string, userId: string) {
  return db
    .selectFrom('workstreams as w')
    .select('w.slug')
    .where('w.workspace_id', '=', workspaceId)
    .where('w.visibility', '=', 'private')
    .where('w.created_by', '<>', userId)
    .where('w.slug', 'not in', (inner) =>
      inner
        .selectFrom('workstream_members as m')
        .select('m.slug')
        .where('m.workspace_id', '=', workspaceId)
        .where('m.user_id', '=', userId),
    );
}

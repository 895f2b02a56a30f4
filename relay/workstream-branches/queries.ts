import { sql, type Kysely } from 'kysely';
import type { BranchesOfWork, Visibility } from '../../shared/workstreams/contract.ts';
import type { Schema } from '../store/schema.ts';

/** Written into the SQL text, because a partial index is not used for a parameter. */
const active = sql.lit('active');

/** The active workstreams of a workspace by slug, with their branches: what says in which one a session works (WST-2). */
export async function activeBranches(
  db: Kysely<Schema>,
  workspaceId: string,
): Promise<BranchesOfWork> {
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

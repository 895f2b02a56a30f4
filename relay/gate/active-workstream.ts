import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { WorkstreamStatus } from '../../shared/workstreams/contract.ts';
import { refuseUnlessActive, workstreamOf } from '../../shared/workstreams/rules.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { SessionRow } from '../store/schema.ts';
import type { Scope } from '../access/authorizer.ts';
import { findWorkstream } from '../workstreams/access.ts';
import { activeBranches } from '../workstream-branches/queries.ts';
import type { Workstream } from '../workstreams/queries.ts';

/**
 * The active workstream that is named, or else that of the session (WST-2). NotFound: the caller may not see it. Conflict: it
 * has ended. ValidationError: none is named, and the session is in none.
 */
export async function activeWorkstream(
  { connection }: Transaction,
  scope: Scope,
  { slug, session }: { slug: string | undefined; session: SessionRow | undefined },
): Promise<Workstream | Refusal> {
  const db = connection.kysely;
  const named = slug ?? (await slugOf(session, () => activeBranches(db, scope.workspaceId)));
  if (named === undefined) {
    return refuse(
      'ValidationError',
      'workstream_slug is missing, and no session in a workstream is named. workstream_list shows them.',
      { field: 'workstream_slug' },
    );
  }
  const found = await findWorkstream(db, scope, named);
  if (isRefusal(found)) return found;
  const { row } = found;
  return refuseUnlessActive({ slug: row.slug, status: row.status as WorkstreamStatus }) ?? row;
}

async function slugOf(
  session: SessionRow | undefined,
  load: () => ReturnType<typeof activeBranches>,
): Promise<string | undefined> {
  if (session === undefined) return undefined;
  const { workstream: joined, branch } = session;
  return workstreamOf({ joined, branch }, await load())?.slug;
}

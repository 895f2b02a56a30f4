import type { Scope } from '../access/authorizer.ts';
import type { Transaction } from '../store/group-committer.ts';
import * as queries from './queries.ts';

/** WST-4: what a removed member has claimed or begun is open again. `by` is who has removed them. */
export async function freePackagesOf(
  { connection, log, nowMs }: Transaction,
  { workspaceId, caller: by }: Scope,
  userId: string,
): Promise<void> {
  const db = connection.kysely;
  for (const { id, title } of await queries.selectUnfinishedOf(db, workspaceId, userId)) {
    const changes = { status: 'open', assignee: '' };
    await queries.updatePackage(db, { workspaceId, id }, { ...changes, updated_at: nowMs });
    const work_package = { id, title, ...changes };
    log.append(workspaceId, { type: 'work_package_changed', work_package, user: by.name });
  }
}

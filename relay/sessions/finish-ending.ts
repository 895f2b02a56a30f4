import { setImmediate as turn } from 'node:timers/promises';
import { lockWorkspaces } from '../access/queries.ts';
import { releaseExpired, releaseOfEnding } from '../reservations/release.ts';
import type { GroupCommitter, Handler, Transaction } from '../store/group-committer.ts';
import { finishEnding } from './expiry-queries.ts';

/** Releases some of what a workspace holds, whose row is locked; answers whether there may be more. */
type Slice = (transaction: Transaction, workspaceId: string) => Promise<boolean>;

/** SES-6: what sessions hold that are ending. It expires nothing: when that is due, the sweeper says (RSV-20). */
export const ofEnding = sliceHandler(async (transaction, workspaceId) => {
  if (await releaseOfEnding(transaction, workspaceId)) return true;
  await finishEnding(transaction.connection.kysely, workspaceId);
  return false;
});

/** RSV-8: what has expired. */
export const ofExpired = sliceHandler(releaseExpired);

/** Releases a slice in each transaction; other commands run between two of them. Stops early when the signal comes. */
export async function releaseInSlices(
  committer: GroupCommitter,
  slice: Handler<string, boolean>,
  { workspaceId, signal }: { readonly workspaceId: string; readonly signal?: AbortSignal },
): Promise<void> {
  while (signal?.aborted !== true && (await committer.submit(slice, workspaceId))) await turn();
}

function sliceHandler(slice: Slice): Handler<string, boolean> {
  return async (transaction, workspaceIds) => {
    const goesOn = new Map<string, boolean>();
    await lockWorkspaces(transaction, [...new Set(workspaceIds)]);
    for (const id of new Set(workspaceIds)) goesOn.set(id, await slice(transaction, id));
    return workspaceIds.map((id) => goesOn.get(id) === true);
  };
}

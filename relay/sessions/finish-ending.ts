import { setImmediate as turn } from 'node:timers/promises';
import { lockWorkspaces } from '../access/queries.ts';
import { releaseExpired, releaseOfEnding } from '../reservations/release.ts';
import type { GroupCommitter, Handler, Transaction } from '../store/group-committer.ts';
import { finishEnding } from './queries.ts';

/**
 * SES-6: releases what sessions of the workspace hold that are ending, and what has expired, a slice in each transaction. Other
 * commands run between two of them. Stops early when the signal comes.
 */
export async function releaseInSlices(
  committer: GroupCommitter,
  workspaceId: string,
  signal?: AbortSignal,
): Promise<void> {
  while (signal?.aborted !== true && (await committer.submit(releaseSlice, workspaceId)))
    await turn();
}

/** Answers whether there may be more. */
const releaseSlice: Handler<string, boolean> = async (transaction, workspaceIds) => {
  const goesOn = new Map<string, boolean>();
  await lockWorkspaces(transaction, [...new Set(workspaceIds)]);
  for (const id of new Set(workspaceIds)) goesOn.set(id, await releaseOne(transaction, id));
  return workspaceIds.map((id) => goesOn.get(id) === true);
};

async function releaseOne(transaction: Transaction, workspaceId: string): Promise<boolean> {
  if (await releaseExpired(transaction, workspaceId)) return true;
  if (await releaseOfEnding(transaction, workspaceId)) return true;
  await finishEnding(transaction.connection.kysely, workspaceId);
  return false;
}

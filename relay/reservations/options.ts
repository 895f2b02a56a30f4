import type { ConflictOptions } from '../../shared/reservations/collisions.ts';
import type { Transaction } from '../store/group-committer.ts';

/** RSV-12: how the transaction decides what collides in a workspace, whose row must be locked. */
export function optionsOf(
  { nowMs, policies }: Pick<Transaction, 'nowMs' | 'policies'>,
  workspaceId: string,
): ConflictOptions {
  const policy = policies.get(workspaceId);
  if (policy === undefined) throw new Error('the row of the workspace is not locked');
  return { nowMs, policy };
}

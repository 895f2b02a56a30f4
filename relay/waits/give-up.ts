import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { WaitRecord } from '../../shared/waits/contract.ts';
import { type Scope, reaches } from '../access/authorizer.ts';
import type { Transaction } from '../store/group-committer.ts';
import { endWait } from './end-wait.ts';
import * as queries from './queries.ts';
import { toRecord } from './records.ts';

/** QUE-4: the cascade runs, because a wait behind this one may be granted now. */
export async function giveUpWait(
  transaction: Transaction,
  { workspaceId, caller, role }: Scope,
  waitId: string,
): Promise<WaitRecord | Refusal> {
  const { connection, nowMs } = transaction;
  const row = await queries.selectWait(connection.kysely, workspaceId, waitId);
  if (row === undefined) return noSuchWait();
  if (row.user_id !== caller.userId && !reaches(role, 'admin'))
    return refuse('Forbidden', 'Only who waits, or an admin, gives it up.');
  if (row.status !== 'waiting')
    return refuse('Conflict', `The wait has ended: ${row.status.replace('_', ' ')}.`);
  await endWait(transaction, row, 'given_up');
  await transaction.runCascade(workspaceId);
  return toRecord({ ...row, status: 'given_up', ended_at: nowMs }, []);
}

export function noSuchWait(): Refusal {
  return refuse('NotFound', 'No such wait.');
}

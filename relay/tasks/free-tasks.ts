import type { Scope } from '../access/authorizer.ts';
import type { Transaction } from '../store/group-committer.ts';
import { applyMove } from './apply-move.ts';
import type { TaskStatus } from '../../shared/tasks/contract.ts';
import * as queries from './queries.ts';

/** WST-4: what a removed member has in progress, or was meant to do, is nobody's again. `caller` is who has removed them. */
export async function freeTasksOf(
  transaction: Transaction,
  { workspaceId, caller }: Scope,
  userId: string,
): Promise<void> {
  const by = { userId: caller.userId, name: caller.name, sessionId: '' };
  const db = transaction.connection.kysely;
  for (const row of await queries.selectOpenTasksOf(db, workspaceId, userId)) {
    const status: TaskStatus = row.status === 'blocked' ? 'blocked' : 'todo';
    await applyMove(transaction, row, { move: { status, assignee: 'nobody' }, by });
  }
}

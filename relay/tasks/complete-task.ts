import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { TaskRecord } from '../../shared/tasks/contract.ts';
import { change } from './rules.ts';
import type { Transaction } from '../store/group-committer.ts';
import { applyMove } from './apply-move.ts';
import * as queries from './queries.ts';
import { selectPrerequisites } from './prerequisite-queries.ts';
import { toRecord, toState } from './records.ts';

interface Completion {
  readonly workspaceId: string;
  readonly taskId: string;
  /** Of the session that says so; empty for a person without one. */
  readonly sessionId: string;
  readonly user: { readonly id: string; readonly name: string; readonly isAdmin: boolean };
  readonly sessionTtlMs: number;
  /** The slug of the workstream that it must belong to. */
  readonly workstream: string;
}

/**
 * TSK-3: completes a task in the caller's transaction, and frees what waited for it. A refusal has changed nothing: NotFound
 * for a task that is not of that workstream, Conflict naming the state that does not allow it,
 * Forbidden while somebody else has claimed it (TSK-5).
 */
export async function completeTask(
  transaction: Transaction,
  { workspaceId, taskId, sessionId, user, sessionTtlMs, workstream }: Completion,
): Promise<TaskRecord | Refusal> {
  const db = transaction.connection.kysely;
  const key = { workspaceId, id: taskId };
  const row = await queries.selectTask(db, key, queries.unrestricted);
  if (row === undefined || row.workstream !== workstream) {
    return refuse('NotFound', 'There is no such task in this workstream.', {
      field: 'completes_task_id',
    });
  }
  const prerequisites = await selectPrerequisites(db, workspaceId, [taskId]);
  const state = toState(row, prerequisites, transaction.nowMs - sessionTtlMs);
  if (state.status === 'done') return refuse('Conflict', 'This task is done already.');
  const move = change(
    state,
    { status: 'done' },
    {
      sessionId,
      userId: user.id,
      isAdmin: user.isAdmin,
      alive: true,
    },
  );
  if (isRefusal(move)) return move;
  const by = { userId: user.id, name: user.name, sessionId };
  const refused = await applyMove(transaction, row, { move, by });
  if (isRefusal(refused)) return refused;
  const changed = await queries.selectTask(db, key, queries.unrestricted);
  return toRecord(changed ?? row, prerequisites);
}

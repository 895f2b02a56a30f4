import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { TaskRecord } from '../../shared/tasks/contract.ts';
import type { ActingSession, Move, TaskState } from './rules.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { Scope } from '../access/authorizer.ts';
import { applyMove, type TaskTexts } from './apply-move.ts';
import { actorOf, viewerOf } from './actor.ts';
import * as queries from './queries.ts';
import { isAlive, toRecord, toState } from './records.ts';

interface TaskChange {
  readonly task_id: string;
  readonly session_id?: string | undefined;
  readonly sessionTtlMs: number;
  readonly texts?: TaskTexts;
  readonly decide: (task: TaskState, actor: ActingSession) => Move | Refusal;
}

/** Reads a task, lets a rule decide, and stores the decision. A change to what is stored already appends no event. */
export async function changeTask(
  transaction: Transaction,
  scope: Scope,
  { task_id: id, session_id, sessionTtlMs, texts = {}, decide }: TaskChange,
): Promise<TaskRecord | Refusal> {
  const db = transaction.connection.kysely;
  const { workspaceId } = scope;
  const row = await queries.selectTask(db, { workspaceId, id }, viewerOf(scope));
  if (row === undefined) return noSuchTask();
  const by = await actorOf(transaction, scope, session_id);
  if (isRefusal(by)) return by;
  const prerequisites = await queries.selectPrerequisites(db, workspaceId, [id]);
  const silentSinceMs = transaction.nowMs - sessionTtlMs;
  const session = await queries.selectSession(db, workspaceId, by.sessionId);
  const alive = session !== undefined && isAlive(session, silentSinceMs);
  const state = toState(row, prerequisites, silentSinceMs);
  const move = decide(state, { sessionId: by.sessionId, alive });
  if (isRefusal(move)) return move;
  if (changesNothing(row, move, texts)) return toRecord(row, prerequisites);
  const refused = await applyMove(transaction, row, { move, texts, by });
  if (isRefusal(refused)) return refused;
  const changed = await queries.selectTask(db, { workspaceId, id }, queries.unrestricted);
  return toRecord(changed ?? row, prerequisites);
}

export function noSuchTask(): Refusal {
  return refuse('NotFound', 'No such task.');
}

function changesNothing(row: queries.Task, { status, assignee }: Move, texts: TaskTexts): boolean {
  if (status !== row.status || !isSame(row, assignee)) return false;
  const { title = row.title, description = row.description, context = row.context } = texts;
  return title === row.title && description === row.description && context === row.context;
}

function isSame(row: queries.Task, assignee: Move['assignee']): boolean {
  if (assignee === 'same') return true;
  if (assignee === 'nobody') return row.assignee_user === '';
  return assignee !== 'actor' && assignee.sessionId === row.assignee_session;
}

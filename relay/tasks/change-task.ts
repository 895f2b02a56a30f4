import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { TaskRecord } from '../../shared/tasks/contract.ts';
import { refuseRewriting, begunAlready, withPrerequisites, type Move, change } from './rules.ts';
import type { ActingSession, TaskState } from './refusals.ts';
import type { Transaction } from '../store/group-committer.ts';
import { type Scope, reaches } from '../access/authorizer.ts';
import { applyMove, type Actor, type TaskTexts, actorOf } from './apply-move.ts';
import { readerOf } from '../workstream-branches/queries.ts';
import { endedWorkstream } from './create-task.ts';
import { nextPrerequisites, refuseCircle } from './prerequisites.ts';
import * as queries from './queries.ts';
import { selectPrerequisites } from './prerequisite-queries.ts';
import { isAlive, toRecord, toState } from './records.ts';
import type { Db } from '../store/schema.ts';

interface TaskChange {
  readonly task_id: string;
  readonly session_id?: string | undefined;
  readonly sessionTtlMs: number;
  readonly texts?: TaskTexts;
  /** Whether nothing but its end is asked, which a workstream that has ended allows (TSK-4). */
  readonly cancels?: boolean;
  /** Ids of tasks, instead of those that it depends on (TSK-6). */
  readonly depends_on?: readonly string[] | undefined;
  readonly decide: (task: TaskState, actor: ActingSession) => Move | Refusal;
}

/** Reads a task, lets a rule decide, and stores the decision. A change to what is stored already appends no event. */
export async function changeTask(
  transaction: Transaction,
  scope: Scope,
  {
    task_id: id,
    session_id,
    sessionTtlMs,
    texts = {},
    cancels = false,
    depends_on,
    decide,
  }: TaskChange,
): Promise<TaskRecord | Refusal> {
  const db = transaction.connection.kysely;
  const { workspaceId } = scope;
  const row = await queries.selectTask(db, { workspaceId, id }, readerOf(scope));
  if (row === undefined) return noSuchTask();
  if (row.workstream_status !== 'active' && !cancels) return endedForTask(row);
  const by = await actorOf(transaction, scope, session_id);
  if (isRefusal(by)) return by;
  const prerequisites = await selectPrerequisites(db, workspaceId, [id]);
  const silentSinceMs = transaction.nowMs - sessionTtlMs;
  const actor = await actingSession(transaction, scope, { by, silentSinceMs });
  const asked = await stateAsked(db, scope, {
    state: toState(row, prerequisites, silentSinceMs),
    had: prerequisites.map((one) => one.depends_on),
    depends_on,
    actor,
  });
  if (isRefusal(asked)) return asked;
  const move = decide(asked.state, actor);
  if (isRefusal(move)) return move;
  const refusal = rewrites(row, texts) ? refuseRewriting(asked.state, actor) : undefined;
  if (refusal !== undefined) return refusal;
  const { dependsOn } = asked;
  if (dependsOn === null && changesNothing(row, move, texts)) return toRecord(row, prerequisites);
  const changed = await applyMove(transaction, row, { move, texts, dependsOn, by });
  if (isRefusal(changed)) return changed;
  return toRecord(changed, await selectPrerequisites(db, workspaceId, [id]));
}

async function actingSession(
  { connection }: Transaction,
  { workspaceId, role }: Scope,
  { by, silentSinceMs }: { by: Actor; silentSinceMs: number },
): Promise<ActingSession> {
  const { sessionId, userId } = by;
  const session = await queries.selectSession(connection.kysely, workspaceId, sessionId);
  const alive = session !== undefined && isAlive(session, silentSinceMs);
  return { sessionId, userId, isAdmin: reaches(role, 'admin'), alive };
}

interface AskedState {
  readonly state: TaskState;
  /** What it depends on now. */
  readonly had: readonly string[];
  readonly depends_on: readonly string[] | undefined;
  readonly actor: ActingSession;
}

/** TSK-6: the state that the move starts from, and the list to be stored; null where the list stays. */
async function stateAsked(
  db: Db,
  scope: Scope,
  { state, had, depends_on, actor }: AskedState,
): Promise<{ state: TaskState; dependsOn: readonly string[] | null } | Refusal> {
  const place = { workspaceId: scope.workspaceId, reader: readerOf(scope) };
  const taskId = state.id;
  const next = await nextPrerequisites(db, place, { taskId, had, ids: depends_on });
  if (isRefusal(next)) return next;
  if (next === null) {
    const begun = depends_on === undefined ? undefined : begunAlready(state);
    return begun ?? { state, dependsOn: null };
  }
  const changed = withPrerequisites(
    state,
    next.map(({ status }) => status),
    actor,
  );
  if (isRefusal(changed)) return changed;
  const ids = next.map((one) => one.depends_on);
  const circle = await refuseCircle(db, place, { taskId, ids });
  return circle ?? { state: changed, dependsOn: ids };
}

function endedForTask({ workstream: slug, workstream_status: status }: queries.Task): Refusal {
  return endedWorkstream({ slug, status }, 'its tasks can only be cancelled');
}

export function noSuchTask(): Refusal {
  return refuse('NotFound', 'No such task. task_list shows them.');
}

function changesNothing(row: queries.Task, { status, assignee }: Move, texts: TaskTexts): boolean {
  return status === row.status && isSame(row, assignee) && !rewrites(row, texts);
}

function rewrites(row: queries.Task, texts: TaskTexts): boolean {
  const { title = row.title, description = row.description, context = row.context } = texts;
  return title !== row.title || description !== row.description || context !== row.context;
}

function isSame(row: queries.Task, assignee: Move['assignee']): boolean {
  if (assignee === 'same') return true;
  if (assignee === 'nobody') return row.assignee_user === '';
  return assignee !== 'actor' && assignee.sessionId === row.assignee_session;
}

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
  const changed = await applyMove(transaction, row, { move, by });
  return isRefusal(changed) ? changed : toRecord(changed, prerequisites);
}

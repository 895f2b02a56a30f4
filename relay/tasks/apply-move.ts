import { refuse, isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import type { TaskStatus } from '../../shared/tasks/contract.ts';
import { isEnded, isUnblocked, type Move, type NextAssignee } from './rules.ts';
import type { Db, TaskRow } from '../store/schema.ts';
import type { Transaction } from '../store/group-committer.ts';
import { seesWorkstream } from '../workstream-branches/queries.ts';
import * as queries from './queries.ts';
import { replacePrerequisites, selectPrerequisites } from './prerequisite-queries.ts';
import { previousAssignee, taskInEvent } from './records.ts';
import { callersSessionId } from '../sessions/callers-session.ts';
import type { Scope } from '../access/authorizer.ts';

/** Who makes a move. */
export interface Actor {
  readonly userId: string;
  readonly name: string;
  /** Empty for a person without a session. */
  readonly sessionId: string;
}

export type TaskTexts = Partial<Pick<TaskRow, 'title' | 'description' | 'context'>>;

interface Applied {
  readonly move: Move;
  readonly texts?: TaskTexts;
  /** The ids of the tasks that it depends on from now on (TSK-6); null for those that it has. */
  readonly dependsOn?: readonly string[] | null;
  readonly by: Actor;
}

/**
 * Stores what a rule decided and appends the event. Tasks that were blocked by one that ended are freed in the same
 * transaction (TSK-1). Answers the task as it is now.
 * Refused with NotFound, before anything is changed, when there is no such session to assign.
 */
export async function applyMove(
  transaction: Transaction,
  row: queries.Task,
  { move, texts, dependsOn = null, by }: Applied,
): Promise<queries.Task | Refusal> {
  const { connection, log, nowMs } = transaction;
  const { workspace_id: workspaceId, id } = row;
  const assignee = await assigneeOf(transaction, row, { next: move.assignee, by });
  if (isRefusal(assignee)) return assignee;
  const { status } = move;
  const begins = status === 'in_progress' && (row.status !== status || move.assignee === 'actor');
  const changes = { ...times(row, { status, begins, nowMs }), ...assignee, ...texts, status };
  await queries.updateTask(connection.kysely, { workspaceId, id }, changes);
  if (dependsOn !== null)
    await replacePrerequisites(connection.kysely, { workspaceId, id }, dependsOn);
  const changed = await queries.storedTask(connection.kysely, { workspaceId, id });
  const task = taskInEvent(changed);
  const ends = isEnded(status) && row.status !== status;
  const type = ends && status === 'done' ? 'task_done' : begins ? 'task_claimed' : 'task_changed';
  const who = { user: by.name, session_id: by.sessionId };
  log.append(workspaceId, { type, task, ...who, ...previousAssignee(row, changed) });
  if (dependsOn !== null && row.status === 'blocked' && status === 'todo')
    log.append(workspaceId, { type: 'task_unblocked', task });
  if (ends) await unblock(transaction, workspaceId, id);
  return changed;
}

/** The columns that name an assignee; empty texts for nobody. */
async function assigneeOf(
  { connection }: Transaction,
  row: TaskRow,
  { next, by }: { next: NextAssignee; by: Actor },
): Promise<Pick<TaskRow, 'assignee_session' | 'assignee_user'> | Refusal> {
  const { assignee_session, assignee_user } = row;
  if (next === 'same') return { assignee_session, assignee_user };
  if (next === 'nobody') return { assignee_session: '', assignee_user: '' };
  if (next === 'actor') return { assignee_session: by.sessionId, assignee_user: by.userId };
  return sessionAsAssignee(
    connection.kysely,
    { workspaceId: row.workspace_id, workstream: row.workstream },
    next.sessionId,
  );
}

/** TSK-4: any session of the workspace, whoever's it is, for which the workstream exists. */
export async function sessionAsAssignee(
  db: Db,
  { workspaceId, workstream }: { readonly workspaceId: string; readonly workstream: string },
  sessionId: string,
): Promise<Pick<TaskRow, 'assignee_session' | 'assignee_user'> | Refusal> {
  const session = await queries.selectSession(db, workspaceId, sessionId);
  const field = 'assignee_session';
  if (session === undefined)
    return refuse('NotFound', 'There is no such session to assign the task to.', { field });
  if (!(await seesWorkstream(db, { workspaceId, slug: workstream }, session.user_id)))
    return refuse('Conflict', ofPrivate(workstream), { field });
  return { assignee_session: session.id, assignee_user: session.user_id };
}

function ofPrivate(workstream: string): string {
  return `The workstream ${workstream} is private, and that agent's user is not one of its members, so they could never take the task. Give it to a member's agent, or to nobody.`;
}

/** TSK-1: frees the tasks of which this was the last prerequisite. */
async function unblock(
  { connection, log, nowMs }: Transaction,
  workspaceId: string,
  endedId: string,
): Promise<void> {
  const db = connection.kysely;
  const waiting = await queries.selectBlockedBy(db, workspaceId, endedId);
  const ids = waiting.map(({ id }) => id);
  const prerequisites = await selectPrerequisites(db, workspaceId, ids);
  for (const row of waiting) {
    const own = prerequisites.filter(({ task_id }) => task_id === row.id);
    const states = own.map(({ status }) => status);
    if (!isUnblocked('blocked', states)) continue;
    const changes = { status: 'todo', updated_at: nowMs };
    await queries.updateTask(db, { workspaceId, id: row.id }, changes);
    log.append(workspaceId, { type: 'task_unblocked', task: taskInEvent({ ...row, ...changes }) });
  }
}

function times(
  row: TaskRow,
  { status, begins, nowMs }: { status: TaskStatus; begins: boolean; nowMs: number },
) {
  const ends = isEnded(status) && row.status !== status;
  return {
    updated_at: nowMs,
    started_at: status === 'todo' ? null : begins ? nowMs : row.started_at,
    ended_at: ends ? nowMs : row.ended_at,
  };
}

/** The caller, with the session that they name; NotFound when it is not theirs. */
export async function actorOf(
  transaction: Transaction,
  scope: Scope,
  named: string | undefined,
): Promise<Actor | Refusal> {
  const { userId, name } = scope.caller;
  const sessionId = await callersSessionId(transaction, scope, named);
  return isRefusal(sessionId) ? sessionId : { userId, name, sessionId };
}

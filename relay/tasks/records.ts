import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import type { TaskRecord, TaskStatus } from '../../shared/tasks/contract.ts';
import { isEnded } from './rules.ts';
import type { TaskState } from './refusals.ts';
import type { Task } from './queries.ts';
import type { Prerequisite } from './prerequisite-queries.ts';

/** The record of a task, on the wire. */
export function toRecord(row: Task, prerequisites: readonly Prerequisite[]): TaskRecord {
  const own = prerequisites.filter(({ task_id }) => task_id === row.id);
  const waits = row.status === 'blocked' ? own.filter(({ status }) => !isEnded(status)) : [];
  return {
    id: row.id,
    workstream: row.workstream,
    title: row.title,
    description: row.description,
    status: row.status as TaskStatus,
    assignee_session: given(row.assignee_session),
    assignee_name: row.assignee_name ?? undefined,
    assignee_user: given(row.assignee_user),
    depends_on: own.map(({ depends_on }) => depends_on),
    waits_for: waits.map(({ depends_on }) => depends_on),
    context: JSON.parse(row.context) as unknown,
    created_by: row.created_by,
    created_by_name: row.created_by_name,
    created_by_session: given(row.created_by_session),
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
    started_at: row.started_at === null ? undefined : toTimestamp(row.started_at),
    ended_at: row.ended_at === null ? undefined : toTimestamp(row.ended_at),
  };
}

/** What the rules see of a task. A session whose last heartbeat was at `silentSinceMs` or before counts as gone. */
export function toState(
  row: Task,
  prerequisites: readonly Prerequisite[],
  silentSinceMs: number,
): TaskState {
  const name = row.assignee_name;
  return {
    id: row.id,
    status: row.status as TaskStatus,
    createdBySession: row.created_by_session,
    createdBy: { userId: row.created_by, name: row.created_by_name },
    prerequisites: prerequisites
      .filter(({ task_id }) => task_id === row.id)
      .map(({ status }) => status),
    assignee:
      name === null
        ? undefined
        : {
            name,
            client: row.assignee_client ?? undefined,
            userId: row.assignee_user,
            sessionId: row.assignee_session,
            alive: assigneeLives(row, silentSinceMs),
          },
  };
}

/** The fields of a task in each of its events; without the title when its workstream is private. */
export function taskInEvent(row: Task) {
  return {
    id: row.id,
    title: row.visibility === 'private' ? '' : row.title,
    status: row.status as TaskStatus,
    workstream: row.workstream,
    assignee_session: row.assignee_session,
    ...(row.assignee_name !== null && { assignee_name: row.assignee_name }),
    created_by_session: row.created_by_session,
  };
}

/** The fields of an event that say whose the task was, where it is somebody else's now. */
export function previousAssignee(before: Task, after: Task) {
  const { assignee_session: session, assignee_user: user } = before;
  if (session === after.assignee_session && user === after.assignee_user) return {};
  return { previous_session: session, previous_name: before.assignee_name ?? '' };
}

export function isAlive(
  session: { readonly state: string | null; readonly last_heartbeat: number | null },
  silentSinceMs: number,
): boolean {
  return session.state === 'active' && (session.last_heartbeat ?? 0) > silentSinceMs;
}

/** A person who works without a session does not end. */
function assigneeLives(row: Task, silentSinceMs: number): boolean {
  if (row.assignee_session === '') return row.assignee_user !== '';
  const session = { state: row.assignee_state, last_heartbeat: row.assignee_heartbeat };
  return isAlive(session, silentSinceMs);
}

function given(text: string): string | undefined {
  return text === '' ? undefined : text;
}

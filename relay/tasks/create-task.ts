import type { Input } from '../../shared/api/operations.ts';
import { newId } from '../../shared/node/random-ids.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { TaskRecord, TaskStatus } from '../../shared/tasks/contract.ts';
import { firstStatus } from './rules.ts';
import type { TaskRow } from '../store/schema.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { Scope } from '../access/authorizer.ts';
import { sessionAsAssignee, type Actor } from './apply-move.ts';
import type { Workstream } from '../workstreams/queries.ts';
import type { Reader } from '../workstream-branches/queries.ts';
import * as queries from './queries.ts';
import { selectPrerequisites } from './prerequisite-queries.ts';
import { findPrerequisites } from './prerequisites.ts';
import { taskInEvent, toRecord } from './records.ts';
import { workstreamOfTask } from './workstream-of-task.ts';

export type NewTask = Omit<Input<'createTask'>, 'id' | 'session_id'>;

/** TSK-1, TSK-4: stores a task, blocked while a prerequisite has not ended. Nothing waits for it yet, so there is no circle. */
export async function createTask(
  transaction: Transaction,
  scope: Scope,
  { given, by, reader }: { given: NewTask; by: Actor; reader: Reader },
): Promise<TaskRecord | Refusal> {
  const { connection, log, nowMs } = transaction;
  const { workspaceId } = scope;
  const db = connection.kysely;
  const place = { named: given.workstream, sessionId: by.sessionId };
  const workstream = await workstreamOfTask(transaction, scope, place);
  if (isRefusal(workstream)) return workstream;
  if (workstream.status !== 'active') return endedWorkstream(workstream, 'it takes no more tasks');
  const found = await findPrerequisites(db, { workspaceId, reader }, { ids: given.depends_on });
  if (isRefusal(found)) return found;
  const assignee = await assigneeFor(transaction, workstream, given);
  if (isRefusal(assignee)) return assignee;
  const row: TaskRow = {
    id: newId('task'),
    workspace_id: workspaceId,
    workstream: workstream.slug,
    title: given.title,
    description: given.description,
    status: firstStatus(found.map(({ status }) => status as TaskStatus)),
    ...assignee,
    context: contextText(given.context),
    created_by: by.userId,
    created_by_session: by.sessionId,
    created_at: nowMs,
    updated_at: nowMs,
    started_at: null,
    ended_at: null,
  };
  const ids = found.map(({ id }) => id);
  await queries.insertTask(db, row, ids);
  const stored = await queries.storedTask(db, { workspaceId, id: row.id });
  const who = { user: by.name, session_id: by.sessionId };
  log.append(workspaceId, { type: 'task_created', task: taskInEvent(stored), ...who });
  return toRecord(stored, await selectPrerequisites(db, workspaceId, [row.id]));
}

/** A context as it is stored. */
export function contextText(context: unknown): string {
  return JSON.stringify(context ?? null);
}

/** TSK-4: a Conflict that names the workstream's state, and what follows from it. */
export function endedWorkstream(
  { slug, status }: { slug: string; status: string },
  therefore: string,
): Refusal {
  const text = `The workstream ${slug} has ended (${status}); ${therefore}.`;
  return refuse('Conflict', text, { status });
}

async function assigneeFor(
  { connection }: Transaction,
  { workspace_id: workspaceId, slug: workstream }: Workstream,
  { assignee_session, to_session }: NewTask,
) {
  if (assignee_session !== undefined && to_session !== undefined) {
    const same = assignee_session === to_session;
    if (!same) return twoAssignees();
  }
  const named = assignee_session ?? to_session;
  if (named === undefined) return { assignee_session: '', assignee_user: '' };
  return sessionAsAssignee(connection.kysely, { workspaceId, workstream }, named);
}

function twoAssignees(): Refusal {
  const text = 'to_session: is another one than assignee_session; give one of the two.';
  return refuse('ValidationError', text, { field: 'to_session' });
}

import type { Input } from '../../shared/api/operations.ts';
import { isOn } from '../../shared/contract/fields.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import type { taskOperations } from '../../shared/tasks/contract.ts';
import { change, claim } from './rules.ts';
import { momentOf, newestCursor } from '../kernel/cursor.ts';
import { cutPage, type Handlers } from '../kernel/handlers.ts';
import type { ServiceDependencies } from '../kernel/dependencies.ts';
import { changeTask, noSuchTask } from './change-task.ts';
import { type TaskTexts, actorOf } from './apply-move.ts';
import { contextText, createTask } from './create-task.ts';
import { readerOf } from '../workstream-branches/queries.ts';
import { refuseUnknown } from '../workstreams/access.ts';
import * as queries from './queries.ts';
import { selectPrerequisites } from './prerequisite-queries.ts';
import { toRecord } from './records.ts';

export function taskService({
  database,
  authorizer,
  commandRunner,
  durations,
}: ServiceDependencies): Handlers<keyof typeof taskOperations> {
  const db = database.reader;
  const { sessionTtlMs } = durations;
  return {
    createTask: ({ id, session_id, ...given }, call) =>
      commandRunner.run(call, { id }, 'member', async (transaction, scope) => {
        const by = await actorOf(transaction, scope, session_id);
        if (isRefusal(by)) return by;
        return createTask(transaction, scope, { given, by, reader: readerOf(scope) });
      }),
    async listTasks({ id, limit, before, ...wanted }, call) {
      const moment = momentOf(before);
      if (isRefusal(moment)) return moment;
      const scope = await authorizer.enter(call, { id }, 'member');
      if (isRefusal(scope)) return scope;
      const unknown = await refuseUnknown(db, scope, wanted.workstream);
      if (unknown !== undefined) return unknown;
      const page = {
        filter: filterOf(wanted),
        reader: readerOf(scope),
        limit: limit + 1,
        before: moment,
      };
      const found = await queries.selectTasks(db, id, page);
      const { rows, nextCursor } = cutPage(found, limit, newestCursor);
      const ids = rows.map((row) => row.id);
      const prerequisites = await selectPrerequisites(db, id, ids);
      return { tasks: rows.map((row) => toRecord(row, prerequisites)), next_cursor: nextCursor };
    },
    async getTask({ id, task_id }, call) {
      const scope = await authorizer.enter(call, { id }, 'member');
      if (isRefusal(scope)) return scope;
      const key = { workspaceId: id, id: task_id };
      const row = await queries.selectTask(db, key, readerOf(scope));
      if (row === undefined) return noSuchTask();
      return toRecord(row, await selectPrerequisites(db, id, [task_id]));
    },
    claimTask: ({ id, ...named }, call) =>
      commandRunner.run(call, { id }, 'member', (transaction, scope) =>
        changeTask(transaction, scope, { ...named, sessionTtlMs, decide: claim }),
      ),
    changeTask: ({ id, task_id, session_id, ...wished }, call) =>
      commandRunner.run(call, { id }, 'member', (transaction, scope) =>
        changeTask(transaction, scope, {
          task_id,
          session_id,
          sessionTtlMs,
          depends_on: wished.depends_on,
          texts: textsOf(wished),
          cancels: isCancellation(wished),
          decide: (task, actor) =>
            change(task, { status: wished.status, assignee: wished.assignee_session }, actor),
        }),
      ),
  };
}

type Wanted = Omit<Input<'listTasks'>, 'id' | 'limit' | 'before'>;

function filterOf({ workstream, status, open, ...assignee }: Wanted): queries.TaskFilter {
  return {
    workstream,
    status,
    isOpen: isOn(open),
    assigneeSession: assignee.assignee_session,
    assigneeUser: assignee.assignee_user,
  };
}

type Change = Pick<Input<'changeTask'>, 'title' | 'description' | 'context'>;

/** Whether it says nothing but `cancelled`. */
function isCancellation({ status, ...rest }: Omit<Input<'changeTask'>, 'id' | 'task_id'>): boolean {
  return status === 'cancelled' && Object.values(rest).every((value) => value === undefined);
}

/** What is not given stays as it is. */
function textsOf({ title, description, context }: Change): TaskTexts {
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(context !== undefined && { context: contextText(context) }),
  };
}

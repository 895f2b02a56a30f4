import { useMemo } from 'preact/hooks';
import type { Refusal } from '../../../../../../shared/kernel/refusal.ts';
import { pageOf } from '../../../../../../shared/kernel/pages.ts';
import type { TaskRecord, TaskStatus } from '../../../../../../shared/tasks/contract.ts';
import { usePlace } from '../../../place/place.ts';
import { useRecords, type Records } from '../../../state/records.ts';
import { tasksChangedBy } from './columns.ts';

export interface TaskFilter {
  readonly workstream?: string;
  /** A user id. */
  readonly assignee?: string;
}

type Tasks = Records<TaskRecord>;

/** More of them are paged. */
const openPage = 200;
const isOpen = ({ status }: TaskRecord) => status !== 'done' && status !== 'cancelled';

/** The tasks that are open, and those that are done, each kept up. */
export function useTasksOf(
  filter: TaskFilter,
  endedPage: number,
): { readonly open: Tasks; readonly done: Tasks } {
  const common = { filter, one: useOneTask() };
  return {
    open: useTaskList({ ...common, query: { open: true, limit: openPage }, has: isOpen }),
    done: useTaskList({ ...common, ...inState('done', endedPage) }),
  };
}

/** DSH-65: the tasks of each state by themselves, so that what is old and in progress is not behind what is new and waits. */
export function useTasksByState(
  filter: TaskFilter,
  endedPage: number,
): Readonly<Record<TaskStatus, Tasks>> {
  const common = { filter, one: useOneTask() };
  return {
    todo: useTaskList({ ...common, ...inState('todo', openPage) }),
    in_progress: useTaskList({ ...common, ...inState('in_progress', openPage) }),
    blocked: useTaskList({ ...common, ...inState('blocked', openPage) }),
    done: useTaskList({ ...common, ...inState('done', endedPage) }),
    cancelled: useTaskList({ ...common, ...inState('cancelled', endedPage) }),
  };
}

function inState(status: TaskStatus, limit: number) {
  return { query: { status, limit }, has: (task: TaskRecord) => task.status === status };
}

interface TaskList {
  readonly filter: TaskFilter;
  readonly query: { readonly open?: boolean; readonly status?: TaskStatus; readonly limit: number };
  has(task: TaskRecord): boolean;
  one(id: string): Promise<TaskRecord | Refusal>;
}

function useTaskList({ filter, query, has, one }: TaskList): Tasks {
  const { workstream, assignee } = filter;
  return useRecords<TaskRecord>(
    ({ client, id }) => ({
      list: (before) =>
        pageOf(
          client.call('listTasks', { id, ...query, workstream, assignee_user: assignee, before }),
          (answer) => answer.tasks,
        ),
      idOf: (task) => task.id,
      changedBy: tasksChangedBy,
      one,
      belongs: (task) =>
        has(task) &&
        (workstream === undefined || task.workstream === workstream) &&
        (assignee === undefined || task.assignee_user === assignee),
    }),
    [workstream, assignee],
  );
}

/** Asks once for a task that several lists want at the same time. */
function useOneTask(): (id: string) => Promise<TaskRecord | Refusal> {
  const { client, workspace } = usePlace();
  const id = workspace.value.id;
  return useMemo(() => {
    const asked = new Map<string, Promise<TaskRecord | Refusal>>();
    return (taskId) => {
      const known = asked.get(taskId);
      if (known !== undefined) return known;
      const answer = client.call('getTask', { id, task_id: taskId });
      asked.set(taskId, answer);
      return answer.finally(() => asked.delete(taskId));
    };
  }, [client, id]);
}

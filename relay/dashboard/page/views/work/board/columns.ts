import type { LogEvent } from '../../../../../../shared/contract/events/events.ts';
import type { TaskRecord, TaskStatus } from '../../../../../../shared/tasks/contract.ts';
import { idsChangedBy } from '../../../state/changed-records.ts';

export const columns = ['todo', 'in_progress', 'blocked', 'done', 'cancelled'] as const;

export const columnTitles: Readonly<Record<TaskStatus, string>> = {
  todo: 'To do',
  in_progress: 'In progress',
  blocked: 'Blocked',
  done: 'Done',
  cancelled: 'Cancelled',
};

type Columns = Readonly<Record<TaskStatus, readonly TaskRecord[]>>;

/** DSH-65: each task in the column of its state; what began or ended last comes first, else what is newest. */
export function byColumn(tasks: readonly TaskRecord[]): Columns {
  const sorted = [...tasks].sort((a, b) => timeOf(b) - timeOf(a) || (a.id < b.id ? -1 : 1));
  const of = (column: TaskStatus) => sorted.filter(({ status }) => status === column);
  const [todo, begun] = [of('todo'), of('in_progress')];
  return {
    todo,
    in_progress: begun,
    blocked: besideWhatTheyWaitFor(of('blocked'), [...begun, ...todo]),
    done: of('done'),
    cancelled: of('cancelled'),
  };
}

/** In the order of what they wait for, so that the curves between them hardly cross. */
function besideWhatTheyWaitFor(
  blocked: readonly TaskRecord[],
  open: readonly TaskRecord[],
): TaskRecord[] {
  const places = new Map(open.map(({ id }, at) => [id, at]));
  const placeOf = ({ waits_for: ids }: TaskRecord) =>
    Math.min(open.length, ...ids.map((id) => places.get(id) ?? open.length));
  return [...blocked].sort((a, b) => placeOf(a) - placeOf(b));
}

function timeOf({ status, created_at, started_at, ended_at }: TaskRecord): number {
  const at = status === 'in_progress' ? started_at : ended_at;
  return Date.parse(at ?? created_at);
}

/** Which card an arrow leads to from this one; undefined where there is none, and for other keys. */
export function neighbour(
  shown: readonly (readonly string[])[],
  id: string,
  key: string,
): string | undefined {
  const filled = shown.filter(({ length }) => length > 0);
  const x = filled.findIndex((column) => column.includes(id));
  const y = filled[x]?.indexOf(id) ?? -1;
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return filled[x]?.[y + 1];
    case 'ArrowUp':
    case 'k':
      return filled[x]?.[y - 1];
    case 'ArrowRight':
      return inColumn(filled[x + 1], y);
    case 'ArrowLeft':
      return inColumn(filled[x - 1], y);
    default:
      return undefined;
  }
}

function inColumn(column: readonly string[] | undefined, y: number): string | undefined {
  return column?.[Math.min(y, column.length - 1)];
}

export interface Dependency {
  /** What has to end first. */
  readonly from: string;
  readonly to: string;
  /** Whether it still stands in the way. */
  readonly isWaiting: boolean;
}

/** What depends on what, as far as both are among the tasks. */
export function dependenciesOf(tasks: readonly TaskRecord[]): Dependency[] {
  const known = new Set(tasks.map(({ id }) => id));
  return tasks.flatMap(({ id, depends_on: prerequisites, waits_for: open }) =>
    prerequisites
      .filter((one) => known.has(one))
      .map((from) => ({ from, to: id, isWaiting: open.includes(from) })),
  );
}

/** The tasks that show something else after an event: that task, and those that wait for it. */
export function tasksChangedBy(
  event: LogEvent,
  known: readonly Pick<TaskRecord, 'id' | 'depends_on'>[],
): readonly string[] {
  const ids = idsChangedBy(event, 'task');
  const waiting = known.filter((task) => task.depends_on.some((id) => ids.includes(id)));
  return [...ids, ...waiting.map(({ id }) => id)];
}

interface Change {
  readonly status?: TaskStatus;
  readonly assignee_session?: string | null;
}

/** Something that a person can do with a task (TSK-2). */
export interface Move {
  readonly label: string;
  /** Undefined claims the task. */
  readonly change?: Change;
  readonly done: string;
  /** What takes it back; undefined where that cannot be. */
  readonly undo?: Change;
  /** What is asked before a move that nothing takes back. */
  readonly question?: { readonly title: string; readonly text: string };
}

interface Looking {
  readonly myId: string;
  /** The sessions that are alive. */
  readonly alive: { has(sessionId: string): boolean };
}

/** DSH-65: what the person who looks can do with a task, in the order of a menu. */
export function movesOf(task: TaskRecord, { myId, alive }: Looking): Move[] {
  const session = task.assignee_session;
  switch (task.status) {
    case 'todo':
      return [
        {
          label: 'Claim it myself',
          done: 'The task is yours.',
          undo: { status: 'todo', assignee_session: session ?? null },
        },
        finish(task),
        cancel(task),
      ];
    case 'in_progress': {
      const isLeft = session !== undefined && !alive.has(session);
      const back = session ?? (task.assignee_user === myId ? undefined : null);
      return [
        ...(isLeft ? [{ label: 'Take it over', done: 'The task is yours.' }] : []),
        {
          label: 'Put it back',
          change: { status: 'todo' },
          done: 'It waits to be claimed again.',
          // Another person who had it without a session cannot be given it back.
          ...(back !== null && {
            undo: { status: 'in_progress', ...(back !== undefined && { assignee_session: back }) },
          }),
        },
        finish(task),
        cancel(task),
      ];
    }
    case 'blocked':
      return [cancel(task)];
    default:
      return [];
  }
}

function finish({ title }: TaskRecord): Move {
  return {
    label: 'Mark as done',
    change: { status: 'done' },
    done: 'Done.',
    question: {
      title: 'Mark as done',
      text: `“${title}” stays done: it cannot be opened again, and what waits for it becomes free.`,
    },
  };
}

function cancel({ title }: TaskRecord): Move {
  return {
    label: 'Cancel the task',
    change: { status: 'cancelled' },
    done: 'Cancelled.',
    question: {
      title: 'Cancel the task',
      text: `“${title}” stays cancelled: it cannot be opened again, and what waits for it becomes free.`,
    },
  };
}

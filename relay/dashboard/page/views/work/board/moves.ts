import type { TaskRecord, TaskStatus } from '../../../../../../shared/tasks/contract.ts';

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

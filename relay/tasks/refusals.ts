import { shownUser } from '../../shared/kernel/display.ts';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { TaskStatus } from '../../shared/tasks/contract.ts';

export const statusTexts: Readonly<Record<TaskStatus, string>> = {
  todo: 'waits to be claimed (todo)',
  in_progress: 'is in progress (in_progress)',
  blocked: 'waits for other tasks (blocked)',
  done: 'is done',
  cancelled: 'was cancelled',
};

/** TSK-2: names the winner, or the state. */
export function notFree(task: TaskState, actor: ActingSession): Refusal {
  const { assignee, status } = task;
  const live = assignee?.alive === true ? assignee : undefined;
  if (live === undefined || (status !== 'todo' && status !== 'in_progress')) {
    return conflict(
      task,
      `This task ${statusTexts[status]}; only one that is todo can be claimed.`,
    );
  }
  const whose = status === 'todo' ? 'is meant for' : 'was claimed by';
  const text =
    live.userId === actor.userId
      ? ownClaim(task, live, actor)
      : `${named(live)}. Choose another one.`;
  return conflict(task, `This task ${whose} ${text}`);
}

/** SES-7: who asks and who has it are of one person. */
function ownClaim({ status }: TaskState, live: Assignee, { sessionId }: ActingSession): string {
  const putBack = 'put the task back on the Work page of the dashboard.';
  if (live.sessionId === '') return `${named(live)}, for no agent. To change that, ${putBack}`;
  const who = `${sessionId === '' ? 'an' : 'another'} agent of ${named(live)}`;
  return status === 'todo'
    ? `${who}. Claim it there; to have it here, end that session.`
    : `${who}. Go on with it there; to have it here, end that session or ${putBack}`;
}

export function noMove(task: TaskState, to: TaskStatus): Refusal {
  if (task.status === 'blocked' && to === 'todo') {
    return conflict(
      task,
      'This task waits for tasks that are not done and not cancelled (blocked).',
    );
  }
  return conflict(task, `This task ${statusTexts[task.status]}; it cannot become ${to}.`);
}

export function finalState(task: TaskState): Refusal {
  return conflict(task, `This task ${statusTexts[task.status]}; nobody can be put to it.`);
}

/** TSK-5: names who may. */
export function claimedByAnother(task: TaskState): Refusal {
  const { assignee, createdBy } = task;
  const claimer = assignee === undefined ? 'somebody else' : named(assignee);
  const author = shownUser(createdBy.name);
  const who =
    assignee?.userId === createdBy.userId
      ? `${claimer}, who also made it,`
      : `${claimer}, ${author}, who made it,`;
  const text =
    `This task ${statusTexts[task.status]}. Only who claimed it, ${who} or an admin of the workspace may move or change it. ` +
    'Ask one of them.';
  return refuse('Forbidden', text, holderOf(task));
}

export function notYours(task: TaskState): Refusal {
  const whose = task.assignee === undefined ? 'somebody else' : named(task.assignee);
  const text = `This task ${statusTexts[task.status]}, with ${whose}. Its assignee or its author moves it.`;
  return conflict(task, text);
}

export function endedSession(): Refusal {
  return refuse(
    'Conflict',
    'Your session has ended. Call sync to begin again, then claim the task.',
  );
}

/** SES-7 */
function named({ name, client }: Assignee): string {
  return client === undefined ? shownUser(name) : `${shownUser(name)} (${shownUser(client, 40)})`;
}

export function conflict(task: TaskState, message: string): Refusal {
  return refuse('Conflict', message, holderOf(task));
}

function holderOf({ id, status, assignee }: TaskState) {
  const holder =
    assignee === undefined
      ? {}
      : { assignee_session: assignee.sessionId, assignee_name: assignee.name };
  return { task_id: id, status, ...holder };
}

interface Assignee {
  /** Empty for a person who works on it without a session. */
  readonly sessionId: string;
  /** Whose session that is, or the person. */
  readonly userId: string;
  readonly name: string;
  /** With which client the session works. */
  readonly client: string | undefined;
  /** A session that has ended, or has not been heard of for too long, keeps nobody from the task. */
  readonly alive: boolean;
}

/** Who asks; a person without a session has an empty id. */
export interface ActingSession {
  readonly sessionId: string;
  readonly userId: string;
  readonly isAdmin: boolean;
  readonly alive: boolean;
}

/** What of a task decides about its moves. */
export interface TaskState {
  readonly id: string;
  readonly status: TaskStatus;
  readonly assignee: Assignee | undefined;
  /** Empty when a person made it. */
  readonly createdBySession: string;
  readonly createdBy: { readonly userId: string; readonly name: string };
  /** The states of its prerequisites. */
  readonly prerequisites: readonly TaskStatus[];
}

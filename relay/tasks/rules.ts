import type { Refusal } from '../../shared/kernel/refusal.ts';
import type { TaskStatus } from '../../shared/tasks/contract.ts';
import {
  statusTexts,
  notFree,
  noMove,
  finalState,
  claimedByAnother,
  notYours,
  endedSession,
  conflict,
  type ActingSession,
  type TaskState,
} from './refusals.ts';

/** A session that shall have it, the one who asks, nobody, or whoever had it. */
export type NextAssignee = { readonly sessionId: string } | 'actor' | 'nobody' | 'same';

export interface Move {
  readonly status: TaskStatus;
  readonly assignee: NextAssignee;
}

/** What is wished of a task; `assignee` is a session id, or null for nobody. */
export interface WantedChange {
  readonly status?: TaskStatus | undefined;
  readonly assignee?: string | null | undefined;
}

/** Which moves there are; `done` and `cancelled` are final. */
const moves: Readonly<Record<TaskStatus, readonly TaskStatus[]>> = {
  todo: ['in_progress', 'done', 'cancelled'],
  in_progress: ['todo', 'done', 'cancelled'],
  blocked: ['todo', 'cancelled'],
  done: [],
  cancelled: [],
};

/**
 * TSK-2: the move by which the one who asks gets a task. Free is what waits to be claimed and is meant for nobody else alive,
 * and what a session left in progress when it ended. For the session that has it already nothing moves: an agent that asks
 * twice loses nothing. Refused with a Conflict that names the winner, or the state.
 */
export function claim(task: TaskState, actor: ActingSession): Move | Refusal {
  const { assignee } = task;
  if (isGone(actor)) return endedSession();
  if (task.status === 'in_progress' && isWith(task, actor)) {
    return { status: task.status, assignee: 'same' };
  }
  const abandoned = task.status === 'in_progress' && assignee?.alive === false;
  if (task.status !== 'todo' && !abandoned) return notFree(task, actor);
  if (assignee?.alive === true && assignee.sessionId !== actor.sessionId)
    return notFree(task, actor);
  return { status: 'in_progress', assignee: 'actor' };
}

/**
 * The move that a change of status or assignee means. Put back, or taken from its assignee while in progress, a task waits to
 * be claimed again. Refused with a Conflict that names the state.
 */
export function change(task: TaskState, wish: WantedChange, actor: ActingSession): Move | Refusal {
  const status = wish.status ?? (takesAway(task, wish) ? 'todo' : task.status);
  const moved = status !== task.status;
  if (!moved && wish.assignee === undefined) return { status, assignee: 'same' };
  if (moved && !isMove(task, status)) return noMove(task, status);
  if (moves[task.status].length === 0) return finalState(task);
  if (isClaimedFrom(task, actor)) return claimedByAnother(task);
  if (isSomebodyElses(task, actor)) return notYours(task);
  const assignee = nextAssignee(task, wish, status);
  const begins = assignee === 'actor' && status === 'in_progress';
  return begins && isGone(actor) ? endedSession() : { status, assignee };
}

/** TSK-5: whether the one who asks may change what the task says; undefined where they may. */
export function refuseRewriting(task: TaskState, actor: ActingSession): Refusal | undefined {
  return isClaimedFrom(task, actor) ? claimedByAnother(task) : undefined;
}

/** TSK-1: what a task with these prerequisites is before it is begun. */
export function firstStatus(prerequisites: readonly TaskStatus[]): TaskStatus {
  return prerequisites.every(isEnded) ? 'todo' : 'blocked';
}

/** TSK-1: whether a task becomes free now that one of its prerequisites has ended. */
export function isUnblocked(status: TaskStatus, prerequisites: readonly TaskStatus[]): boolean {
  return status === 'blocked' && firstStatus(prerequisites) === 'todo';
}

/** TSK-1: done or cancelled; nothing waits for it any more. */
export function isEnded(status: TaskStatus): boolean {
  return status === 'done' || status === 'cancelled';
}

/**
 * TSK-6: the task with other prerequisites, blocked or todo as they say. Refused with a Conflict for a task that is begun or
 * has ended, and for an agent while the task is meant for another live one.
 */
export function withPrerequisites(
  task: TaskState,
  prerequisites: readonly TaskStatus[],
  actor: ActingSession,
): TaskState | Refusal {
  const begun = begunAlready(task);
  if (begun !== undefined) return begun;
  if (isSomebodyElses(task, actor)) return notYours(task);
  return { ...task, prerequisites, status: firstStatus(prerequisites) };
}

/** TSK-6: a Conflict for a task that is begun or has ended, whatever list is given for it. */
export function begunAlready(task: TaskState): Refusal | undefined {
  if (task.status === 'todo' || task.status === 'blocked') return undefined;
  const text = `This task ${statusTexts[task.status]}; what it depends on can be changed only before it is begun.`;
  return conflict(task, text);
}

function takesAway(task: TaskState, { assignee }: WantedChange): boolean {
  return task.status === 'in_progress' && assignee === null;
}

/** A blocked task is freed by hand only when all that it waits for has ended, as one that an older relay left blocked. */
function isMove({ status, prerequisites }: TaskState, to: TaskStatus): boolean {
  if (!moves[status].includes(to)) return false;
  if (status !== 'blocked' || to !== 'todo') return true;
  return prerequisites.every(isEnded);
}

function nextAssignee(
  task: TaskState,
  { assignee }: WantedChange,
  status: TaskStatus,
): NextAssignee {
  if (typeof assignee === 'string') return { sessionId: assignee };
  const starts = status === 'in_progress';
  if (assignee === null) return starts ? 'actor' : 'nobody';
  if (task.status === 'in_progress' && status === 'todo') return 'nobody';
  // Whoever starts or completes a task that nobody alive has becomes its assignee.
  const takes = status !== task.status && (starts || status === 'done');
  return takes && task.assignee?.alive !== true ? 'actor' : 'same';
}

/** TSK-5: whether a live claim of another user stands against the change. */
function isClaimedFrom({ status, assignee, createdBy }: TaskState, actor: ActingSession): boolean {
  if (status !== 'in_progress' || assignee?.alive !== true || actor.isAdmin) return false;
  return actor.userId !== assignee.userId && actor.userId !== createdBy.userId;
}

/** TSK-2: before it is begun, an agent moves what is meant for nobody else alive, and what it asked for itself. */
function isSomebodyElses(task: TaskState, actor: ActingSession): boolean {
  if (task.status === 'in_progress') return false;
  if (actor.sessionId === '' || actor.sessionId === task.createdBySession) return false;
  return task.assignee?.alive === true && !isWith(task, actor);
}

function isWith({ assignee }: TaskState, { sessionId }: ActingSession): boolean {
  return sessionId !== '' && assignee?.sessionId === sessionId;
}

function isGone({ sessionId, alive }: ActingSession): boolean {
  return sessionId !== '' && !alive;
}

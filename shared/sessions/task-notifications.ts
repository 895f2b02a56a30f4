import type { EventPayload, LogEvent } from '../contract/events/events.ts';
import { quoted, shownAgentOf, shownUser } from '../kernel/display.ts';
import { tell, unless, type Notification } from './notification.ts';

type TaskEvent = Extract<
  LogEvent,
  { type: 'task_created' | 'task_claimed' | 'task_changed' | 'task_done' }
>;

/** Who has a task, or had it. */
interface Party {
  readonly session: string;
  readonly name: string | undefined;
}

/** TSK-2, TSK-7: what an event tells those who have the task, who had it, and who made it. */
export function toldOfTask(event: TaskEvent): Notification[] {
  const { type, task, session_id: actor } = event;
  if (type === 'task_done') return unless(actor, ended(event, 'finished'));
  if (task.status === 'cancelled') return unless(actor, ended(event, 'cancelled'));
  return unless(actor, [toMaker(event), toAssignee(event), toPrevious(event)]);
}

/** TSK-1 */
export function toldOfFreeTask({ task }: EventPayload<'task_unblocked'>): Notification[] {
  const { assignee_session: assignee, created_by_session: maker } = task;
  const free = 'waits for nothing any more: claim it with task_claim.';
  const meant = `the ${label(task)}, which is meant for you, ${free}`;
  return [
    ...tell(assignee, meant, { role: 'asks' }),
    ...(maker === assignee ? [] : tell(maker, `the ${label(task)} ${free}`)),
  ];
}

/** Who works on it stops, and who asked for it knows. */
function ended(event: TaskEvent, verb: 'finished' | 'cancelled'): Notification[][] {
  const { task, user } = event;
  const { assignee_session: session, assignee_name: name, created_by_session: maker } = task;
  const parties = [{ session, name }, previous(event)].filter((one) => one !== undefined);
  const stops = parties.map((one) => {
    const text = `${by(event, one)} ${verb} the ${label(task)}, which was yours: no more work on it is wanted.`;
    return tell(one.session, text, { role: 'ends' });
  });
  const isTold = parties.some((one) => one.session === maker);
  return [...stops, isTold ? [] : tell(maker, `${shownUser(user)} ${verb} your ${label(task)}.`)];
}

function toMaker({ type, task, user, session_id: actor }: TaskEvent): Notification[] {
  const { assignee_session: assignee, assignee_name: name = '', created_by_session: maker } = task;
  if (type !== 'task_claimed') return [];
  if (assignee === actor) return tell(maker, `${shownUser(user)} took your ${label(task)}.`);
  if (assignee === maker) return [];
  return tell(maker, `your ${label(task)} is in progress with ${shownUser(name)}.`);
}

/** Who has it now: it may be begun already, by whoever had it before. */
function toAssignee(event: TaskEvent): Notification[] {
  const { type, task } = event;
  const { assignee_session: session, assignee_name: name, status } = task;
  const who = by(event, { session, name });
  const isNew = type === 'task_claimed' || previous(event) !== undefined;
  const text =
    status === 'in_progress' && !isNew
      ? `${who} changed the ${label(task)}, which is yours and in progress. task_list shows it.`
      : `${who} hands you the ${label(task)}. ${next[status] ?? ''}`;
  return tell(session, text, { role: 'asks' });
}

const next: Partial<Record<TaskEvent['task']['status'], string>> = {
  todo: 'Take it with task_claim.',
  blocked: 'It still waits for other tasks.',
  in_progress: 'It is in progress already: go on with it.',
};

/** Who had it; one that has not heard of it yet has what it had. */
function toPrevious(event: TaskEvent): Notification[] {
  const had = previous(event);
  if (had === undefined) return [];
  const { task } = event;
  const what = `the ${label(task)}, which was yours`;
  const text = `${by(event, had)} ${whatBecame(event, had, what)}: no more work on it is wanted of you.`;
  return tell(had.session, text, { role: 'keeps' });
}

function whatBecame({ task, session_id: actor }: TaskEvent, had: Party, what: string): string {
  const { assignee_session: assignee, assignee_name: name } = task;
  if (name === undefined) return `put back ${what}`;
  if (assignee === actor) return `took ${what}`;
  return `gave ${what}, to ${shownAgentOf(name, had.name)}`;
}

function previous(event: TaskEvent): Party | undefined {
  if (event.type === 'task_created' || event.previous_session === undefined) return undefined;
  return { session: event.previous_session, name: event.previous_name };
}

/** SES-7: who did it, for the one who is told. */
function by({ user, session_id: actor }: TaskEvent, told: Party): string {
  return actor === '' ? shownUser(user) : shownAgentOf(user, told.name);
}

function label({ id, title }: { readonly id: string; readonly title: string }): string {
  return `task ${id} ${quoted(title, 160)}`;
}

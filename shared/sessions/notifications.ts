import { firstFew } from '../kernel/first-few.ts';
import type { EventPayload, LogEvent } from '../contract/events/events.ts';
import {
  commitRecorded,
  commitRetracted,
  contractBroken,
  decisionStale,
  negotiationAnswered,
  negotiationEnded,
  negotiationEscalated,
  negotiationOpened,
  placeWritten,
  taskLabel,
  userOf,
  waitEnded,
  workstreamEnded,
} from './notification-texts.ts';
import { inCode, shownUser } from '../kernel/display.ts';

/** What a text is about, where something later can make it untrue. */
export interface Subject {
  /** The id of a negotiation, a task or a decision. */
  readonly about?: string | undefined;
  /**
   * - `asks`: the holder is asked for something
   * - `ends`: what was said before about the same is over
   * - `keeps`: as `ends`, and the session has what it had before it was asked
   * - `granted`: the session has what it waited for
   */
  readonly role?: 'asks' | 'ends' | 'keeps' | 'granted' | undefined;
  /** The ids of what is the session's now. */
  readonly yours?: readonly string[] | undefined;
}

/** A text that waits for an agent. */
export interface Notice extends Subject {
  readonly text: string;
}

/** A text for one session about what others did. */
export interface Notification extends Notice {
  readonly sessionId: string;
}

type Contested = Pick<
  EventPayload<'negotiation_opened'>,
  'negotiation_id' | 'file' | 'symbols' | 'initiator_session' | 'counterparty_session'
>;

/** The notifications that an event causes. `sessions` are the active ones, for events that concern a branch. */
export function notificationsFor(
  event: LogEvent,
  sessions: readonly { readonly id: string; readonly branch: string }[],
): readonly Notification[] {
  const about = aboutOf(event);
  return toldOf(event, sessions).map((one) => ({ ...one, about }));
}

function aboutOf(event: LogEvent): string | undefined {
  if ('negotiation_id' in event) return event.negotiation_id;
  if ('task' in event && typeof event.task === 'object') return event.task.id;
  return event.type === 'decision_stale' ? event.decision.id : undefined;
}

function toldOf(
  event: LogEvent,
  sessions: readonly { readonly id: string; readonly branch: string }[],
): readonly Notification[] {
  switch (event.type) {
    case 'task_created':
    case 'task_changed':
      return handedOver(event);
    case 'task_claimed':
      return unless(event.session_id, [
        tell(event.task.created_by_session, `${userOf(event)} took your ${taskLabel(event.task)}.`),
      ]);
    case 'task_done':
      return endedTask(event, 'finished');
    case 'task_unblocked':
      return [event.task.assignee_session, event.task.created_by_session].flatMap((id) =>
        tell(
          id,
          `the ${taskLabel(event.task)} waits for nothing any more: claim it with task_claim.`,
        ),
      );
    case 'conflict_detected':
      return event.kind === 'write_raced' ? tell(event.holder_session_id, placeWritten(event)) : [];
    case 'negotiation_opened':
      return tell(event.counterparty_session, negotiationOpened(event), { role: 'asks' });
    case 'negotiation_answered':
      return unless(event.session_id, [
        tell(event.initiator_session, negotiationAnswered(event, { isHolder: false })),
        tell(event.counterparty_session, negotiationAnswered(event, { isHolder: true })),
      ]);
    case 'negotiation_escalated':
      return both(event, negotiationEscalated(event), { role: 'ends' });
    case 'negotiation_ended':
      return [
        ...ended(event, event.initiator_session, event.initiator_symbols),
        ...ended(event, event.counterparty_session, event.counterparty_symbols),
      ];
    case 'wait_ended':
      return tell(event.session_id, waitEnded(event), grantedBy(event));
    case 'contract_published':
      return event.sessions.flatMap((id) => tell(id, contractBroken(event)));
    case 'decision_stale':
      return unless(
        event.session_id,
        (event.sessions ?? []).map((id) => tell(id, decisionStale(event))),
      );
    case 'gate_approved':
      return onBranch(event, sessions, commitRecorded(event));
    case 'gate_retracted':
      return event.recorded ? onBranch(event, sessions, commitRetracted(event)) : [];
    case 'signature_changed':
      return event.sessions.map((sessionId) => ({
        sessionId,
        text: signatureChangeMessage(event),
      }));
    case 'workstream_ended':
      return onBranch(
        { ...event, branch: event.workstream.branch },
        sessions,
        workstreamEnded(event),
      );
    default:
      return [];
  }
}

function tell(sessionId: string, text: string, subject: Subject = {}): Notification[] {
  return sessionId === '' ? [] : [{ sessionId, text: `coord: ${text}`, ...subject }];
}

/** Nobody is told what they did themselves. */
function unless(
  sessionId: string,
  notifications: readonly (readonly Notification[])[],
): Notification[] {
  return notifications.flat().filter((one) => one.sessionId !== sessionId);
}

function both(event: Contested, text: string, subject: Subject): Notification[] {
  return [event.initiator_session, event.counterparty_session].flatMap((id) =>
    tell(id, text, subject),
  );
}

function ended(
  event: EventPayload<'negotiation_ended'>,
  sessionId: string,
  yours: readonly string[],
): Notification[] {
  const keeps = ['', 'hold'].includes(event.outcome) && yours.length > 0;
  return tell(sessionId, negotiationEnded(event, yours), { role: keeps ? 'keeps' : 'ends', yours });
}

function grantedBy({ status, file, symbols }: EventPayload<'wait_ended'>): Subject {
  if (status !== 'granted') return {};
  return { role: 'granted', yours: symbols.length === 0 ? [file] : symbols };
}

function onBranch(
  { branch, session_id: actor }: { branch: string; session_id: string },
  sessions: readonly { readonly id: string; readonly branch: string }[],
  text: string,
): Notification[] {
  return sessions
    .filter((session) => session.branch === branch && session.id !== actor)
    .flatMap(({ id }) => tell(id, text));
}

/** TSK-7: who works on it stops, and who asked for it knows. */
function endedTask(
  event: Pick<EventPayload<'task_created'>, 'task' | 'user' | 'session_id'>,
  verb: 'finished' | 'cancelled',
): Notification[] {
  const { assignee_session: assignee, created_by_session: creator } = event.task;
  const done = `${userOf(event)} ${verb}`;
  const stop = `${done} the ${taskLabel(event.task)}, which was yours: no more work on it is wanted.`;
  const asked = creator === assignee ? [] : tell(creator, `${done} your ${taskLabel(event.task)}.`);
  const role = verb === 'cancelled' ? 'ends' : undefined;
  return unless(event.session_id, [tell(assignee, stop, { role }), asked]);
}

function handedOver(event: EventPayload<'task_created'>): Notification[] {
  const { task, session_id: actor } = event;
  if (task.status === 'cancelled') return endedTask(event, 'cancelled');
  if (task.status !== 'todo' && task.status !== 'blocked') return [];
  const next =
    task.status === 'todo' ? 'Take it with task_claim.' : 'It still waits for other tasks.';
  return unless(actor, [
    tell(task.assignee_session, `${userOf(event)} hands you the ${taskLabel(task)}. ${next}`, {
      role: 'ends',
    }),
  ]);
}

type SignatureChange = EventPayload<'signature_changed'>;

const maxCallers = 3;

/** What an agent is told when the signature of a symbol that its code calls has changed. */
function signatureChangeMessage(
  change: Pick<SignatureChange, 'symbol' | 'callers' | 'old_signature' | 'new_signature' | 'user'>,
): string {
  const list = firstFew(change.callers, maxCallers, (id) => inCode(id));
  return (
    `coord: ${change.user === '' ? 'a commit that was pulled' : shownUser(change.user)} changed the signature of ${inCode(change.symbol)} from ` +
    `${inCode(change.old_signature)} to ${inCode(change.new_signature)}; ` +
    `you are working on its ${change.callers.length === 1 ? 'caller' : 'callers'} ${list}. Check that your call still fits.`
  );
}

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
  waitEnded,
  workstreamEnded,
} from './notification-texts.ts';
import { inCode, shownUser } from '../kernel/display.ts';
import { tell, unless, type Notification, type Subject } from './notification.ts';
import { toldOfFreeTask, toldOfTask } from './task-notifications.ts';

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
    case 'task_claimed':
    case 'task_done':
      return toldOfTask(event);
    case 'task_unblocked':
      return toldOfFreeTask(event);
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
      return [...ended(event, 'initiator'), ...ended(event, 'counterparty')];
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

function both(event: Contested, text: string, subject: Subject): Notification[] {
  return [event.initiator_session, event.counterparty_session].flatMap((id) =>
    tell(id, text, subject),
  );
}

function ended(
  event: EventPayload<'negotiation_ended'>,
  party: 'initiator' | 'counterparty',
): Notification[] {
  const yours = event[`${party}_symbols`];
  const text = negotiationEnded(event, { reader: event[party], yours });
  const keeps = ['', 'hold'].includes(event.outcome) && yours.length > 0;
  return tell(event[`${party}_session`], text, { role: keeps ? 'keeps' : 'ends', yours });
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

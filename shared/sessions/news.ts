import type { EventPayload, LogEvent } from '../contract/events.ts';
import { minutesUntil } from '../kernel/clock.ts';
import { asData } from '../kernel/display.ts';
import { impactMessage } from './impacts.ts';

/** What one session must be told. */
export interface News {
  readonly sessionId: string;
  readonly text: string;
}

type Contested = Pick<
  EventPayload<'negotiation_opened'>,
  'negotiation_id' | 'file' | 'symbols' | 'initiator_session' | 'counterparty_session'
>;

/** Whom an event concerns, and in which words. `sessions` are the active ones, for what concerns a branch. */
export function newsFor(
  event: LogEvent,
  sessions: readonly { readonly id: string; readonly branch: string }[],
): readonly News[] {
  switch (event.type) {
    case 'task_created':
    case 'task_changed':
      return handedOver(event);
    case 'task_claimed':
      return unless(event.session_id, [
        tell(event.task.created_by_session, `${by(event)} took your ${named(event.task)}.`),
      ]);
    case 'task_done':
      return unless(event.session_id, [
        tell(event.task.created_by_session, `${by(event)} finished your ${named(event.task)}.`),
      ]);
    case 'task_unblocked':
      return [event.task.assignee_session, event.task.created_by_session].flatMap((id) =>
        tell(id, `the ${named(event.task)} waits for nothing any more: claim it with task_claim.`),
      );
    case 'negotiation_opened':
      return tell(event.counterparty_session, opened(event));
    case 'negotiation_answered':
      return unless(event.session_id, [
        tell(event.initiator_session, answered(event)),
        tell(event.counterparty_session, answered(event)),
      ]);
    case 'negotiation_escalated':
      return both(
        event,
        `the negotiation ${event.negotiation_id} about ${what(event)} found no end: a person settles it. ` +
          'Until then the hold stands.',
      );
    case 'negotiation_ended':
      return [
        ...tell(event.initiator_session, ended(event, event.initiator_symbols)),
        ...tell(event.counterparty_session, ended(event, event.counterparty_symbols)),
      ];
    case 'wait_ended':
      return tell(event.session_id, waited(event));
    case 'contract_published':
      return event.sessions.flatMap((id) => tell(id, broken(event)));
    case 'gate_approved':
      return onBranch(event, sessions, approved(event));
    case 'gate_retracted':
      return event.recorded ? onBranch(event, sessions, retracted(event)) : [];
    case 'signature_changed':
      return event.sessions.map((sessionId) => ({ sessionId, text: impactMessage(event) }));
    case 'workstream_ended':
      return onBranch({ ...event, branch: event.workstream.branch }, sessions, closed(event));
    default:
      return [];
  }
}

const endOfNegotiation = /^coord: the negotiation (neg_\w+) about .* has ended/;

/** What waits for a session, without what was said of negotiations that have ended since: nobody is to answer them now. */
export function stillTrue(texts: readonly string[]): string[] {
  const ends = texts.map((text) => endOfNegotiation.exec(text)?.[1]);
  return texts.filter(
    (text, at) => !ends.some((id, end) => end > at && id !== undefined && text.includes(id)),
  );
}

function tell(sessionId: string, text: string): News[] {
  return sessionId === '' ? [] : [{ sessionId, text: `coord: ${text}` }];
}

/** Nobody is told what they did themselves. */
function unless(sessionId: string, news: readonly (readonly News[])[]): News[] {
  return news.flat().filter((one) => one.sessionId !== sessionId);
}

function both(event: Contested, text: string): News[] {
  return [...tell(event.initiator_session, text), ...tell(event.counterparty_session, text)];
}

function onBranch(
  { branch, session_id: doer }: { branch: string; session_id: string },
  sessions: readonly { readonly id: string; readonly branch: string }[],
  text: string,
): News[] {
  return sessions
    .filter((session) => session.branch === branch && session.id !== doer)
    .flatMap(({ id }) => tell(id, text));
}

function handedOver(event: EventPayload<'task_created'>): News[] {
  const { task, session_id: doer } = event;
  if (task.status === 'cancelled')
    return unless(doer, [
      tell(task.assignee_session, `${by(event)} cancelled the ${named(task)}.`),
    ]);
  if (task.status !== 'todo' && task.status !== 'blocked') return [];
  const next =
    task.status === 'todo' ? 'Take it with task_claim.' : 'It still waits for other tasks.';
  return unless(doer, [
    tell(task.assignee_session, `${by(event)} hands you the ${named(task)}. ${next}`),
  ]);
}

function opened(event: EventPayload<'negotiation_opened'> & { at: string }): string {
  const minutes = minutesUntil(Date.parse(event.deadline_at), Date.parse(event.at));
  return (
    `${asData(event.initiator, 80)} asks you for ${what(event)}: "${asData(event.rationale)}". ` +
    `Answer within ${minutes} min with negotiate_respond, negotiation_id "${event.negotiation_id}", action yield, hold, ` +
    'split, defer or counter. Without an answer it goes to them.'
  );
}

function answered(event: EventPayload<'negotiation_answered'>): string {
  const note = event.note === '' ? '' : `: "${asData(event.note)}"`;
  return event.action === 'defer'
    ? `${asData(event.by, 80)} asks for more time for ${what(event)} (${event.negotiation_id})${note}.`
    : `${asData(event.by, 80)} replies about ${what(event)}${note}. Go on with negotiate_respond, negotiation_id "${event.negotiation_id}".`;
}

function ended(event: EventPayload<'negotiation_ended'>, yours: readonly string[]): string {
  const about = `the negotiation ${event.negotiation_id} about ${what(event)} has ended`;
  const why = event.outcome === '' ? ' without an answer in time' : ` (${event.outcome})`;
  const note = event.note === '' ? '' : ` Note: "${asData(event.note)}".`;
  const yourPart =
    yours.length === 0
      ? 'You hold nothing of it now: do not edit it.'
      : `Yours now: ${list(yours)}.`;
  return `${about}${why}. ${yourPart}${note}`;
}

function waited(event: EventPayload<'wait_ended'>): string {
  switch (event.status) {
    case 'granted':
      return `${what(event)} is yours now, as you asked. Read it again before you edit it.`;
    case 'told':
      return `${what(event)} is free now. Nobody keeps it for you.`;
    case 'given_up':
      return `you no longer wait for ${what(event)}.`;
  }
}

function broken({ contract, changes, user }: EventPayload<'contract_published'>): string {
  const lines = changes.slice(0, 5).map((line) => asData(line, 160));
  return (
    `${asData(user, 80)} published version ${contract.version} of the contract ${asData(contract.name, 120)}, ` +
    `which breaks what you use: ${lines.join('; ')}.`
  );
}

function approved({ user, commit, branch }: EventPayload<'gate_approved'>): string {
  return `${asData(user, 80)} recorded ${commit.slice(0, 12)} on your branch ${asData(branch, 120)}. Pull it before you commit.`;
}

function retracted(event: EventPayload<'gate_retracted'>): string {
  const reason = event.reason === '' ? '' : `: "${asData(event.reason)}"`;
  return (
    `${asData(event.user, 80)} retracted ${event.commit.slice(0, 12)} on your branch ${asData(event.branch, 120)}${reason}. ` +
    'Do not build on it.'
  );
}

function closed({ workstream, status, user }: EventPayload<'workstream_ended'>): string {
  return `${asData(user, 80)} ended the workstream ${asData(workstream.slug, 80)} (${status}).`;
}

function by({ user }: { readonly user: string }): string {
  return asData(user, 80);
}

function named({ id, title }: { readonly id: string; readonly title: string }): string {
  return `task ${id} "${asData(title, 160)}"`;
}

function what({ file, symbols }: { readonly file: string; readonly symbols: readonly string[] }) {
  return symbols.length === 0 ? asData(file) : list(symbols);
}

function list(symbols: readonly string[]): string {
  const shown = symbols.slice(0, 5).map((id) => asData(id));
  const more = symbols.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

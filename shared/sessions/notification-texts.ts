import { firstFew } from '../kernel/first-few.ts';
import type { EventPayload } from '../contract/events/events.ts';
import { minutesUntil } from '../kernel/clock.ts';
import { shownTime } from '../kernel/times.ts';
import { inCode, quoted, shownAgentOf, shownId, shownUser } from '../kernel/display.ts';
import { fileOfSymbol, isTopLevel } from '../kernel/symbol-id.ts';
import { partLabel } from '../reservations/labels.ts';

/** RSV-6: for the holder, whose work another session has written over. */
export function placeWritten(event: EventPayload<'conflict_detected'>): string {
  const { file, symbol_id: id, lines, by, holder } = event;
  const place = id === undefined ? shownId(file) : partLabel(id, lines && [lines]);
  return `${shownAgentOf(by, holder)} wrote ${place}, which you had reserved. Check that your work there still stands and fits before you go on.`;
}

export function negotiationOpened(
  event: EventPayload<'negotiation_opened'> & { at: string },
): string {
  return (
    `${shownAgentOf(event.initiator, event.counterparty)} asks you for ${what(event)}: ${quoted(event.rationale)}. ` +
    `Answer ${inTime(event)} with negotiate_respond, negotiation_id "${event.negotiation_id}", action yield, hold, ` +
    'split, defer or counter. Without an answer it goes to them.'
  );
}

/** With the time of day, because an agent may read it minutes later. */
function inTime({ deadline_at: deadline, at }: { deadline_at: string; at: string }): string {
  return `by ${shownTime(deadline)} (${minutesUntil(Date.parse(deadline), Date.parse(at))} min)`;
}

/** NEG-3: only the holder can answer `hold`. */
export function negotiationAnswered(
  event: EventPayload<'negotiation_answered'> & { at: string },
  { isHolder }: { isHolder: boolean },
): string {
  const note = event.note === '' ? '' : `: ${quoted(event.note)}`;
  const by = shownAgentOf(event.by, isHolder ? event.counterparty : event.initiator);
  return event.action === 'defer'
    ? `${by} asks for more time for ${what(event)} (${event.negotiation_id})${note}.`
    : `${by} replies about ${what(event)}${note}. Answer ${inTime(event)} with negotiate_respond, negotiation_id "${event.negotiation_id}", action ${isHolder ? 'yield, hold' : 'yield'}, split, defer or counter.`;
}

export function negotiationEscalated(event: EventPayload<'negotiation_escalated'>): string {
  return (
    `the negotiation ${event.negotiation_id} about ${what(event)} found no end: a person settles it. ` +
    'Until then the reservation stays.'
  );
}

export function negotiationEnded(
  event: EventPayload<'negotiation_ended'>,
  { reader, yours }: { reader: string; yours: readonly string[] },
): string {
  const about = `the negotiation ${event.negotiation_id} about ${what(event)} has ended`;
  const why = event.outcome === '' ? whyExpired(event, reader) : ` (${event.outcome})`;
  const note = event.note === '' ? '' : ` Note: ${quoted(event.note)}.`;
  const yourPart =
    yours.length === 0
      ? 'You hold nothing of it now: do not edit it.'
      : `Yours now: ${list(yours)}.`;
  return `${about}${why}. ${yourPart}${note}`;
}

function whyExpired(
  { reason, holder, initiator }: EventPayload<'negotiation_ended'>,
  reader: string,
): string {
  if (reason === 'left') return `, for the agent of ${shownUser(initiator)} that asked has ended`;
  if (reason !== 'taken') return ' without an answer in time';
  return `, for ${holder === undefined ? 'somebody else' : shownAgentOf(holder, reader)} has it now`;
}

/** DEC-2 */
export const whatToDoWhenStale =
  'It is stale now: reaffirm it with decision_reaffirm if it still holds, or record a new one that supersedes it.';

export function decisionStale({
  decision: { id = '', title },
  symbol,
  reason,
  user,
}: EventPayload<'decision_stale'>): string {
  const who = user === '' ? 'a commit that was pulled' : shownUser(user);
  const what = isTopLevel(symbol) ? fileOfSymbol(symbol) : symbol;
  return `${who} ${reason} ${inCode(what)}, which your decision ${quoted(title, 160)} (${id}) is about. ${whatToDoWhenStale}`;
}

export function waitEnded(event: EventPayload<'wait_ended'>): string {
  switch (event.status) {
    case 'granted':
      return `${what(event)} is yours now, as you asked. Read it again before you edit it.`;
    case 'told':
      return `${what(event)} is free now. Nobody keeps it for you.`;
    case 'given_up':
      return `you no longer wait for ${what(event)}.`;
  }
}

export function contractBroken({
  contract,
  changes,
  user,
}: EventPayload<'contract_published'>): string {
  const lines = changes.slice(0, 5).map((change) => quoted(change, 160));
  return (
    `${shownUser(user)} published version ${contract.version} of the contract ${shownId(contract.name)}, ` +
    `which breaks what you use: ${lines.join('; ')}.`
  );
}

export function commitRecorded({
  user,
  commit,
  branch,
  verified,
}: EventPayload<'gate_approved'>): string {
  const unverified =
    verified === false ? ' It is not verified: no daemon read from Git what it touches.' : '';
  return `${shownUser(user)} recorded ${commit.slice(0, 12)} on your branch ${shownId(branch)}.${unverified} Unless your work tree has it, pull it before you commit.`;
}

export function commitRetracted(event: EventPayload<'gate_retracted'>): string {
  const reason = event.reason === '' ? '' : `: ${quoted(event.reason)}`;
  return (
    `${shownUser(event.user)} retracted ${event.commit.slice(0, 12)} on your branch ${shownId(event.branch)}${reason}. ` +
    'Do not build on it.'
  );
}

export function workstreamEnded({
  workstream,
  status,
  user,
}: EventPayload<'workstream_ended'>): string {
  return `${shownUser(user)} ended the workstream ${shownId(workstream.slug)} (${status}).`;
}

function what({ file, symbols }: { readonly file: string; readonly symbols: readonly string[] }) {
  return symbols.length === 0 ? shownId(file) : list(symbols);
}

function list(symbols: readonly string[]): string {
  return firstFew(symbols, 5, (id) => shownId(id));
}

import type { EventPayload } from '../../shared/contract/events/events.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import type {
  NegotiationOutcome,
  NegotiationRecord,
  NegotiationStatus,
} from '../../shared/negotiations/contract.ts';
import type { Partition, Party, NegotiationState } from './rules.ts';
import { symbolIdsUnlessWhole } from '../../shared/reservations/symbol-names.ts';
import { symbolsIn } from '../reservations/target.ts';
import type { Holder } from '../reservations/grant.ts';
import type { Negotiation, Turn } from './queries.ts';

/** A negotiation as the interface shows it; `turns` may be those of several. */
export function toRecord(row: Negotiation, turns: readonly Turn[]): NegotiationRecord {
  return {
    id: row.id,
    file: row.file_path,
    symbol_ids: symbolIdsUnlessWhole(row.file_path, symbolsIn(row)),
    initiator_session: row.initiator_session,
    initiator: row.initiator,
    counterparty_session: row.counterparty_session,
    counterparty: row.counterparty,
    rationale: row.rationale,
    status: row.status as NegotiationStatus,
    outcome: outcomeOf(row),
    waiting_for: row.waiting_for === '' ? undefined : (row.waiting_for as Party | 'person'),
    turn_count: row.turns,
    max_turns: row.max_turns,
    deadline_ms: row.deadline_ms,
    deadline_at: toTimestamp(row.deadline_at),
    turns: turns.filter((turn) => turn.negotiation_id === row.id).map(toTurn),
    split: splitIn(row.split),
    created_at: toTimestamp(row.created_at),
    ended_at: row.ended_at === null ? undefined : toTimestamp(row.ended_at),
    ended_by: row.ended_by === '' ? undefined : row.ended_by,
  };
}

export function stateOf(row: Negotiation): NegotiationState {
  return {
    waitingFor: row.waiting_for as Party,
    turns: row.turns,
    maxTurns: row.max_turns,
    deadlineMs: row.deadline_ms,
    deadlineAt: row.deadline_at,
  };
}

export function outcomeOf(row: Negotiation): NegotiationOutcome | undefined {
  return row.outcome === '' ? undefined : (row.outcome as NegotiationOutcome);
}

export function initiatorOf(row: Negotiation): Holder {
  return {
    sessionId: row.initiator_session,
    userId: row.initiator_user,
    userName: row.initiator,
    conversationId: row.initiator_conversation,
    agentType: row.initiator_agent,
    task: row.initiator_task,
  };
}

export function counterpartyOf(row: Negotiation): Holder {
  return {
    sessionId: row.counterparty_session,
    userId: row.counterparty_user,
    userName: row.counterparty,
    conversationId: row.counterparty_conversation,
    agentType: row.counterparty_agent,
    task: row.counterparty_task,
  };
}

/** The fields of a negotiation in each of its events. */
export function negotiationInEvent(row: Negotiation): EventPayload<'negotiation_escalated'> {
  return {
    negotiation_id: row.id,
    file: row.file_path,
    symbols: symbolIdsUnlessWhole(row.file_path, symbolsIn(row)),
    initiator: row.initiator,
    initiator_session: row.initiator_session,
    counterparty: row.counterparty,
    counterparty_session: row.counterparty_session,
  };
}

/** A partition as it is stored and shown: with ids. */
export function splitText(path: string, partition: Partition | undefined): string {
  if (partition === undefined) return '';
  return JSON.stringify({
    initiator_symbols: symbolIdsUnlessWhole(path, partition.initiator),
    counterparty_symbols: symbolIdsUnlessWhole(path, partition.counterparty),
  });
}

function splitIn(text: string): NegotiationRecord['split'] {
  return text === '' ? undefined : (JSON.parse(text) as NegotiationRecord['split']);
}

function toTurn(row: Turn): NegotiationRecord['turns'][number] {
  return {
    turn: row.turn,
    session_id: row.session_id,
    by: row.by,
    action: row.action as NegotiationRecord['turns'][number]['action'],
    note: row.note,
    defer_ms: row.defer_ms ?? undefined,
    split: splitIn(row.split),
    at: toTimestamp(row.at),
  };
}

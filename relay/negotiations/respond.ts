import type { Input } from '../../shared/api/operations.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import type { NegotiationRecord } from '../../shared/negotiations/contract.ts';
import type { Durations } from '../../shared/sessions/rules.ts';
import type { Scope } from '../access/authorizer.ts';
import { callersSession } from '../sessions/callers-session.ts';
import type { Transaction } from '../store/group-committer.ts';
import {
  endByTurn,
  findNegotiation,
  insertTurn,
  notOpen,
  recordOf,
  turnOf,
  type Turn,
} from './answer-turn.ts';
import * as queries from './queries.ts';
import { negotiationInEvent, stateOf } from './records.ts';
import { step, type Party, type Step } from './rules.ts';

export type Response = Omit<Input<'respondNegotiation'>, 'id'>;

/** NEG-8, then NEG-2 to NEG-7: a party answers. */
export async function respond(
  transaction: Transaction,
  scope: Scope,
  { given, durations }: { given: Response; durations: Durations },
): Promise<NegotiationRecord | Refusal> {
  const row = await findNegotiation(transaction, scope, given.negotiation_id);
  if (isRefusal(row)) return row;
  const by = await partyOf(transaction, scope, { given, row });
  if (isRefusal(by)) return by;
  if (row.status !== 'open') return notOpen(row);
  const { action, defer_ms: deferMs } = given;
  const next = step(stateOf(row), { by, action, deferMs }, transaction.nowMs);
  if (isRefusal(next)) return next;
  const turn = await turnOf(transaction, row, { sessionId: sessionOf(row, by), given });
  if (isRefusal(turn)) return turn;
  await insertTurn(transaction, scope, { row, turn });
  await takeStep(transaction, scope, { row, next, turn, durations });
  return recordOf(transaction, row);
}

/** NEG-8: the party that the named session is. A caller who names none answers for the only party that is theirs. */
async function partyOf(
  transaction: Transaction,
  scope: Scope,
  { given, row }: { given: Response; row: queries.Negotiation },
): Promise<Party | Refusal> {
  const named = given.from_session ?? given.session_id ?? onlySessionOf(row, scope.caller.userId);
  const field = given.from_session === undefined ? 'session_id' : 'from_session';
  const session = await callersSession(transaction, scope, { named, field });
  if (isRefusal(session)) return session;
  if (session.id === row.initiator_session) return 'initiator';
  if (session.id === row.counterparty_session) return 'counterparty';
  return refuse('Forbidden', 'Only the two sessions that negotiate answer.');
}

function onlySessionOf(row: queries.Negotiation, userId: string): string | undefined {
  const isInitiator = row.initiator_user === userId;
  const isCounterparty = row.counterparty_user === userId;
  if (isInitiator === isCounterparty) return undefined;
  return sessionOf(row, isInitiator ? 'initiator' : 'counterparty');
}

function sessionOf(row: queries.Negotiation, party: Party): string {
  return party === 'initiator' ? row.initiator_session : row.counterparty_session;
}

interface StepTaken {
  readonly row: queries.Negotiation;
  readonly next: Step;
  readonly turn: Turn;
  readonly durations: Durations;
}

async function takeStep(
  transaction: Transaction,
  scope: Scope,
  { row, next, turn, durations }: StepTaken,
): Promise<void> {
  const { connection, log } = transaction;
  const { workspaceId, caller } = scope;
  const turns = row.turns + 1;
  switch (next.kind) {
    case 'ended':
      await queries.updateNegotiation(connection.kysely, row, { turns });
      return endByTurn(transaction, scope, { row, outcome: next.outcome, turn, durations });
    case 'escalated': {
      const changes = { turns, status: 'escalated', waiting_for: 'person' };
      await queries.updateNegotiation(connection.kysely, row, changes);
      log.append(workspaceId, { type: 'negotiation_escalated', ...negotiationInEvent(row) });
      return;
    }
    case 'goes_on': {
      const { waitingFor: waiting_for, deadlineAt: deadline_at } = next;
      await queries.updateNegotiation(connection.kysely, row, { turns, waiting_for, deadline_at });
      log.append(workspaceId, {
        type: 'negotiation_answered',
        ...negotiationInEvent(row),
        action: turn.given.action === 'defer' ? 'defer' : 'counter',
        note: turn.given.note,
        by: caller.name,
        session_id: turn.sessionId,
        deadline_at: toTimestamp(deadline_at),
      });
    }
  }
}

import type { Input } from '../../shared/api/operations.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { NegotiationRecord } from '../../shared/negotiations/contract.ts';
import type { Durations } from '../../shared/sessions/rules.ts';
import { type Scope, reaches } from '../access/authorizer.ts';
import type { Transaction } from '../store/group-committer.ts';
import {
  endByTurn,
  findNegotiation,
  insertTurn,
  notOpen,
  recordOf,
  turnOf,
} from './answer-turn.ts';
import { isInitiatorAlive } from './end-negotiation.ts';
import type { Negotiation } from './queries.ts';

export type Settlement = Omit<Input<'settleNegotiation'>, 'id'>;

/** NEG-7: a person decides an escalated negotiation. */
export async function settle(
  transaction: Transaction,
  scope: Scope,
  { given, durations }: { given: Settlement; durations: Durations },
): Promise<NegotiationRecord | Refusal> {
  const { nowMs } = transaction;
  const row = await findNegotiation(transaction, scope, given.negotiation_id);
  if (isRefusal(row)) return row;
  if (!maySettle(row, scope)) {
    return refuse('Forbidden', 'Only the people behind the parties, or an admin, settle it.');
  }
  if (row.status === 'open') return refuse('Conflict', 'It is open: its parties still answer.');
  if (row.status !== 'escalated') return notOpen(row);
  const { action: outcome } = given;
  const { sessionTtlMs } = durations;
  if (outcome !== 'hold' && !isInitiatorAlive(row, { nowMs, sessionTtlMs })) {
    return refuse('Conflict', 'The session that asked has ended: settle it with hold.');
  }
  const turn = turnOf(row, { sessionId: '', given });
  if (isRefusal(turn)) return turn;
  await insertTurn(transaction, scope, { row, turn });
  await endByTurn(transaction, scope, { row, outcome, turn, durations });
  return recordOf(transaction, row);
}

function maySettle(row: Negotiation, { caller, role }: Scope): boolean {
  const users = [row.initiator_user, row.counterparty_user];
  return reaches(role, 'admin') || users.includes(caller.userId);
}

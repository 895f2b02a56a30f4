import type { Input } from '../../shared/api/operations.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { NegotiationRecord, NegotiationStatus } from '../../shared/negotiations/contract.ts';
import { partitionOf, type Partition } from './partition.ts';
import { hasEnded, step, type Party, type Step } from './rules.ts';
import type { Durations } from '../../shared/sessions/rules.ts';
import { reaches } from '../access/rules.ts';
import { ReservationTransfer } from '../reservations/transfer.ts';
import { callersSession } from '../sessions/callers-session.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { Scope } from '../access/authorizer.ts';
import { endNegotiation, isInitiatorAlive, type Ending } from './end-negotiation.ts';
import * as queries from './queries.ts';
import {
  negotiationInEvent,
  outcomeOf,
  splitText,
  stateOf,
  targetIn,
  toRecord,
} from './records.ts';

export type Response = Omit<Input<'respondNegotiation'>, 'id'>;
export type Settlement = Omit<Input<'settleNegotiation'>, 'id'>;

/** NEG-8, then NEG-2 to NEG-7: a party answers. */
export async function respond(
  transaction: Transaction,
  scope: Scope,
  { given, durations }: { given: Response; durations: Durations },
): Promise<NegotiationRecord | Refusal> {
  const row = await find(transaction, scope, given.negotiation_id);
  if (isRefusal(row)) return row;
  const by = await partyOf(transaction, scope, { given, row });
  if (isRefusal(by)) return by;
  if (row.status !== 'open') return over(row);
  const { action, defer_ms: deferMs } = given;
  const next = step(stateOf(row), { by, action, deferMs }, transaction.nowMs);
  if (isRefusal(next)) return next;
  const division = action === 'split' ? partitionOf(targetIn(row), given.split) : undefined;
  if (isRefusal(division)) return division;
  const turn = { sessionId: sessionOf(row, by), given, division };
  await keepTurn(transaction, scope, { row, turn });
  await take(transaction, scope, { row, next, turn, durations });
  return reread(transaction, row);
}

/** NEG-7: what the parties could not agree on, a person decides. */
export async function settle(
  transaction: Transaction,
  scope: Scope,
  { given, durations }: { given: Settlement; durations: Durations },
): Promise<NegotiationRecord | Refusal> {
  const { nowMs } = transaction;
  const row = await find(transaction, scope, given.negotiation_id);
  if (isRefusal(row)) return row;
  if (!maySettle(row, scope)) {
    return refuse('Forbidden', 'Only the people behind the parties, or an admin, settle it.');
  }
  if (row.status === 'open') return refuse('Conflict', 'It is open: its parties still answer.');
  if (row.status !== 'escalated') return over(row);
  const { sessionTtlMs } = durations;
  if (given.action !== 'hold' && !isInitiatorAlive(row, { nowMs, sessionTtlMs })) {
    return refuse('Conflict', 'The session that asked has ended: settle it with hold.');
  }
  const division = given.action === 'split' ? partitionOf(targetIn(row), given.split) : undefined;
  if (isRefusal(division)) return division;
  await keepTurn(transaction, scope, { row, turn: { sessionId: '', given, division } });
  const ending = endingOf(given.action, division);
  await end(transaction, scope, { row, ending, note: given.note, durations });
  return reread(transaction, row);
}

/** The negotiation as time has left it. */
async function find(
  transaction: Transaction,
  { workspaceId }: Scope,
  id: string,
): Promise<queries.Negotiation | Refusal> {
  const db = transaction.connection.kysely;
  const row = await queries.selectNegotiation(db, workspaceId, id);
  if (row === undefined) return noSuchNegotiation();
  if (row.status !== 'open') return row;
  await transaction.runCascade(workspaceId);
  return (await queries.selectNegotiation(db, workspaceId, id)) ?? noSuchNegotiation();
}

export function noSuchNegotiation(): Refusal {
  return refuse('NotFound', 'No such negotiation.');
}

/** NEG-8. Who names no session answers for the one that is theirs. */
async function partyOf(
  transaction: Transaction,
  scope: Scope,
  { given, row }: { given: Response; row: queries.Negotiation },
): Promise<Party | Refusal> {
  const named = given.from_session ?? given.session_id ?? onlySessionOf(row, scope.caller.userId);
  const session = await callersSession(transaction, scope, { named, field: 'session_id' });
  if (isRefusal(session)) return session;
  if (session.id === row.initiator_session) return 'initiator';
  if (session.id === row.counterparty_session) return 'counterparty';
  return refuse('Forbidden', 'Only the two sessions that negotiate answer.');
}

function onlySessionOf(row: queries.Negotiation, userId: string): string | undefined {
  const { initiator_user: asks, counterparty_user: holds } = row;
  if ((asks === userId) === (holds === userId)) return undefined;
  return sessionOf(row, asks === userId ? 'initiator' : 'counterparty');
}

function sessionOf(row: queries.Negotiation, party: Party): string {
  return party === 'initiator' ? row.initiator_session : row.counterparty_session;
}

function maySettle(row: queries.Negotiation, { caller, role }: Scope): boolean {
  const behind = [row.initiator_user, row.counterparty_user];
  return reaches(role, 'admin') || behind.includes(caller.userId);
}

function over(row: queries.Negotiation): Refusal {
  const status = row.status as Exclude<NegotiationStatus, 'open'>;
  return hasEnded(status, outcomeOf(row));
}

interface GivenTurn {
  /** Empty for a person. */
  readonly sessionId: string;
  readonly given: Pick<Response, 'action' | 'note' | 'defer_ms'>;
  readonly division: Partition | undefined;
}

async function keepTurn(
  { connection, nowMs }: Transaction,
  { workspaceId, caller }: Scope,
  { row, turn: { sessionId, given, division } }: { row: queries.Negotiation; turn: GivenTurn },
): Promise<void> {
  await queries.insertTurn(connection.kysely, {
    workspace_id: workspaceId,
    negotiation_id: row.id,
    turn: row.turns + 1,
    session_id: sessionId,
    user_id: caller.userId,
    action: given.action,
    note: given.note,
    defer_ms: given.action === 'defer' ? (given.defer_ms ?? null) : null,
    split: splitText(row.file_path, division),
    at: nowMs,
  });
}

interface Taken {
  readonly row: queries.Negotiation;
  readonly next: Step;
  readonly turn: GivenTurn;
  readonly durations: Durations;
}

async function take(
  transaction: Transaction,
  scope: Scope,
  { row, next, turn, durations }: Taken,
): Promise<void> {
  const { connection, log } = transaction;
  const { workspaceId, caller } = scope;
  const { note } = turn.given;
  const turns = row.turns + 1;
  switch (next.kind) {
    case 'ended': {
      await queries.updateNegotiation(connection.kysely, row, { turns });
      const ending = endingOf(next.outcome, turn.division);
      return end(transaction, scope, { row, ending, note, durations });
    }
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
        note,
        by: caller.name,
        session_id: turn.sessionId,
        deadline_at: toTimestamp(deadline_at),
      });
    }
  }
}

function endingOf(outcome: 'yield' | 'hold' | 'split', division: Partition | undefined): Ending {
  const status = 'resolved';
  if (outcome !== 'split') return { status, outcome };
  if (division === undefined) throw new Error('a split without a division');
  return { status, outcome, division };
}

interface Ended {
  readonly row: queries.Negotiation;
  readonly ending: Ending;
  readonly note: string;
  readonly durations: Durations;
}

/** What the end sets free may end other negotiations, and serve those who wait. */
async function end(
  transaction: Transaction,
  { workspaceId, caller: by }: Scope,
  { row, ending, note, durations }: Ended,
): Promise<void> {
  const ground = await ReservationTransfer.load(transaction, workspaceId, {
    durations,
    keys: [row.path_key],
  });
  await endNegotiation(ground, row, { ...ending, by, note });
  ground.save();
  await transaction.runCascade(workspaceId);
}

async function reread({ connection }: Transaction, { workspace_id, id }: queries.Negotiation) {
  const db = connection.kysely;
  const row = await queries.selectNegotiation(db, workspace_id, id);
  if (row === undefined) return noSuchNegotiation();
  return toRecord(row, await queries.selectTurns(db, workspace_id, [id]));
}

import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type {
  NegotiationAction,
  NegotiationRecord,
  NegotiationStatus,
} from '../../shared/negotiations/contract.ts';
import type { Durations } from '../../shared/sessions/rules.ts';
import { type Scope, reaches } from '../access/authorizer.ts';
import { ReservationTransfer } from '../reservations/transfer.ts';
import type { Transaction } from '../store/group-committer.ts';
import { endNegotiation, type Ending, initiatorState } from './end-negotiation.ts';
import { partitionOf, type NamedPartition, type Partition, hasEnded } from './rules.ts';
import * as queries from './queries.ts';
import type { Negotiation } from './queries.ts';
import { outcomeOf, splitText, toRecord } from './records.ts';
import { selectSymbolsOfFiles } from '../symbol-graph/queries.ts';
import { targetIn } from '../reservations/target.ts';
import type { Input } from '../../shared/api/operations.ts';

/** What a party or a person answers. */
interface GivenAnswer {
  readonly action: NegotiationAction;
  readonly note: string;
  readonly defer_ms?: number | undefined;
  readonly split?: NamedPartition | undefined;
}

/** An answer that was accepted, as a turn of the negotiation. */
export interface Turn {
  /** Empty for a person. */
  readonly sessionId: string;
  readonly given: GivenAnswer;
  readonly partition: Partition | undefined;
}

/** The negotiation after the cascade: one that is due has ended. */
export async function findNegotiation(
  transaction: Transaction,
  { workspaceId }: Scope,
  id: string,
): Promise<queries.Negotiation | Refusal> {
  const db = transaction.connection.kysely;
  const row = await queries.selectNegotiation(db, workspaceId, id);
  if (row === undefined) return noSuchNegotiation();
  if (row.ended_at !== null) return row;
  await transaction.runCascade(workspaceId);
  return (await queries.selectNegotiation(db, workspaceId, id)) ?? noSuchNegotiation();
}

export function noSuchNegotiation(): Refusal {
  return refuse('NotFound', 'No such negotiation. negotiate_list shows them.');
}

export function notOpen(row: queries.Negotiation): Refusal {
  const status = row.status as Exclude<NegotiationStatus, 'open'>;
  return hasEnded(status, outcomeOf(row));
}

/** Refused with a ValidationError: a split that does not partition what is contested. */
export async function turnOf(
  { connection }: Transaction,
  row: queries.Negotiation,
  { sessionId, given }: Pick<Turn, 'sessionId' | 'given'>,
): Promise<Turn | Refusal> {
  if (given.action !== 'split') return { sessionId, given, partition: undefined };
  const known = await selectSymbolsOfFiles(connection.kysely, row.workspace_id, [row.path_key]);
  const ofFile = new Set(known.map(({ name }) => name));
  const partition = partitionOf(targetIn(row), given.split, [...ofFile]);
  return isRefusal(partition) ? partition : { sessionId, given, partition };
}

export async function insertTurn(
  { connection, nowMs }: Transaction,
  { workspaceId, caller }: Scope,
  { row, turn: { sessionId, given, partition } }: { row: queries.Negotiation; turn: Turn },
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
    split: splitText(row.file_path, partition),
    at: nowMs,
  });
}

interface FinalTurn {
  readonly row: queries.Negotiation;
  readonly outcome: 'yield' | 'hold' | 'split';
  readonly turn: Turn;
  readonly durations: Durations;
}

/** Ends the negotiation by a turn. What that frees may end other negotiations and grant waits. */
export async function endByTurn(
  transaction: Transaction,
  { workspaceId, caller: by }: Scope,
  { row, outcome, turn: { given, partition }, durations }: FinalTurn,
): Promise<void> {
  const files = { durations, keys: [row.path_key] };
  const transfer = await ReservationTransfer.load(transaction, workspaceId, files);
  await endNegotiation(transfer, row, { ...endingOf(outcome, partition), by, note: given.note });
  transfer.save();
  await transaction.runCascade(workspaceId);
}

function endingOf(outcome: FinalTurn['outcome'], partition: Partition | undefined): Ending {
  const status = 'resolved';
  if (outcome !== 'split') return { status, outcome };
  if (partition === undefined) throw new Error('a split without a partition');
  return { status, outcome, partition };
}

/** The negotiation as the interface shows it, with its turns. */
export async function recordOf(
  { connection }: Transaction,
  { workspace_id, id }: queries.Negotiation,
): Promise<NegotiationRecord | Refusal> {
  const db = connection.kysely;
  const row = await queries.selectNegotiation(db, workspace_id, id);
  if (row === undefined) return noSuchNegotiation();
  return toRecord(row, await queries.selectTurns(db, workspace_id, [id]));
}

type Settlement = Omit<Input<'settleNegotiation'>, 'id'>;

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
  const early = await refuseUnheard(transaction, scope, { row, outcome });
  if (early !== undefined) return early;
  const { sessionTtlMs } = durations;
  if (outcome !== 'hold' && initiatorState(row, { nowMs, sessionTtlMs }) !== 'alive') {
    return refuse('Conflict', 'The session that asked has ended: settle it with hold.');
  }
  const turn = await turnOf(transaction, row, { sessionId: '', given });
  if (isRefusal(turn)) return turn;
  await insertTurn(transaction, scope, { row, turn });
  await endByTurn(transaction, scope, { row, outcome, turn, durations });
  return recordOf(transaction, row);
}

/** NEG-7: who asks gives nothing to themselves before the holder's agent has said anything. */
async function refuseUnheard(
  { connection }: Transaction,
  { caller, role }: Scope,
  { row, outcome }: { row: Negotiation; outcome: Settlement['action'] },
): Promise<Refusal | undefined> {
  const isOfHolder = reaches(role, 'admin') || row.counterparty_user === caller.userId;
  if (outcome === 'hold' || isOfHolder) return undefined;
  const turns = await queries.selectTurns(connection.kysely, row.workspace_id, [row.id]);
  const isHeard = turns.some(({ session_id: by }) => by === row.counterparty_session);
  return isHeard ? undefined : unheard;
}

const unheard = refuse(
  'Forbidden',
  'The agent that holds it has not answered yet, so you can only leave it there (hold). The person behind it, or an admin, can give it to you.',
);

function maySettle(row: Negotiation, { caller, role }: Scope): boolean {
  const users = [row.initiator_user, row.counterparty_user];
  return reaches(role, 'admin') || users.includes(caller.userId);
}

import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { newId } from '../../shared/node/random-ids.ts';
import type { Durations } from '../../shared/sessions/rules.ts';
import type { WaitRecord } from '../../shared/waits/contract.ts';
import { type Scope, reaches } from '../access/authorizer.ts';
import { findTarget, targetIn, type BareNames, type Target } from '../reservations/target.ts';
import { ReservationTransfer } from '../reservations/transfer.ts';
import { callersLiveSession } from '../sessions/callers-session.ts';
import type { Session } from '../sessions/queries.ts';
import type { Transaction } from '../store/group-committer.ts';
import * as queries from './queries.ts';
import { updateWait, type Wait } from './queries.ts';
import { holderIn, toQueuedWait, toRecord, waitInEvent } from './records.ts';
import { resolveQueue, type EndedWait } from './rules.ts';

interface NewWait {
  readonly sessionId: string | undefined;
  readonly wish: WaitRecord['wish'];
  readonly wanted: Target | BareNames;
  readonly durations: Durations;
}

const maxWaitsOfSession = 100;

/**
 * QUE-1: puts a session in the queue, or grants it at once what is free and what nobody before it waits for. Asking again for
 * the same returns the wait that is queued already.
 */
export async function addWait(
  transaction: Transaction,
  scope: Scope,
  { sessionId, wish, wanted: named, durations }: NewWait,
): Promise<WaitRecord | Refusal> {
  const { workspaceId } = scope;
  const { sessionTtlMs } = durations;
  const wanted = { named: sessionId, field: 'session_id', sessionTtlMs };
  const session = await callersLiveSession(transaction, scope, wanted);
  if (isRefusal(session)) return session;
  await transaction.runCascade(workspaceId);
  const target = await findTarget(transaction, session, named);
  if (isRefusal(target)) return target;
  const queue = await queries.selectQueue(transaction.connection.kysely, workspaceId);
  const own = queue.filter((row) => row.session_id === session.id);
  const same = own.find((row) => row.wish === wish && isFor(row, target));
  if (same !== undefined) return toRecord(same, queue);
  if (own.length >= maxWaitsOfSession)
    return refuse('Conflict', `A session waits for at most ${maxWaitsOfSession} things.`);
  const fileQueue = queue.filter((row) => row.path_key === target.key);
  const row = newRow(transaction, session, { wish, target });
  return enqueue(transaction, { fileQueue, row, durations });
}

interface NewEntry {
  /** The waits for the same file, without the new one. */
  readonly fileQueue: readonly queries.Wait[];
  readonly row: queries.Wait;
  readonly durations: Durations;
}

/** A wait that ends at once has no events of its own; what it is granted is told by `file_reserved`. */
async function enqueue(
  transaction: Transaction,
  { fileQueue, row, durations }: NewEntry,
): Promise<WaitRecord> {
  const { workspace_id: workspaceId, path_key: key } = row;
  const { connection, log, nowMs } = transaction;
  const { sessionTtlMs } = durations;
  const files = { durations, keys: [key] };
  const transfer = await ReservationTransfer.load(transaction, workspaceId, files);
  const queue = [...fileQueue, row].map((one) => toQueuedWait(one, { nowMs, sessionTtlMs }));
  const ended = resolveQueue(queue, transfer.reservationsOf(key), transfer.options);
  const status = ended.find(({ wait }) => wait.id === row.id)?.status;
  const stored = status === undefined ? row : { ...row, status, ended_at: nowMs };
  await queries.insertWait(connection.kysely, stored);
  if (status === undefined) log.append(workspaceId, { type: 'wait_added', ...waitInEvent(row) });
  if (status === 'granted') transfer.grantFree(holderIn(row), targetIn(row));
  transfer.save();
  return toRecord(stored, status === undefined ? [...fileQueue, row] : []);
}

function isFor(row: queries.Wait, { key, symbols }: Target): boolean {
  const queued = targetIn(row);
  if (queued.key !== key || queued.symbols.length !== symbols.length) return false;
  return queued.symbols.every((symbol) => symbols.includes(symbol));
}

/** The queue is ordered by `place`. It is the seq of the event that adds the wait, so later waits have a higher one. */
function newRow(
  { log, nowMs }: Transaction,
  session: Session,
  { wish, target }: { wish: NewWait['wish']; target: Target },
): queries.Wait {
  const { id: session_id, workspace_id, ...rest } = session;
  const { user_id, user_name, conversation_id, agent_type, task, state, last_heartbeat } = rest;
  return {
    id: newId('wait'),
    workspace_id,
    session_id,
    file_path: target.path,
    path_key: target.key,
    symbols: JSON.stringify(target.symbols),
    wish,
    status: 'waiting',
    place: (log.seqOf(workspace_id) ?? 0) + 1,
    created_at: nowMs,
    ended_at: null,
    ...{ user_id, user_name, conversation_id, agent_type, task, state, last_heartbeat },
  };
}

/** Stores how the wait ended, and appends `wait_ended`. */
async function endWait(
  { connection, log, nowMs }: Transaction,
  row: Wait,
  status: EndedWait['status'],
): Promise<void> {
  await updateWait(connection.kysely, row, { status, ended_at: nowMs });
  log.append(row.workspace_id, { type: 'wait_ended', ...waitInEvent(row), status });
}

/** QUE-4: the cascade runs, because a wait behind this one may be granted now. */
export async function giveUpWait(
  transaction: Transaction,
  { workspaceId, caller, role }: Scope,
  waitId: string,
): Promise<WaitRecord | Refusal> {
  const { connection, nowMs } = transaction;
  const row = await queries.selectWait(connection.kysely, workspaceId, waitId);
  if (row === undefined) return noSuchWait();
  if (row.user_id !== caller.userId && !reaches(role, 'admin'))
    return refuse('Forbidden', 'Only who waits, or an admin, gives it up.');
  if (row.status !== 'waiting')
    return refuse('Conflict', `The wait has ended: ${row.status.replace('_', ' ')}.`);
  await endWait(transaction, row, 'given_up');
  await transaction.runCascade(workspaceId);
  return toRecord({ ...row, status: 'given_up', ended_at: nowMs }, []);
}

export function noSuchWait(): Refusal {
  return refuse('NotFound', 'No such wait.');
}

/**
 * QUE-2: ends the waits of `queue`, first come first served, that nothing keeps waiting. What a wait is granted is reserved in
 * this transaction, which is the one that freed it.
 */
export async function grantNext(
  transfer: ReservationTransfer,
  queue: readonly Wait[],
  sessionTtlMs: number,
): Promise<void> {
  const { transaction, nowMs } = transfer;
  for (const key of new Set(queue.map((row) => row.path_key))) {
    const waits = queue
      .filter((row) => row.path_key === key)
      .map((row) => toQueuedWait(row, { nowMs, sessionTtlMs }));
    const ended = resolveQueue(waits, transfer.reservationsOf(key), transfer.options);
    for (const { wait, status } of ended) {
      if (status === 'granted') transfer.grantFree(holderIn(wait.row), targetIn(wait.row));
      await endWait(transaction, wait.row, status);
    }
  }
}

import { newId } from '../../shared/node/random-ids.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Target } from '../reservations/target.ts';
import type { Durations } from '../../shared/sessions/rules.ts';
import type { WaitRecord } from '../../shared/waits/contract.ts';
import { resolveQueue } from './rules.ts';
import { reaches } from '../access/rules.ts';
import { ReservationTransfer } from '../reservations/transfer.ts';
import { callersLiveSession } from '../sessions/callers-session.ts';
import type { Session } from '../sessions/queries.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { Scope } from '../access/authorizer.ts';
import * as queries from './queries.ts';
import { holderIn, waitInEvent, targetIn, toRecord, toQueuedWait } from './records.ts';
import { endWait } from './grant-next.ts';

export interface NewWait {
  readonly sessionId: string | undefined;
  readonly wish: WaitRecord['wish'];
  readonly target: Target;
  readonly durations: Durations;
}

const maxWaitsOfSession = 100;

/** QUE-1: a session stands in line, or gets at once what is free and what nobody in line waits for. */
export async function add(
  transaction: Transaction,
  scope: Scope,
  { sessionId, wish, target, durations }: NewWait,
): Promise<WaitRecord | Refusal> {
  const { workspaceId } = scope;
  const { sessionTtlMs } = durations;
  const wanted = { named: sessionId, field: 'session_id', sessionTtlMs };
  const session = await callersLiveSession(transaction, scope, wanted);
  if (isRefusal(session)) return session;
  await transaction.runCascade(workspaceId);
  const db = transaction.connection.kysely;
  const line = await queries.selectQueue(db, workspaceId);
  const own = line.filter((row) => row.session_id === session.id);
  const same = own.find((row) => row.wish === wish && isFor(row, target));
  if (same !== undefined) return toRecord(same, line);
  if (own.length >= maxWaitsOfSession)
    return refuse('Conflict', `A session waits for at most ${maxWaitsOfSession} things.`);
  const file = line.filter((row) => row.path_key === target.key);
  return enter(transaction, {
    file,
    row: newcomer(transaction, session, { wish, target }),
    durations,
  });
}

interface Entry {
  /** Those who wait for the same file. */
  readonly file: readonly queries.Wait[];
  readonly row: queries.Wait;
  readonly durations: Durations;
}

/** Nothing is told of a wait that ends as it begins, but what it was granted. */
async function enter(
  transaction: Transaction,
  { file, row, durations }: Entry,
): Promise<WaitRecord> {
  const { workspace_id: workspaceId, path_key: key } = row;
  const { connection, log, nowMs } = transaction;
  const { sessionTtlMs } = durations;
  const ground = await ReservationTransfer.load(transaction, workspaceId, {
    durations,
    keys: [key],
  });
  const line = [...file, row].map((one) => toQueuedWait(one, { nowMs, sessionTtlMs }));
  const served = resolveQueue(line, ground.reservationsOf(key), nowMs);
  const status = served.find(({ wait }) => wait.id === row.id)?.status;
  const entered = status === undefined ? row : { ...row, status, ended_at: nowMs };
  await queries.insertWait(connection.kysely, entered);
  if (status === undefined) log.append(workspaceId, { type: 'wait_added', ...waitInEvent(row) });
  if (status === 'granted') ground.grantFree(holderIn(row), targetIn(row));
  ground.save();
  return toRecord(entered, status === undefined ? [...file, row] : []);
}

function isFor(row: queries.Wait, { key, symbols }: Target): boolean {
  const stands = targetIn(row);
  if (stands.key !== key || stands.symbols.length !== symbols.length) return false;
  return stands.symbols.every((symbol) => symbols.includes(symbol));
}

/** Its place is the seq of the event that tells of it: later ones get a later one. */
function newcomer(
  { log, nowMs }: Transaction,
  session: Session,
  { wish, target }: Pick<NewWait, 'wish' | 'target'>,
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

/** QUE-4: whoever stood behind it may be next. */
export async function giveUp(
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
  await endWait({ transaction, workspaceId, nowMs }, row, 'given_up');
  await transaction.runCascade(workspaceId);
  return toRecord({ ...row, status: 'given_up', ended_at: nowMs }, []);
}

export function noSuchWait(): Refusal {
  return refuse('NotFound', 'No such wait.');
}

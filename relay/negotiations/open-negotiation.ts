import type { Input } from '../../shared/api/operations.ts';
import { shownId, shownUser } from '../../shared/kernel/display.ts';
import { newId } from '../../shared/node/random-ids.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { NegotiationRecord } from '../../shared/negotiations/contract.ts';
import { overlapUnder } from '../../shared/reservations/collisions.ts';
import { namesOverlap, placeNamed } from '../../shared/reservations/places.ts';
import { isLive } from '../../shared/reservations/rules.ts';
import { describeReserved } from '../../shared/reservations/denial.ts';
import { optionsOf } from '../reservations/grant.ts';
import { findTarget, targetIn, type BareNames, type Target } from '../reservations/target.ts';
import type { Durations } from '../../shared/sessions/rules.ts';
import { reservationsOfFiles, type ReservationWithHolder } from '../reservations/queries.ts';
import { callersLiveSession } from '../sessions/callers-session.ts';
import type { Session } from '../sessions/queries.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { NegotiationRow } from '../store/schema.ts';
import type { Scope } from '../access/authorizer.ts';
import * as queries from './queries.ts';
import { negotiationInEvent, toRecord } from './records.ts';

export type Opening = Pick<
  Input<'openNegotiation'>,
  | 'session_id'
  | 'initiator_session'
  | 'counterparty_session'
  | 'rationale'
  | 'max_turns'
  | 'deadline_ms'
>;

/** Limits how many questions one session can put to others. */
const maxOpenOfSession = 100;

/** NEG-1: a live session of the caller asks for what another session holds. */
export async function openNegotiation(
  transaction: Transaction,
  scope: Scope,
  {
    given,
    wanted,
    durations,
  }: { given: Opening; wanted: Target | BareNames; durations: Durations },
): Promise<NegotiationRecord | Refusal> {
  const { workspaceId } = scope;
  const session = await callersLiveSession(transaction, scope, {
    named: given.initiator_session ?? given.session_id,
    field: given.initiator_session === undefined ? 'session_id' : 'initiator_session',
    sessionTtlMs: durations.sessionTtlMs,
  });
  if (isRefusal(session)) return session;
  await transaction.runCascade(workspaceId);
  const target = await findTarget(transaction, session, wanted);
  if (isRefusal(target)) return target;
  const holder = await holderOf(transaction, session, {
    target,
    named: given.counterparty_session,
  });
  if (isRefusal(holder)) return holder;
  const refusal = await refuseSecond(transaction, session, { target, holder });
  if (refusal !== undefined) return refusal;
  const deadlineMs = given.deadline_ms ?? durations.negotiationDeadlineMs;
  return store(transaction, { ...given, target, session, holder, deadlineMs });
}

interface Wanted {
  readonly target: Target;
  readonly named: string | undefined;
}

/** The reservation whose holder is asked: that of the named session, or of the only other session that holds any of it. */
async function holderOf(
  transaction: Transaction,
  { id, workspace_id: workspaceId }: Session,
  { target, named }: Wanted,
): Promise<ReservationWithHolder | Refusal> {
  const { connection, nowMs } = transaction;
  const { policy } = optionsOf(transaction, workspaceId);
  const reservations = await reservationsOfFiles(connection, [[workspaceId, target.key]]);
  const held = reservations.filter(
    (reservation) =>
      isLive(reservation, nowMs) &&
      target.symbols.some((symbol) => overlapUnder(policy, placeNamed(symbol), reservation)),
  );
  const blockers = held.filter(({ sessionId }) => sessionId !== id);
  const [first] = blockers;
  if (first === undefined) return needsNone(target, held.length > 0);
  if (named !== undefined) {
    return (
      blockers.find((reservation) => reservation.sessionId === named) ??
      refuse(
        'Conflict',
        `The session ${shownId(named)} holds nothing of it. ${holdersOf(blockers)}`,
        {
          field: 'counterparty_session',
        },
      )
    );
  }
  if (blockers.every((reservation) => reservation.sessionId === first.sessionId)) return first;
  return refuse(
    'Conflict',
    `Several sessions hold parts of it: name one as counterparty_session. ${holdersOf(blockers)}`,
    { field: 'counterparty_session' },
  );
}

function needsNone(target: Target, isOwn: boolean): Refusal {
  const what = describe(target);
  return refuse(
    'Conflict',
    isOwn ? `You hold ${what} yourself: just edit it.` : `Nobody holds ${what}: just edit it.`,
  );
}

const maxHoldersShown = 10;

function holdersOf(reservations: readonly ReservationWithHolder[]): string {
  const names = new Map(
    reservations.map((reservation) => [reservation.sessionId, shownUser(reservation.userName)]),
  );
  const shown = [...names].slice(0, maxHoldersShown).map(([id, name]) => `${name} (${id})`);
  return `It is held by ${shown.join(', ')}${names.size > maxHoldersShown ? ' and others' : ''}.`;
}

function describe({ path, symbols }: Target): string {
  const names = symbols.map((symbol) => describeReserved(path, symbol));
  return names.map((name) => name.replace(/^The /, 'the ')).join(', ');
}

/** Refuses a second negotiation about the same symbols. An escalated one counts while the same session holds them. */
async function refuseSecond(
  { connection }: Transaction,
  { id, workspace_id: workspaceId }: Session,
  { target, holder }: { target: Target; holder: ReservationWithHolder },
): Promise<Refusal | undefined> {
  const unresolved = await queries.selectUnresolvedOf(connection.kysely, workspaceId, id);
  const same = unresolved.find(
    (row) =>
      row.path_key === target.key &&
      (row.status === 'open' || row.counterparty_session === holder.sessionId) &&
      targetIn(row).symbols.some((one) => target.symbols.some((other) => namesOverlap(one, other))),
  );
  if (same !== undefined) {
    const { id: negotiation_id, status } = same;
    const message = `You already negotiate about it: ${negotiation_id} (${status}).`;
    return refuse('Conflict', message, { negotiation_id });
  }
  if (unresolved.filter((row) => row.status === 'open').length < maxOpenOfSession) return undefined;
  return refuse('Conflict', `A session has at most ${maxOpenOfSession} open negotiations.`);
}

interface Opened extends Pick<Opening, 'rationale' | 'max_turns'> {
  readonly target: Target;
  readonly session: Session;
  readonly holder: ReservationWithHolder;
  readonly deadlineMs: number;
}

async function store(
  { connection, log, nowMs }: Transaction,
  { target, session, holder, rationale, max_turns, deadlineMs }: Opened,
): Promise<NegotiationRecord> {
  const { workspace_id: workspaceId } = session;
  const row: NegotiationRow = {
    id: newId('negotiation'),
    workspace_id: workspaceId,
    file_path: target.path,
    path_key: target.key,
    symbols: JSON.stringify(target.symbols),
    initiator_session: session.id,
    counterparty_session: holder.sessionId,
    rationale,
    status: 'open',
    outcome: '',
    waiting_for: 'counterparty',
    turns: 0,
    max_turns,
    deadline_ms: deadlineMs,
    deadline_at: nowMs + deadlineMs,
    split: '',
    place: (log.seqOf(workspaceId) ?? 0) + 1,
    created_at: nowMs,
    ended_at: null,
    ended_by: '',
  };
  await queries.insertNegotiation(connection.kysely, row);
  const stored = await queries.selectNegotiation(connection.kysely, workspaceId, row.id);
  if (stored === undefined) throw new Error('a negotiation that was just stored is not there');
  log.append(workspaceId, {
    type: 'negotiation_opened',
    ...negotiationInEvent(stored),
    rationale,
    deadline_at: toTimestamp(row.deadline_at),
    max_turns,
  });
  return toRecord(stored, []);
}

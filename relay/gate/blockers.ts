import type { DraftEvent } from '../../shared/contract/events/events.ts';
import { minutesUntil } from '../../shared/kernel/clock.ts';
import { quoted, shownId, shownUser } from '../../shared/kernel/display.ts';
import { pathKey } from '../../shared/kernel/paths.ts';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { overlapUnder, type ConflictOptions } from '../../shared/reservations/collisions.ts';
import { grantedPlaces } from '../../shared/reservations/changed-places.ts';
import { isShared, placeNamed, type Place } from '../../shared/reservations/places.ts';
import { conflictsOf } from '../../shared/reservations/rules.ts';
import { describeReserved } from '../../shared/reservations/denial.ts';
import { symbolIdUnlessWhole } from '../../shared/reservations/symbol-names.ts';
import { optionsOf } from '../reservations/grant.ts';
import { reservationsOfFiles, type ReservationWithHolder } from '../reservations/queries.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { ReceiptRow } from '../store/schema.ts';
import type { Scope } from '../access/authorizer.ts';
import { grantsAfter } from './queries.ts';
import type { TouchedFile } from './discovery/touched-files.ts';

/** How many grants after the receipt are read. */
const maxGrants = 10_000;

/** A commit that is about to be recorded. */
export interface CommitWork {
  readonly touched: ReadonlyMap<string, TouchedFile>;
  /** Empty when the caller named none. */
  readonly sessionId: string;
  readonly receipt: ReceiptRow;
}

/** GAT-8: the Conflict when another session has reserved what the commit touches, or had after the receipt was given. */
export async function findBlocker(
  transaction: Transaction,
  { workspaceId }: Scope,
  work: CommitWork,
): Promise<Refusal | undefined> {
  const { nowMs } = transaction;
  const keys = [...work.touched.keys()].map((key) => [workspaceId, key] as const);
  if (keys.length === 0) return undefined;
  const reservations = await reservationsOfFiles(transaction.connection, keys);
  const options = optionsOf(transaction, workspaceId);
  const others = reservations.filter(
    (one) => !isOwn(work, one.sessionId) && holdsByName(one, options),
  );
  const held = [...work.touched].flatMap(([key, { path, symbols }]) => {
    const ofFile = others.filter((one) => one.pathKey === key);
    const request = { sessionId: '', places: symbols.map(placeNamed) };
    const conflicts = [...conflictsOf(ofFile, request, options)];
    return conflicts.map(({ reservation }) => ({ path, reservation }));
  });
  const [first, ...more] = held;
  if (first !== undefined) return reservedByOther(first, { more, work, nowMs });
  return changedSinceReceipt(transaction, workspaceId, work);
}

/**
 * RSV-12 to RSV-14: whether others are kept out of the place by its name. A commit has no lines that could be compared with
 * those of a reservation.
 */
function holdsByName(
  place: Place & { readonly asked: boolean },
  { policy }: ConflictOptions,
): boolean {
  return place.asked || place.lines === undefined || (policy !== 'lines' && !isShared(place));
}

/** The session that got the receipt and the one that records the commit may both have reservations. */
function isOwn({ sessionId, receipt }: CommitWork, other: string): boolean {
  return other === sessionId || other === receipt.session_id;
}

/** What another session has reserved of what the commit touches. */
interface Held {
  readonly path: string;
  readonly reservation: ReservationWithHolder;
}

function reservedByOther(
  { path, reservation }: Held,
  { more, work, nowMs }: { more: readonly Held[]; work: CommitWork; nowMs: number },
): Refusal {
  const minutes = minutesUntil(reservation.expiresAt, nowMs);
  const isOwnUser = reservation.userId === work.receipt.user_id && work.sessionId === '';
  const message = [
    `${describeReserved(path, reservation.symbol)} is held by ${shownUser(reservation.userName)}`,
    reservation.task === '' ? '' : ` (task: ${quoted(reservation.task)})`,
    `, ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} remaining. The commit was not recorded. `,
    'Wait until the reservation ends, or open a negotiation with the holder.',
    alsoHeld(more),
    isOwnUser ? ' If that session is yours, give its session_id (`coord gate`: --session).' : '',
  ];
  return refuse('Conflict', message.join(''), {
    file: path,
    symbol_id: symbolIdUnlessWhole(path, reservation.symbol),
    holder: reservation.userName,
    holder_session_id: reservation.sessionId,
    minutes_remaining: minutes,
  });
}

const maxAlsoNamed = 5;

/** So that not each of them is met by another run of the gate. */
function alsoHeld(more: readonly Held[]): string {
  if (more.length === 0) return '';
  const named = more
    .slice(0, maxAlsoNamed)
    .map(
      ({ path, reservation: { symbol, userName } }) =>
        `${describeReserved(path, symbol)} (${shownUser(userName)})`,
    );
  const rest = more.length - named.length;
  return ` Also held: ${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`;
}

type Grant = DraftEvent & { type: 'file_reserved' };

/** Whoever got a reservation on touched code after the receipt was given may have changed that code since. */
async function changedSinceReceipt(
  transaction: Transaction,
  workspaceId: string,
  work: CommitWork,
): Promise<Refusal | undefined> {
  const { connection, log } = transaction;
  const options = optionsOf(transaction, workspaceId);
  const { seq } = work.receipt;
  const asked = { seq, limit: maxGrants + 1 };
  const payloads = await grantsAfter(connection.kysely, workspaceId, asked);
  if (payloads.length > maxGrants) {
    return refuse('Conflict', 'Too much has happened since this receipt. Run the gate again.');
  }
  const written = payloads.map((payload) => JSON.parse(payload) as Grant);
  // Events of this transaction are not in the database yet.
  const appended = log.appended.flatMap((one) =>
    one.workspaceId === workspaceId && one.event.type === 'file_reserved' && one.event.seq > seq
      ? [one.event]
      : [],
  );
  const grant = [...written, ...appended].find((one) => conflictsWith(work, one, options));
  if (grant === undefined) return undefined;
  const name = shownUser(grant.by);
  return refuse(
    'Conflict',
    `${shownId(grant.file)} was changed by ${name} after your receipt. Take in what they did and run the gate again.`,
    { file: grant.file, holder: grant.by, holder_session_id: grant.session_id },
  );
}

function conflictsWith(work: CommitWork, grant: Grant, options: ConflictOptions): boolean {
  const { file, symbols, changes, session_id: sessionId, asked = false } = grant;
  if (isOwn(work, sessionId)) return false;
  const touched = work.touched.get(pathKey(file));
  if (touched === undefined) return false;
  const granted = grantedPlaces(file, symbols, changes).filter((place) =>
    holdsByName({ ...place, asked }, options),
  );
  return granted.some((one) =>
    touched.symbols.some((other) => overlapUnder(options.policy, one, placeNamed(other))),
  );
}

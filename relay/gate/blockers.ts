import type { DraftEvent } from '../../shared/contract/events/events.ts';
import { heldOf, holdsByName, refuseHeld, type TouchedFile } from '../../shared/gate/held.ts';
import { shownId, shownUser } from '../../shared/kernel/display.ts';
import { pathKey } from '../../shared/kernel/paths.ts';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { overlapUnder, type ConflictOptions } from '../../shared/reservations/collisions.ts';
import { grantedPlaces } from '../../shared/reservations/changed-places.ts';
import { placeNamed } from '../../shared/reservations/places.ts';
import { optionsOf } from '../reservations/grant.ts';
import { reservationsOfFiles } from '../reservations/queries.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { ReceiptRow } from '../store/schema.ts';
import type { Scope } from '../access/authorizer.ts';
import { grantsAfter } from './queries.ts';

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
  const othersIn = (key: string) =>
    reservations.filter((one) => one.pathKey === key && !isOwn(work, one.sessionId));
  const held = refuseHeld(heldOf(work.touched, othersIn, options), {
    userId: work.receipt.user_id,
    sessionId: work.sessionId,
    nowMs,
    undone: 'The commit was not recorded.',
  });
  if (held !== undefined) return held;
  return changedSinceReceipt(transaction, workspaceId, work);
}

/** The session that got the receipt and the one that records the commit may both have reservations. */
function isOwn({ sessionId, receipt }: CommitWork, other: string): boolean {
  return other === sessionId || other === receipt.session_id;
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

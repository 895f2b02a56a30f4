import type { DraftEvent } from '../../shared/contract/events/events.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { ReservationRow } from '../store/schema.ts';
import { releasedEvents } from './grant.ts';
import {
  deleteExpiredReservations,
  deleteReservationsOfEnding,
  holdersOf,
  releasedAtOnce,
} from './release-queries.ts';
import { grouped } from '../../shared/kernel/grouped.ts';

type ReleaseReason = (DraftEvent & { type: 'file_released' })['reason'];

/**
 * RSV-8, SES-6: deletes the first reservations that have expired and appends `file_released` for them. They block nobody since
 * the moment at which they expired. Returns whether there may be more.
 */
export async function releaseExpired(
  transaction: Transaction,
  workspaceId: string,
): Promise<boolean> {
  const { connection, nowMs } = transaction;
  const expired = await deleteExpiredReservations(connection.kysely, workspaceId, nowMs);
  await appendReleased(transaction, expired, 'expired');
  return expired.length === releasedAtOnce;
}

/** SES-6: the same for sessions that are ending. */
export async function releaseOfEnding(
  transaction: Transaction,
  workspaceId: string,
): Promise<boolean> {
  const released = await deleteReservationsOfEnding(transaction.connection.kysely, workspaceId);
  await appendReleased(transaction, released, 'session_ended');
  return released.length === releasedAtOnce;
}

/** Appends `file_released` for each session and file of the deleted reservations. */
export async function appendReleased(
  { log, connection }: Transaction,
  deleted: readonly ReservationRow[],
  reason: ReleaseReason,
): Promise<void> {
  const sessionIds = [...new Set(deleted.map((row) => row.session_id))];
  const holders = await holdersOf(connection.kysely, sessionIds);
  // PostgreSQL returns deleted rows in no order of ours.
  const groups = grouped(deleted.toSorted(byPlace), (row) =>
    JSON.stringify([row.session_id, row.path_key]),
  );
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined) continue;
    const symbols = group.map(({ symbol }) => symbol);
    const { session_id: sessionId } = first;
    const about = { holder: { sessionId, ...holders.get(sessionId) }, reason };
    for (const event of releasedEvents(first.file_path, symbols, about))
      log.append(first.workspace_id, event);
  }
}

function byPlace(one: ReservationRow, other: ReservationRow): number {
  if (one.path_key !== other.path_key) return one.path_key < other.path_key ? -1 : 1;
  return one.symbol < other.symbol ? -1 : 1;
}

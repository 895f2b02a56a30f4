import type { DraftEvent } from '../../shared/contract/events.ts';
import { symbolIdsUnlessWhole } from '../../shared/reservations/symbol-names.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { ReservationRow } from '../store/schema.ts';
import { deleteExpiredReservations } from './queries.ts';

type ReleaseReason = (DraftEvent & { type: 'file_released' })['reason'];

/**
 * RSV-8: deletes the reservations that have expired and appends `file_released` for them. They block nobody since the moment
 * at which they expired.
 */
export async function releaseExpired(transaction: Transaction, workspaceId: string): Promise<void> {
  const { connection, nowMs } = transaction;
  const expired = await deleteExpiredReservations(connection.kysely, workspaceId, nowMs);
  appendReleased(transaction, expired, 'expired');
}

/** Appends one `file_released` for each session and file of the deleted reservations. */
export function appendReleased(
  { log }: Transaction,
  deleted: readonly ReservationRow[],
  reason: ReleaseReason,
): void {
  const groups = new Map<string, ReservationRow[]>();
  for (const row of deleted) {
    const key = JSON.stringify([row.session_id, row.path_key]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  for (const [first, ...rest] of groups.values()) {
    if (first === undefined) continue;
    const symbols = [first, ...rest].map(({ symbol }) => symbol);
    log.append(first.workspace_id, {
      type: 'file_released',
      file: first.file_path,
      symbols: symbolIdsUnlessWhole(first.file_path, symbols),
      session_id: first.session_id,
      reason,
    });
  }
}

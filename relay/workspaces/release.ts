import type { DraftEvent } from '../../shared/contract/events.ts';
import { symbolIdsUnlessWhole } from '../../shared/reservations/symbol-names.ts';
import { deleteExpiredReservations, deleteReservationsOfUser } from '../reservations/queries.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { ReservationRow } from '../store/schema.ts';
import { leaveAll } from '../workstreams/membership.ts';
import { endSessionsOfUser, expireSilentSessions } from '../sessions/queries.ts';

type ReleaseReason = (DraftEvent & { type: 'file_released' })['reason'];

/** WST-4: releases all that a removed member's sessions hold, takes them out of workstreams, and ends them. */
export async function releaseMember(
  transaction: Transaction,
  workspaceId: string,
  userId: string,
): Promise<void> {
  const db = transaction.connection.kysely;
  const holds = await deleteReservationsOfUser(db, workspaceId, userId);
  tellReleased(transaction, holds, 'member_removed');
  await leaveAll(transaction, workspaceId, userId);
  for (const sessionId of await endSessionsOfUser(db, workspaceId, userId)) {
    transaction.log.append(workspaceId, {
      type: 'session_ended',
      session_id: sessionId,
      reason: 'member_removed',
    });
  }
  await transaction.runCascade(workspaceId);
}

/** RSV-8: deletes holds that ended by themselves. They stopped counting when they ended; this tells the team. */
export async function releaseExpired(transaction: Transaction, workspaceId: string): Promise<void> {
  const db = transaction.connection.kysely;
  tellReleased(
    transaction,
    await deleteExpiredReservations(db, workspaceId, transaction.nowMs),
    'expired',
  );
}

/** SES-2: marks sessions that nobody heard of since `beforeMs`. What they hold stays held (RSV-8). */
export async function expireSessions(
  transaction: Transaction,
  workspaceId: string,
  beforeMs: number,
): Promise<void> {
  const expired = await expireSilentSessions(transaction.connection.kysely, workspaceId, beforeMs);
  for (const sessionId of expired) {
    transaction.log.append(workspaceId, {
      type: 'session_ended',
      session_id: sessionId,
      reason: 'expired',
    });
  }
}

function tellReleased(
  { log }: Transaction,
  holds: readonly ReservationRow[],
  reason: ReleaseReason,
): void {
  const groups = new Map<string, ReservationRow[]>();
  for (const hold of holds) {
    const key = JSON.stringify([hold.session_id, hold.path_key]);
    groups.set(key, [...(groups.get(key) ?? []), hold]);
  }
  for (const [first, ...rest] of groups.values()) {
    if (first === undefined) continue;
    const symbols = [first, ...rest].map((hold) => hold.symbol);
    log.append(first.workspace_id, {
      type: 'file_released',
      file: first.file_path,
      symbols: symbolIdsUnlessWhole(first.file_path, symbols),
      session_id: first.session_id,
      reason,
    });
  }
}

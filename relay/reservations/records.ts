import { minutesUntil } from '../../shared/kernel/clock.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import type { ReservationRecord } from '../../shared/reservations/contract.ts';
import { placeInRecord } from '../../shared/reservations/changed-places.ts';
import { symbolIdsUnlessWhole } from '../../shared/reservations/symbol-names.ts';
import type { BranchesOfWork } from '../../shared/workstreams/contract.ts';
import { shownSlugOf } from '../../shared/workstreams/rules.ts';
import type { ReservationWithHolder, ListedReservation } from './queries.ts';

/** A reservation as the interface shows it; `workstream` is the slug of its session's workstream. */
export function toReservation(
  reservation: ReservationWithHolder,
  { nowMs, workstream }: { nowMs: number; workstream: string | undefined },
): ReservationRecord {
  return {
    file_path: reservation.filePath,
    symbol_ids: symbolIdsUnlessWhole(reservation.filePath, [reservation.symbol]),
    ...placeInRecord(reservation),
    ...(reservation.asked && { asked: true }),
    user_id: reservation.userId,
    user_name: reservation.userName,
    reserved_by: reservation.userName,
    conversation_id: reservation.conversationId,
    session_id: reservation.sessionId,
    agent_type: reservation.agentType,
    current_task: reservation.task,
    ...(workstream !== undefined && { workstream_slug: workstream }),
    fence: reservation.fence,
    expires_at: toTimestamp(reservation.expiresAt),
    minutes_remaining: minutesUntil(reservation.expiresAt, nowMs),
  };
}

/** Reservations as everybody in the workspace may see them: without the slugs of private workstreams. */
export function toReservations(
  reservations: readonly ListedReservation[],
  active: BranchesOfWork,
  nowMs: number,
): ReservationRecord[] {
  return reservations.map((reservation) => {
    const whereabouts = { joined: reservation.workstream, branch: reservation.branch };
    return toReservation(reservation, { nowMs, workstream: shownSlugOf(whereabouts, active) });
  });
}

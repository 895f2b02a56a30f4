import type { ReservationRecord } from '../../shared/reservations/contract.ts';
import { toReservationRecord } from '../../shared/reservations/record.ts';
import type { BranchesOfWork } from '../../shared/workstreams/contract.ts';
import { shownSlugOf } from '../../shared/workstreams/rules.ts';
import type { ListedReservation } from './live-queries.ts';

/** Reservations as everybody in the workspace may see them: without the slugs of private workstreams. */
export function toReservations(
  reservations: readonly ListedReservation[],
  active: BranchesOfWork,
  nowMs: number,
): ReservationRecord[] {
  return reservations.map((reservation) => {
    const whereabouts = { joined: reservation.workstream, branch: reservation.branch };
    return toReservationRecord(reservation, {
      nowMs,
      workstream: shownSlugOf(whereabouts, active),
    });
  });
}

import { isRefusal } from '../../shared/kernel/refusal.ts';
import { reservationCursor, reservationPosition } from '../../shared/node/reservation-cursor.ts';
import type { reservationOperations } from '../../shared/reservations/contract.ts';
import type { ServiceDependencies } from '../kernel/dependencies.ts';
import { cutPage, Page, type Handlers } from '../kernel/handlers.ts';
import { mapInSlices } from '../kernel/in-slices.ts';
import { activeBranches } from '../workstream-branches/queries.ts';
import { readLiveReservations } from './live-queries.ts';
import { toReservations } from './records.ts';

export function reservationService({
  database,
  clock,
}: Pick<ServiceDependencies, 'database' | 'clock'>): Handlers<keyof typeof reservationOperations> {
  return {
    async listReservations({ id, limit, before }) {
      const nowMs = clock.now();
      const after = before === undefined ? undefined : reservationPosition(before);
      if (isRefusal(after)) return after;
      const page = { nowMs, limit: limit + 1, after };
      const [reservations, active] = await Promise.all([
        readLiveReservations(database.reader, id, page),
        activeBranches(database.reader, id),
      ]);
      const { rows, nextCursor } = cutPage(reservations, limit, reservationCursor);
      const records = await mapInSlices(rows, (slice) => toReservations(slice, active, nowMs));
      return new Page(records, nextCursor);
    },
  };
}

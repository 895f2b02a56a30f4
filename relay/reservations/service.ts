import type { Clock } from '../../shared/kernel/clock.ts';
import type { reservationOperations } from '../../shared/reservations/contract.ts';
import type { Database } from '../store/database.ts';
import { cutPage, Page, type Handlers } from '../handlers.ts';
import { selectLiveHolds } from './queries.ts';
import { toReservation } from './records.ts';

export function reservationService(
  database: Database,
  clock: Clock,
): Handlers<keyof typeof reservationOperations> {
  return {
    async listReservations({ id, limit, before }) {
      const nowMs = clock.now();
      const page = { nowMs, limit: limit + 1, after: before };
      const holds = await selectLiveHolds(database.reader, id, page);
      const { rows, nextCursor } = cutPage(
        holds,
        limit,
        (hold) => `${hold.pathKey}#${hold.symbol}`,
      );
      return new Page(
        rows.map((hold) => toReservation(hold, nowMs)),
        nextCursor,
      );
    },
  };
}

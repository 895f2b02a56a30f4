import { z } from 'zod';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { reservationOperations } from '../../shared/reservations/contract.ts';
import type { ServiceDependencies } from '../kernel/dependencies.ts';
import { cutPage, Page, type Handlers } from '../kernel/handlers.ts';
import { activeBranches } from '../workstream-branches/queries.ts';
import { selectLiveReservations, type ReservationPosition } from './queries.ts';
import { toReservations } from './records.ts';

export function reservationService({
  database,
  clock,
}: Pick<ServiceDependencies, 'database' | 'clock'>): Handlers<keyof typeof reservationOperations> {
  return {
    async listReservations({ id, limit, before }) {
      const nowMs = clock.now();
      const after = before === undefined ? undefined : positionOf(before);
      if (isRefusal(after)) return after;
      const page = { nowMs, limit: limit + 1, after };
      const [reservations, active] = await Promise.all([
        selectLiveReservations(database.reader, id, page),
        activeBranches(database.reader, id),
      ]);
      const { rows, nextCursor } = cutPage(reservations, limit, cursorOf);
      return new Page(toReservations(rows, active, nowMs), nextCursor);
    },
  };
}

/** Paths hold any letters, and cursors travel in a header and in addresses. */
function cursorOf({ pathKey, symbol, sessionId }: ReservationPosition): string {
  return Buffer.from(JSON.stringify([pathKey, symbol, sessionId])).toString('base64url');
}

const position = z.tuple([z.string(), z.string(), z.string()]);

function positionOf(cursor: string): ReservationPosition | Refusal {
  try {
    const text = Buffer.from(cursor, 'base64url').toString('utf8');
    const [pathKey, symbol, sessionId] = position.parse(JSON.parse(text));
    return { pathKey, symbol, sessionId };
  } catch {
    return refuse('ValidationError', 'before is no cursor of this list.', { field: 'before' });
  }
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../store/database.ts';
import {
  selectLiveReservations,
  type ListedReservation,
  type ReservationPage,
} from './live-queries.ts';

/** SQLite reads in this thread: hooks are answered between two slices. */
const reservationsAtOnce = 250;

/** As `selectLiveReservations`, for lists that may be long: read in slices, between which others may write. */
export async function readLiveReservations(
  db: Database['reader'],
  workspaceId: string,
  { limit, ...page }: ReservationPage,
): Promise<ListedReservation[]> {
  const found: ListedReservation[] = [];
  for (let { after } = page; ; after = found.at(-1)) {
    const size = Math.min(reservationsAtOnce, limit - found.length);
    const slice = await selectLiveReservations(db, workspaceId, { ...page, limit: size, after });
    found.push(...slice);
    if (slice.length < size || found.length >= limit) return found;
    await nextTurn();
  }
}

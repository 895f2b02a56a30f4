import type { ServerResponse } from 'node:http';
import { pathKey } from '../../../shared/kernel/paths.ts';
import { isRefusal, refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import {
  reservationCursor,
  reservationPosition,
  type ReservationPosition,
} from '../../../shared/node/reservation-cursor.ts';
import { reservationRecords, sessionRecords } from '../../replica/records.ts';
import type { Replica } from '../../replica/replica.ts';

type ListName = 'listSessions' | 'listReservations';

/** Which page of the list is wanted, as the relay takes it. */
interface Wanted {
  readonly limit: number;
  readonly before?: string | undefined;
}

interface Page {
  readonly records: readonly unknown[];
  readonly nextCursor: string | undefined;
}

/**
 * ANS-4: a page of the list out of the replica, in the relay's order and with its cursors, so that a walk which the relay began
 * goes on here. Sets the header that leads on.
 */
export async function replicaPage(
  replica: Replica,
  name: ListName,
  { url = '', response }: { readonly url: string | undefined; readonly response: ServerResponse },
): Promise<readonly unknown[] | Refusal> {
  // Loads every schema, for which no hook may wait.
  const { parseQuery } = await import('../inputs.ts');
  const wanted = parseQuery(name, url);
  if (isRefusal(wanted)) return wanted;
  const page =
    name === 'listSessions' ? sessionPage(replica, wanted) : reservationPage(replica, wanted);
  if (isRefusal(page)) return page;
  if (page.nextCursor !== undefined)
    response.setHeader('x-next-cursor', encodeURIComponent(page.nextCursor));
  return page.records;
}

function sessionPage(replica: Replica, { limit, before = '' }: Wanted): Page | Refusal {
  if (before !== '' && !before.startsWith('sess_'))
    return refuse('ValidationError', 'before is no cursor of this list.', { field: 'before' });
  const records = sessionRecords(replica).sort((one, other) => compare(one.id, other.id));
  const after = records.filter(({ id }) => id > before);
  const nextCursor = after.length > limit ? after[limit - 1]?.id : undefined;
  return { records: after.slice(0, limit), nextCursor };
}

function reservationPage(replica: Replica, { limit, before }: Wanted): Page | Refusal {
  const position = before === undefined ? undefined : reservationPosition(before);
  if (isRefusal(position)) return position;
  const all = replica.liveReservations(replica.nowMs()).map(placed).sort(inOrder);
  const after = position === undefined ? all : all.filter((one) => inOrder(one, position) > 0);
  const rows = after.slice(0, limit);
  const last = after.length > limit ? rows.at(-1) : undefined;
  return {
    records: reservationRecords(replica, rows),
    nextCursor: last && reservationCursor(last),
  };
}

function placed<T extends { readonly filePath: string }>(reservation: T) {
  return { ...reservation, pathKey: pathKey(reservation.filePath) };
}

function inOrder(one: ReservationPosition, other: ReservationPosition): number {
  return (
    compare(one.pathKey, other.pathKey) ||
    compare(one.symbol, other.symbol) ||
    compare(one.sessionId, other.sessionId)
  );
}

/** As databases compare: by code, not by language. */
function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

import { isRefusal, type Refusal } from '../kernel/refusal.ts';
import { cursorOf, partsOf } from './cursor.ts';

/** A reservation's place in the list of all, which is in this order. */
export interface ReservationPosition {
  readonly pathKey: string;
  readonly symbol: string;
  readonly sessionId: string;
}

export function reservationCursor({ pathKey, symbol, sessionId }: ReservationPosition): string {
  return cursorOf([pathKey, symbol, sessionId]);
}

/** Refused with a ValidationError: what is no cursor of reservations. */
export function reservationPosition(cursor: string): ReservationPosition | Refusal {
  const parts = partsOf(cursor, ['text', 'text', 'text']);
  if (isRefusal(parts)) return parts;
  const [keyOfPath, symbol, sessionId] = parts;
  return { pathKey: keyOfPath, symbol, sessionId };
}

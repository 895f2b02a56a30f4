import { refuse, type Refusal } from '../kernel/refusal.ts';

/** A reservation's place in the list of all, which is in this order. */
export interface ReservationPosition {
  readonly pathKey: string;
  readonly symbol: string;
  readonly sessionId: string;
}

/** Paths hold any letters, and cursors travel in a header and in addresses. */
export function reservationCursor({ pathKey, symbol, sessionId }: ReservationPosition): string {
  return Buffer.from(JSON.stringify([pathKey, symbol, sessionId])).toString('base64url');
}

/** Refused with a ValidationError: what is no cursor of reservations. */
export function reservationPosition(cursor: string): ReservationPosition | Refusal {
  const [pathKey, symbol, sessionId, ...more] = partsOf(cursor);
  if (pathKey !== undefined && symbol !== undefined && sessionId !== undefined && more.length === 0)
    return { pathKey, symbol, sessionId };
  return refuse('ValidationError', 'before is no cursor of this list.', { field: 'before' });
}

function partsOf(cursor: string): string[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(parts) && parts.every(isText) ? parts : [];
  } catch {
    return [];
  }
}

/** What PostgreSQL takes. */
function isText(part: unknown): part is string {
  return typeof part === 'string' && part.isWellFormed() && !part.includes('\0');
}

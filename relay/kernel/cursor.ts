import { idPrefixes } from '../../shared/kernel/ids.ts';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';

/** The position of a record in a list that is newest first. */
export interface Moment {
  readonly createdAt: number;
  readonly id: string;
}

/** The cursor of a list that is newest first. */
export function momentCursor({ createdAt, id }: Moment): string {
  return Buffer.from(JSON.stringify([createdAt, id])).toString('base64url');
}

/** The same, of a row of most tables. */
export function newestCursor(row: { readonly created_at: number; readonly id: string }): string {
  return momentCursor({ createdAt: row.created_at, id: row.id });
}

/** Refused with a ValidationError: what is no cursor of such a list. */
export function momentOf(cursor: string | undefined): Moment | undefined | Refusal {
  if (cursor === undefined) return undefined;
  const [createdAt, id, ...more] = jsonArrayOf(cursor);
  if (more.length === 0 && Number.isSafeInteger(createdAt) && typeof id === 'string') {
    if (id.isWellFormed() && !id.includes('\0')) return { createdAt: createdAt as number, id };
  }
  return noCursor();
}

function noCursor(): Refusal {
  return refuse('ValidationError', 'before is no cursor of this list.', { field: 'before' });
}

/** The cursor of the log: the seq of the last event of the page before, or the last one looked at. Refused as above. */
export function seqCursorOf(cursor: string | undefined): number | undefined | Refusal {
  if (cursor === undefined) return undefined;
  return /^\d{1,15}$/.test(cursor) ? Number(cursor) : noCursor();
}

/** The cursor of a list in the order of `seq`. */
export function cursorOfSeq(seq: number): string {
  return Buffer.from(JSON.stringify([seq])).toString('base64url');
}

/** The `seq` in such a cursor. Refused as above. */
export function seqOf(cursor: string | undefined): number | undefined | Refusal {
  if (cursor === undefined) return undefined;
  const [seq, ...more] = jsonArrayOf(cursor);
  if (more.length === 0 && Number.isSafeInteger(seq)) return seq as number;
  return noCursor();
}

/** The cursor of a list that is ordered by the ids of its records, which is one of them. Refused as above. */
export function idCursorOf(
  cursor: string | undefined,
  kind: keyof typeof idPrefixes,
): string | undefined | Refusal {
  if (cursor === undefined || cursor.startsWith(`${idPrefixes[kind]}_`)) return cursor;
  return noCursor();
}

/** The array that a cursor encodes; empty when it is no cursor. */
export function jsonArrayOf(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

import { idPrefixes } from '../../shared/kernel/ids.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { cursorOf, noCursor, partsOf } from '../../shared/node/cursor.ts';

/** The position of a record in a list that is newest first. */
export interface Moment {
  readonly createdAt: number;
  readonly id: string;
}

/** The cursor of a list that is newest first. */
export function momentCursor({ createdAt, id }: Moment): string {
  return cursorOf([createdAt, id]);
}

/** The same, of a row of most tables. */
export function newestCursor(row: { readonly created_at: number; readonly id: string }): string {
  return momentCursor({ createdAt: row.created_at, id: row.id });
}

/** Refused with a ValidationError: what is no cursor of such a list. */
export function momentOf(cursor: string | undefined): Moment | undefined | Refusal {
  if (cursor === undefined) return undefined;
  const parts = partsOf(cursor, ['integer', 'text']);
  return isRefusal(parts) ? parts : { createdAt: parts[0], id: parts[1] };
}

/** The cursor of the log: the seq of the last event of the page before, or the last one looked at. Refused as above. */
export function seqCursorOf(cursor: string | undefined): number | undefined | Refusal {
  if (cursor === undefined) return undefined;
  return /^\d{1,15}$/.test(cursor) ? Number(cursor) : noCursor();
}

/** The cursor of a list in the order of `seq`. */
export function cursorOfSeq(seq: number): string {
  return cursorOf([seq]);
}

/** The `seq` in such a cursor. Refused as above. */
export function seqOf(cursor: string | undefined): number | undefined | Refusal {
  if (cursor === undefined) return undefined;
  const parts = partsOf(cursor, ['integer']);
  return isRefusal(parts) ? parts : parts[0];
}

/** The cursor of a list that is ordered by the ids of its records, which is one of them. Refused as above. */
export function idCursorOf(
  cursor: string | undefined,
  kind: keyof typeof idPrefixes,
): string | undefined | Refusal {
  if (cursor === undefined || cursor.startsWith(`${idPrefixes[kind]}_`)) return cursor;
  return noCursor();
}

import { parseJson } from '../kernel/json.ts';
import { refuse, type Refusal } from '../kernel/refusal.ts';

/** What stands in a cursor, in order. */
type Kind = 'text' | 'integer';

type Parts<Kinds extends readonly Kind[]> = {
  -readonly [At in keyof Kinds]: Kinds[At] extends 'text' ? string : number;
};

/**
 * The cursor behind a place in a list: what the list is ordered by. Paths hold any letters, and cursors travel in headers and in
 * addresses.
 */
export function cursorOf(parts: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** The parts of such a cursor. Refused with a ValidationError that names the field: what is no cursor of this list. */
export function partsOf<const Kinds extends readonly Kind[]>(
  cursor: string,
  kinds: Kinds,
  field = 'before',
): Parts<Kinds> | Refusal {
  const parts = parseJson(Buffer.from(cursor, 'base64url').toString('utf8'));
  const isCursor =
    Array.isArray(parts) &&
    parts.length === kinds.length &&
    parts.every((part, at) => (kinds[at] === 'text' ? isText(part) : Number.isSafeInteger(part)));
  return isCursor ? (parts as Parts<Kinds>) : noCursor(field);
}

/** The refusal of a text that is no cursor of the list it was given for. */
export function noCursor(field = 'before'): Refusal {
  return refuse('ValidationError', `${field} is no cursor of this list.`, { field });
}

/** What PostgreSQL takes. */
function isText(part: unknown): part is string {
  return typeof part === 'string' && part.isWellFormed() && !part.includes('\0');
}

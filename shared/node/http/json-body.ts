import { isUtf8 } from 'node:buffer';
import { refuse, type Refusal } from '../../kernel/refusal.ts';

/** Cursor on Windows begins its JSON with one. */
const byteOrderMark = '\uFEFF';

/** A body as JSON; nothing at all counts as `{}`. */
export function parseBody(body: Buffer): unknown {
  if (body.length === 0) return {};
  if (!isUtf8(body)) return refuse('ValidationError', 'The body is not valid UTF-8.');
  const text = body.toString('utf8');
  try {
    return JSON.parse(text.startsWith(byteOrderMark) ? text.slice(1) : text) as unknown;
  } catch {
    return refuse('ValidationError', 'The body is not valid JSON.');
  }
}

/** The fields of a body that was parsed, for a schema; a refusal of it stays one. */
export function fieldsOf(body: unknown): object | Refusal {
  if (body === undefined) return {};
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  return refuse('ValidationError', 'The body must be a JSON object.');
}

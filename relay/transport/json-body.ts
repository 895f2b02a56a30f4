import { isUtf8 } from 'node:buffer';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';

/** A body as JSON; nothing at all counts as `{}`. */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) return {};
  if (!isUtf8(body)) return refuse('ValidationError', 'The body is not valid UTF-8.');
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return refuse('ValidationError', 'The body is not valid JSON.');
  }
}

/** The fields of a body, for a schema. */
export function fieldsOf(body: unknown): object | Refusal {
  if (body === undefined || body === null) return {};
  if (typeof body === 'object' && !Array.isArray(body)) return body;
  return refuse('ValidationError', 'The body must be a JSON object.');
}

/** What a body that nothing has checked says is its event. */
export function eventIn(body: unknown): unknown {
  return (body as { readonly event?: unknown } | null | undefined)?.event;
}

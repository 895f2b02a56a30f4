import { isUtf8 } from 'node:buffer';
import { refuse } from '../../shared/kernel/refusal.ts';

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

/** What a schema gets of a body; one that is no object is refused by the schema for what is missing in it. */
export function fieldsOf(body: unknown): object {
  if (body === undefined || body === null) return {};
  return typeof body !== 'object' || Array.isArray(body) ? { body } : body;
}

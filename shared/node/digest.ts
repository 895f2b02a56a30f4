import { createHash } from 'node:crypto';

/** A short key for a text of any length: 132 bits, so that two texts never share one. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

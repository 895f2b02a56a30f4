import { createHash } from 'node:crypto';
import { redactText } from '../redaction/redact.ts';

/**
 * RED-1: the key of an `Idempotency-Key` header as it is kept and sent on. One with a secret in it is known by a digest, so that
 * two of them stay two; any other stays as it is.
 */
export function keptRequestKey(key: string): string {
  if (redactText(key).removed.length === 0) return key;
  return `digest.${createHash('sha256').update(key).digest('hex')}`;
}

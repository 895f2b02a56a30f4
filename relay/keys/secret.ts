import { hash } from 'node:crypto';
import { apiKeyPrefix } from '../../shared/keys/api-key-prefix.ts';
import { randomText } from '../../shared/node/random-ids.ts';

/** 160 random bits behind the product's prefix, so that leaked keys can be recognised. */
export function newSecret(): string {
  return apiKeyPrefix + randomText(32);
}

/** Keys are random and long, so a plain SHA-256 is enough to make the stored form useless to a thief. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex');
}

/** The part of a key that lists show, to distinguish keys. */
export function prefixOf(secret: string): string {
  return secret.slice(0, apiKeyPrefix.length + 4);
}

import { z } from 'zod';
import { identifier, limits, line, timestamp } from '../contract/fields.ts';
import { operation } from '../contract/operation.ts';
import { apiKeyPrefix } from './api-key-prefix.ts';

/** The secret itself, as it stands in a header. How long it is, and of which letters, is the relay's to choose. */
export const apiKey = z
  .string()
  .regex(new RegExp(`^${apiKeyPrefix}[!-~]{1,200}$`), 'must be an API key');

/** A key as it is listed: never the secret itself, only its first characters to tell keys apart. */
const keyRecord = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  created_at: timestamp,
  revoked_at: timestamp.nullable(),
  /** ACC-8: when it was used last, at most a minute too early; absent for a key that never was, or not since the relay knows. */
  last_used_at: timestamp.optional(),
});

export const keyOperations = {
  createKey: operation({
    method: 'POST',
    path: '/users/keys',
    access: 'user',
    input: z.object({ name: line(limits.name).default('key') }),
    output: keyRecord.extend({ key: z.string() }),
    status: 201,
    summary: 'Make another API key; the secret is shown only in this answer',
  }),
  listKeys: operation({
    method: 'GET',
    path: '/users/keys',
    access: 'user',
    input: z.object({}),
    output: z.object({
      /** Valid ones first, then the newest first; 500 at most. */
      keys: z.array(keyRecord),
      /** How many are not listed; absent where all are. */
      keys_left_out: z.number().int().optional(),
    }),
    summary: "The caller's API keys, without their secrets",
  }),
  revokeKey: operation({
    method: 'DELETE',
    path: '/users/keys/:key_id',
    access: 'user',
    input: z.object({ key_id: identifier }),
    output: keyRecord,
    summary: 'Revoke a key; its requests and streams end within seconds',
  }),
};

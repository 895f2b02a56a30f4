import { integer, table, text } from './table.ts';

export const users = table('users', '0001_foundation', {
  id: text().primaryKey(),
  email: text().unique(),
  name: text(),
  /** Of earlier versions, always `team`: a user has the tier of their workspaces (LIM-1). */
  tier: text(),
  /** `<issuer> <subject>` of the identity provider, when the user came from one. */
  identity: text().null().unique(),
  created_at: integer(),
  /**
   * Who vouches for the address, as long as nobody has verified it (INV-5): who invited them, or the user's own id where the
   * provider made the account and has not verified it. Null once a provider verified it, and where an operator made the account.
   */
  invited_by: text().null().since('0007_invitations'),
});

export const apiKeys = table(
  'api_keys',
  '0001_foundation',
  {
    id: text().primaryKey(),
    user_id: text().references('users'),
    /** SHA-256 of the key in hex; the key itself is never stored. */
    hash: text().unique(),
    prefix: text(),
    name: text(),
    created_at: integer(),
    revoked_at: integer().null(),
    /** ACC-8: at most a minute before it was used last; null when it never was. */
    last_used_at: integer().null().since('0014_used_keys'),
  },
  {
    indexes: {
      api_keys_of_user: { on: ['user_id', 'created_at'] },
    },
  },
);

export const usage = table(
  'usage',
  '0001_foundation',
  {
    user_id: text(),
    /** UTC day as `2026-01-31`. */
    day: text(),
    requests: integer(),
  },
  {
    primaryKey: ['user_id', 'day'],
  },
);

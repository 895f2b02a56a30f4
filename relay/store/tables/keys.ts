import { integer, table, text } from './table.ts';

export const apiKeys = table(
  'api_keys',
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
    last_used_at: integer().null(),
  },
  {
    indexes: {
      api_keys_of_user: { on: ['user_id', 'created_at'] },
    },
  },
);

import { integer, table, text } from './table.ts';

/**
 * A hot table: no foreign keys (PostgreSQL would lock the parent row at each insert) and no index on `expires_at`, which
 * every write changes. Active reservations are few enough to be scanned.
 */
export const reservations = table(
  'reservations',
  {
    workspace_id: text(),
    /** The folded path (PTH-2), so that one file has one key. */
    path_key: text(),
    /** The symbol's name; empty for the top-level part; `*` for the whole file. */
    symbol: text(),
    file_path: text(),
    session_id: text(),
    fence: integer(),
    expires_at: integer(),
  },
  {
    primaryKey: ['workspace_id', 'path_key', 'symbol'],
    clustered: true,
  },
);

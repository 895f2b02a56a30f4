import { integer, table, text } from './table.ts';

/**
 * A hot table: no foreign keys (PostgreSQL would lock the parent row at each insert) and no index on `expires_at`, which
 * every write changes. Active reservations are few enough to be scanned.
 */
export const reservations = table(
  'reservations',
  '0001_foundation',
  {
    workspace_id: text(),
    /** The folded path (PTH-2), so that one file has one key. */
    path_key: text(),
    /** The place's name; empty for the top-level part; `*` for the whole file. */
    symbol: text(),
    file_path: text(),
    session_id: text(),
    fence: integer(),
    expires_at: integer(),
    /** The symbol of the symbol graph that it belongs to. */
    within_symbol: text().default('').since('0005_places'),
    /** The git blob id of the text in which `lines` count. */
    base: text().default('').since('0005_places'),
    /** JSON; empty when they are not known. */
    lines: text().default('').since('0005_places'),
    /** 1 when a wait or a negotiation gave it. */
    asked: integer().default('0').since('0005_places'),
  },
  {
    primaryKey: ['workspace_id', 'path_key', 'symbol', 'session_id'],
    earlierKey: {
      columns: ['workspace_id', 'path_key', 'symbol'],
      until: '0005_places',
      // The names of that time are symbols of the symbol graph.
      filled: { within_symbol: 'symbol' },
    },
    clustered: true,
  },
);

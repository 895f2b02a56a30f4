import { integer, table, text } from './table.ts';

/** The log of each workspace. A hot table: no foreign keys, since PostgreSQL would lock the parent row at each insert. */
export const events = table(
  'events',
  '0001_foundation',
  {
    workspace_id: text(),
    seq: integer(),
    at: integer(),
    type: text(),
    payload: text(),
  },
  {
    primaryKey: ['workspace_id', 'seq'],
    clustered: true,
  },
);

import { integer, table, text } from './table.ts';

export const usage = table(
  'usage',
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

import { integer, table, text } from './table.ts';

export const idempotency = table(
  'idempotency',
  '0001_foundation',
  {
    user_id: text(),
    key: text(),
    operation: text(),
    answer: text(),
    at: integer(),
  },
  {
    primaryKey: ['user_id', 'key'],
    indexes: {
      idempotency_by_time: { on: ['at'] },
    },
  },
);

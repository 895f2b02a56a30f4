import { integer, table, text } from './table.ts';

export const traces = table(
  'traces',
  '0002_knowledge',
  {
    id: text().primaryKey(),
    workspace_id: text().references('workspaces'),
    user_id: text().references('users'),
    /** Empty when the push named none. */
    session_id: text(),
    at: integer(),
    kind: text(),
    text: text(),
    /** JSON */
    files: text(),
    created_at: integer(),
  },
  {
    indexes: {
      traces_of_session: { on: ['workspace_id', 'user_id', 'session_id', 'at', 'id'] },
    },
  },
);

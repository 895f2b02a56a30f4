import { integer, table, text } from './table.ts';

export const learnings = table(
  'learnings',
  '0002_knowledge',
  {
    id: text().primaryKey(),
    workspace_id: text().references('workspaces'),
    insight: text(),
    type: text(),
    /** JSON */
    tags: text(),
    /** JSON: canonical paths. */
    files: text(),
    learned_by: text().references('users'),
    created_at: integer(),
  },
  {
    indexes: {
      learnings_newest: { on: ['workspace_id', 'created_at', 'id'] },
    },
  },
);

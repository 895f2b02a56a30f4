import { integer, table, text } from './table.ts';

export const conventions = table(
  'conventions',
  '0002_knowledge',
  {
    id: text().primaryKey(),
    workspace_id: text().references('workspaces'),
    title: text(),
    rationale: text(),
    tier: text(),
    /** JSON: canonical globs. */
    affected_files: text(),
    /** JSON: names of areas. */
    affected_areas: text(),
    /** `proposed`, `active` or `retired`. */
    status: text(),
    proposed_by: text().references('users'),
    created_at: integer(),
    retired_at: integer().null(),
    retired_by: text().null(),
    /** Who made a proposed one count, or an admin who changed it later. */
    accepted_by: text().null().since('0010_rules'),
    accepted_at: integer().null().since('0010_rules'),
  },
  {
    indexes: {
      conventions_newest: { on: ['workspace_id', 'created_at', 'id'] },
      conventions_must: {
        on: ['workspace_id', 'id'],
        where: "status = 'active' AND tier = 'must'",
      },
    },
  },
);

import { integer, table, text } from './table.ts';

export const waits = table(
  'waits',
  '0003_cooperation',
  {
    id: text().primaryKey(),
    workspace_id: text().references('workspaces'),
    session_id: text().references('sessions'),
    file_path: text(),
    path_key: text(),
    /** JSON: names of symbols; `*` for the whole file. */
    symbols: text(),
    /** What the session asked for: `grant` reserves it when it is free, `tell` only notifies. */
    wish: text(),
    /** `waiting`, `granted`, `told` or `given_up`. */
    status: text(),
    /** The place in the queue: the seq of the event that began the wait. */
    place: integer(),
    created_at: integer(),
    ended_at: integer().null(),
  },
  {
    indexes: {
      waits_in_line: { on: ['workspace_id', 'path_key', 'place'], where: "status = 'waiting'" },
      waits_newest: { on: ['workspace_id', 'created_at', 'id'] },
    },
  },
);

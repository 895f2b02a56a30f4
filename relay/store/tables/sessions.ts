import { integer, table, text } from './table.ts';

/** No index on `last_heartbeat`, which nearly every write changes: active sessions are few enough to be scanned. */
export const sessions = table(
  'sessions',
  '0001_foundation',
  {
    id: text().primaryKey(),
    workspace_id: text().references('workspaces'),
    user_id: text().references('users'),
    conversation_id: text(),
    /** Empty for a main conversation; a subagent's id otherwise. */
    agent_id: text(),
    agent_type: text(),
    task: text(),
    current_file: text(),
    branch: text(),
    /** `active`, `expired`, `ended`, or `ending` while reservations of it are left that do not count. */
    state: text(),
    started_at: integer(),
    last_heartbeat: integer(),
    /** The slug of the workstream that it joined; empty for none. */
    workstream: text().default('').since('0003_cooperation'),
  },
  {
    unique: ['workspace_id', 'user_id', 'conversation_id', 'agent_id'],
    indexes: {
      sessions_active: { on: ['workspace_id', 'id'], where: "state = 'active'" },
    },
  },
);

import { integer, table, text } from './table.ts';

export const workstreams = table(
  'workstreams',
  {
    workspace_id: text().references('workspaces'),
    slug: text(),
    title: text(),
    description: text(),
    branch: text(),
    base_branch: text(),
    /** `team` or `private`. */
    visibility: text(),
    /** `active`, `completed` or `abandoned`. */
    status: text(),
    created_by: text().references('users'),
    created_at: integer(),
    ended_at: integer().null(),
    ended_by: text().null(),
    reason: text(),
    pr_url: text(),
  },
  {
    primaryKey: ['workspace_id', 'slug'],
    indexes: {
      workstreams_newest: { on: ['workspace_id', 'created_at', 'slug'] },
      workstreams_active: { on: ['workspace_id', 'slug'], where: "status = 'active'" },
    },
  },
);

export const workstreamMembers = table(
  'workstream_members',
  {
    workspace_id: text(),
    slug: text(),
    user_id: text(),
    /** Empty when a person joined without a session. */
    session_id: text(),
    joined_at: integer(),
  },
  {
    primaryKey: ['workspace_id', 'slug', 'user_id', 'session_id'],
  },
);

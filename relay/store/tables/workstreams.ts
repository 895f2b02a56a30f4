import { integer, table, text } from './table.ts';

export const workstreams = table(
  'workstreams',
  '0003_cooperation',
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
  '0003_cooperation',
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

/** WAT-19: the branches that could not follow, on each machine of each person. */
export const heldBranches = table(
  'held_branches',
  '0017_gate_runs',
  {
    workspace_id: text().references('workspaces'),
    user_id: text().references('users'),
    /** Empty when it was not said. */
    machine: text(),
    branch: text(),
    workstream: text(),
    commit_sha: text(),
    reason: text(),
    /** Of the event that said so first. */
    seq: integer(),
    since: integer(),
  },
  {
    primaryKey: ['workspace_id', 'user_id', 'machine', 'branch'],
    indexes: {
      held_branches_newest: { on: ['workspace_id', 'seq'] },
    },
  },
);

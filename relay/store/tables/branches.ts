import { integer, table, text } from './table.ts';

/** WAT-19: the branches that could not follow, on each machine of each person. */
export const heldBranches = table(
  'held_branches',
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

import { integer, table, text } from './table.ts';

export const workspaces = table('workspaces', {
  id: text().primaryKey(),
  slug: text().unique(),
  name: text(),
  /** The seq of the newest event of its log. */
  seq: integer(),
  created_at: integer(),
  /** Branches of workstreams are called `<branch_prefix>/<slug>`. */
  branch_prefix: text().default('coord'),
  /** `reported`, `verified` or `attested`: the least that the test gate takes (GAT-10). */
  gate_policy: text().default('reported'),
  /** `symbols`, `members` or `lines`: what collides (RSV-12). */
  conflict_policy: text().default('members'),
  /** `free`, `pro`, `team` or `unlimited`: how many requests its members have a day (LIM-1). */
  tier: text().default('team'),
  /** `refused` or `allowed`: whether a run may leave out tests that its commit can affect (GAT-11). */
  test_gaps: text().default('refused'),
  /** `reviewed`, `admins` or `anyone`: whose rules may deny writes (CNV-5). */
  must_rules: text().default('reviewed'),
});

export const members = table(
  'members',
  {
    workspace_id: text().references('workspaces'),
    user_id: text().references('users'),
    role: text(),
    added_at: integer(),
  },
  {
    primaryKey: ['workspace_id', 'user_id'],
    indexes: {
      members_of_user: { on: ['user_id', 'workspace_id'] },
    },
  },
);

import { integer, table, text } from './table.ts';

export const workspaces = table('workspaces', '0001_foundation', {
  id: text().primaryKey(),
  slug: text().unique(),
  name: text(),
  /** The seq of the newest event of its log. */
  seq: integer(),
  created_at: integer(),
  /** Branches of workstreams are called `<branch_prefix>/<slug>`. */
  branch_prefix: text().default('coord').since('0003_cooperation'),
  /** `reported`, `verified` or `attested`: the least that the test gate takes (GAT-10). */
  gate_policy: text().default('reported').since('0003_cooperation'),
  /** `symbols`, `members` or `lines`: what collides (RSV-12). */
  conflict_policy: text().default('members').since('0005_places'),
  /** `free`, `pro`, `team` or `unlimited`: how many requests its members have a day (LIM-1). */
  tier: text().default('team').since('0006_tiers'),
  /** `refused` or `allowed`: whether a run may leave out tests that its commit can affect (GAT-11). */
  test_gaps: text().default('refused').since('0008_vouched_commits'),
  /** `reviewed`, `admins` or `anyone`: whose rules may deny writes (CNV-5). */
  must_rules: text().default('reviewed').since('0010_rules'),
});

export const members = table(
  'members',
  '0001_foundation',
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

/** INV-1: the open invitations; one that is accepted or revoked is deleted. */
export const invitations = table(
  'invitations',
  '0007_invitations',
  {
    id: text().primaryKey(),
    workspace_id: text().references('workspaces'),
    /** SHA-256 of the secret in hex; the secret itself is never stored. */
    hash: text().unique(),
    email: text(),
    role: text(),
    invited_by: text().references('users'),
    created_at: integer(),
    expires_at: integer(),
  },
  {
    indexes: {
      invitations_of_workspace: { on: ['workspace_id', 'created_at'] },
    },
  },
);

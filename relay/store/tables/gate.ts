import { integer, table, text } from './table.ts';

export const gateSecrets = table('gate_secrets', '0003_cooperation', {
  id: text().primaryKey(),
  /** Base64url; it signs receipts and never leaves the relay. */
  secret: text(),
  created_at: integer(),
});

export const receipts = table(
  'receipts',
  '0003_cooperation',
  {
    id: text().primaryKey(),
    workspace_id: text().references('workspaces'),
    workstream: text(),
    commit_sha: text(),
    /** Empty when the client did not say. */
    tree: text(),
    /** `attested` or `reported`. */
    kind: text(),
    /** `valid`, `used` or `retracted`. */
    status: text(),
    session_id: text(),
    user_id: text().references('users'),
    /** JSON: what the receipt was given for. */
    evidence: text(),
    /** The workspace's seq when it was given: it did not see reservations that began later. */
    seq: integer(),
    created_at: integer(),
    expires_at: integer(),
    ended_at: integer().null(),
    reason: text(),
    /** Whether a daemon vouched for what the commit touches (GAT-9). */
    verified: integer().default('0').since('0008_vouched_commits'),
  },
  {
    indexes: {
      receipts_of_tree: { on: ['workspace_id', 'tree'], where: "tree <> ''" },
      receipts_of_commit: { on: ['workspace_id', 'commit_sha', 'workstream', 'id'] },
    },
  },
);

export const commits = table(
  'commits',
  '0003_cooperation',
  {
    workspace_id: text().references('workspaces'),
    workstream: text(),
    commit_sha: text(),
    tree: text(),
    branch: text(),
    receipt_id: text(),
    kind: text(),
    /** JSON: canonical paths. */
    files: text(),
    /** JSON: symbol ids. */
    symbols: text(),
    /** `recorded` or `retracted`. */
    status: text(),
    session_id: text(),
    recorded_by: text().references('users'),
    recorded_at: integer(),
    /** Of its event `gate_approved`. */
    seq: integer(),
    /** Whether a daemon vouched for the files and symbols (GAT-9). */
    verified: integer().default('0').since('0008_vouched_commits'),
    /** JSON: the affected test files that were not run (GAT-11). */
    left_out: text().default('[]').since('0008_vouched_commits'),
    /** GAT-4: of the last retraction, also where the commit was recorded again since. */
    retracted_at: integer().null().since('0025_retracted_commits'),
    /** Of its event `gate_retracted`. */
    retracted_seq: integer().null().since('0025_retracted_commits'),
  },
  {
    primaryKey: ['workspace_id', 'workstream', 'commit_sha'],
    indexes: {
      commits_in_order: { on: ['workspace_id', 'seq'] },
    },
  },
);

/** GAT-13: what was shown to the gate, the newest of each workspace and workstream. */
export const gateRuns = table(
  'gate_runs',
  '0017_gate_runs',
  {
    id: text().primaryKey(),
    workspace_id: text().references('workspaces'),
    /** From 1 in each workspace: their order. */
    number: integer(),
    workstream: text(),
    branch: text(),
    commit_sha: text(),
    /** `confirmed`, `failed` or `incomplete`. */
    outcome: text(),
    kind: text(),
    verified: integer(),
    /** Empty without one. */
    receipt_id: text(),
    passed: integer(),
    failed: integer(),
    skipped: integer(),
    duration_ms: integer(),
    session_id: text(),
    user_id: text().references('users'),
    at: integer(),
    reason: text(),
    failures_total: integer(),
    left_out_total: integer(),
    /** JSON: the first of both, as a list shows them. */
    failures: text(),
    left_out: text(),
    /** JSON: all that is kept, and the tests; long, so no list reads it. */
    details: text(),
    /** GAT-14: the user who put it aside, with the earlier ones of its workstream; empty when nobody did. */
    dismissed_by: text().default('').since('0020_dismissed_runs'),
  },
  {
    indexes: {
      gate_runs_newest: { on: ['workspace_id', 'number'] },
    },
  },
);

export const testOutcomes = table(
  'test_outcomes',
  '0003_cooperation',
  {
    workspace_id: text(),
    /** A digest of file and name. */
    test_key: text(),
    test_file: text(),
    test_name: text(),
    commit_sha: text(),
    machine: text(),
    /** How often, on that commit and machine. */
    passed: integer(),
    failed: integer(),
    at: integer(),
    /** Of the latest run that it is counted from; empty where that is not known. */
    workstream: text().default('').since('0026_outcomes_of_workstreams'),
  },
  {
    primaryKey: ['workspace_id', 'commit_sha', 'machine', 'test_key'],
    indexes: {
      test_outcomes_oldest: { on: ['workspace_id', 'at'] },
      test_outcomes_flaky: { on: ['workspace_id', 'at'], where: 'passed > 0 AND failed > 0' },
    },
  },
);

import { z } from 'zod';
import {
  commitSha,
  filePath,
  identifier,
  limits,
  opaque,
  page,
  slug,
  text,
  timestamp,
  workspaceId,
} from '../contract/fields.ts';
import { operation } from '../contract/operation.ts';
import { commitRecord } from './commit-record.ts';
import { receiptKind, testCounts, testStatus } from './kinds.ts';
import { gateRunOperations } from './runs.ts';
import { suite } from './suite.ts';

export { type CommitRecord, commitRecord } from './commit-record.ts';
export type { ReceiptKind } from './kinds.ts';

export const testResult = z.object({
  test_file: opaque(limits.testName).min(1),
  test_name: text(limits.testName).default(''),
  status: testStatus,
  duration_ms: z.coerce.number().min(0).optional(),
  error_message: text(limits.testMessage).optional(),
});

export type TestResult = z.output<typeof testResult>;

/**
 * GAT-6: what a daemon says of its own run on a clean checkout of exactly one commit. `signature` is Ed25519 over the
 * canonical JSON of all other fields (base64url), by the daemon's own key, whose public half (base64url, raw) is with it.
 */
export const attestation = z.object({
  commit_sha: commitSha,
  tree: commitSha,
  command: z.array(opaque(limits.task)).min(1).max(200),
  exit_code: z.number().int(),
  duration_ms: z.number().int().min(0),
  /** SHA-256 of all the command printed, in hex. */
  output_digest: opaque(limits.hash),
  machine: opaque(limits.name),
  at: timestamp,
  public_key: opaque(limits.hash),
  signature: opaque(limits.title),
});

export type Attestation = z.output<typeof attestation>;

/**
 * GAT-9: what a daemon read from Git of exactly one commit, for one workstream. `touched_digest` is the SHA-256, in hex, of the
 * files, symbols and affected tests that are sent with it; `signature` is as in an attestation.
 */
export const vouch = z.object({
  purpose: z.literal('touched'),
  workspace_id: identifier,
  workstream: slug,
  commit_sha: commitSha,
  tree: commitSha,
  touched_digest: opaque(limits.hash),
  public_key: opaque(limits.hash),
  signature: opaque(limits.title),
});

export type Vouch = z.output<typeof vouch>;

/** What a daemon adds of a commit that it has read from Git (GAT-9, GAT-11). */
const vouched = {
  vouch: vouch.optional(),
  /** Why the daemon does not vouch, as a sentence with what to do; for the refusal of an unverified commit. */
  unvouched: opaque(limits.task).optional(),
  /** The test files that the commit can affect; counts only where a vouch is about them. */
  affected_tests: z.array(filePath).max(limits.affectedTests).optional(),
  /** Where the whole suite has to be run; counts where `affected_tests` do. */
  suite: suite.optional(),
};

/** Beside an answer, where a caller's list is another one than Git's (GAT-9), or it was retracted or has a retracted commit inside (GAT-4). */
const touchedNote = { touched_note: z.string().optional() };

const failure = z.object({
  test_file: z.string(),
  test_name: z.string(),
  error_message: z.string().optional(),
});

/** GAT-7: passed and failed on the same commit and machine. */
const flake = z.object({ test_file: z.string(), test_name: z.string() });

/** A commit can touch more files than a record names: a list, or one text with commas. */
const files = z.union([opaque(limits.text), z.array(filePath).max(limits.filesPerCommit)]);

const symbolList = z.array(opaque(limits.symbolId)).max(limits.filesPerCommit);

const who = { session_id: identifier.optional() };

/** What a daemon adds, and a second name. */
const ofDaemons = ['workstream', 'tree', 'vouch', 'unvouched', 'affected_tests', 'suite'] as const;

export const gateOperations = {
  confirmReady: operation({
    method: 'POST',
    path: '/workspaces/:id/sync/confirm',
    access: 'member',
    tool: 'confirm_ready',
    toolHides: ['attestation', 'counts', ...ofDaemons],
    input: z.object({
      ...workspaceId,
      workstream_slug: slug.optional().describe('Yours when left out'),
      workstream: slug.optional(),
      commit_sha: opaque(limits.hash).optional().describe('HEAD when left out'),
      touched_files: files.optional(),
      touched_symbols: symbolList.optional(),
      test_results: z.array(testResult).max(limits.testResults).optional(),
      completes_task_id: identifier.optional(),
      ...who,
      tree: commitSha.optional(),
      attestation: attestation.optional(),
      counts: testCounts.optional(),
      ...vouched,
    }),
    output: z.object({
      /** GAT-0: without results what to run; with results whether the gate opens, or what they leave out (GAT-11). */
      phase: z.enum(['discover', 'confirmed', 'failed', 'incomplete']),
      commit_sha: z.string().optional(),
      /** Test files, in the order in which to run them. */
      affected_tests: z.array(z.string()).optional(),
      /** Whether the list is not enough and everything must be run, and why. */
      whole_suite: z.boolean().optional(),
      reason: z.string().optional(),
      receipt_id: z.string().optional(),
      kind: receiptKind.optional(),
      expires_at: timestamp.optional(),
      failures: z.array(failure).optional(),
      flakes: z.array(flake).optional(),
      completed_task: z.string().optional(),
      /** GAT-9: with a receipt, whether a daemon vouched for what the commit touches. */
      verified: z.boolean().optional(),
      /** GAT-11: affected test files that no passed or failed result names. */
      left_out: z.array(z.string()).optional(),
      ...touchedNote,
    }),
    summary:
      'The test gate. First without test_results: which tests your change can affect. Run them all, then call again with the results for a receipt.',
  }),
  recordCommit: operation({
    method: 'POST',
    path: '/workspaces/:id/sync/commit',
    access: 'member',
    tool: 'sync_commit',
    toolHides: ['receipt_id', ...ofDaemons],
    input: z.object({
      ...workspaceId,
      commit_sha: opaque(limits.hash),
      receipt: opaque(limits.title).optional().describe('The receipt_id of confirm_ready'),
      receipt_id: opaque(limits.title).optional(),
      workstream_slug: slug.optional(),
      workstream: slug.optional(),
      files: files.optional(),
      symbols_changed: symbolList.optional(),
      tree: commitSha.optional(),
      ...vouched,
      ...who,
    }),
    output: commitRecord.extend({
      /** What became of the branch on the remote. Only a daemon says it. */
      git: z.string().optional(),
      /** Whether the branch on the remote has the commit; missing without a remote. Only a daemon says it. */
      pushed: z.boolean().optional(),
      ...touchedNote,
    }),
    status: 201,
    summary: 'Record a commit that passed the gate; the branches of the team follow it.',
  }),
  retractReceipt: operation({
    method: 'POST',
    path: '/workspaces/:id/sync/retract',
    access: 'member',
    tool: 'sync_retract',
    destructive: true,
    toolHides: ['receipt_id'],
    input: z.object({
      ...workspaceId,
      receipt: opaque(limits.title).optional(),
      receipt_id: opaque(limits.title).optional(),
      reason: text(limits.task).default(''),
      ...who,
    }),
    output: z.object({
      receipt_id: z.string(),
      workstream: z.string(),
      branch: z.string(),
      commit_sha: z.string(),
      /** Whether the commit had been recorded. */
      recorded: z.boolean(),
      reason: z.string(),
    }),
    summary: 'Take back a receipt, and its commit if it was recorded; the team is told.',
  }),
  listCommits: operation({
    method: 'GET',
    path: '/workspaces/:id/sync/commits',
    access: 'member',
    input: z.object({ ...workspaceId, workstream: slug.optional(), ...page }),
    output: z.object({ commits: z.array(commitRecord), next_cursor: z.string().optional() }),
    summary: 'The recorded commits, newest first',
  }),
  listFlakes: operation({
    method: 'GET',
    path: '/workspaces/:id/sync/flakes',
    access: 'member',
    input: z.object({ ...workspaceId, file: filePath.optional(), ...page }),
    output: z.object({
      flakes: z.array(
        flake.extend({
          commit_sha: z.string(),
          machine: z.string(),
          passed: z.number().int(),
          failed: z.number().int(),
          at: timestamp,
        }),
      ),
      next_cursor: z.string().optional(),
    }),
    summary: 'Tests that passed and failed on the same commit and machine, the latest first',
  }),
  ...gateRunOperations,
};

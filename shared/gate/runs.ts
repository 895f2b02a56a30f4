import { z } from 'zod';
import { flag, identifier, page, slug, timestamp, workspaceId } from '../contract/fields.ts';
import { operation } from '../contract/operation.ts';
import { receiptKind, testStatus } from './kinds.ts';

/** GAT-13: how much of a run is kept, and how much of that a list shows. */
export const runLimits = {
  /** The newest of a workspace. */
  kept: 200,
  /** Of each workstream its newest, also where others have many. */
  keptOfWorkstream: 20,
  /** Of a workspace altogether. */
  keptAtMost: 1_000,
  failures: 50,
  message: 2_000,
  listedFailures: 5,
  listedLeftOut: 20,
} as const;

export const runOutcome = z.enum(['confirmed', 'failed', 'incomplete']);
export type RunOutcome = z.output<typeof runOutcome>;

export const receiptState = z.enum(['valid', 'used', 'retracted', 'expired']);
export type ReceiptState = z.output<typeof receiptState>;

const runFailure = z.object({
  test_file: z.string(),
  /** Empty where the run failed as a whole. */
  test_name: z.string(),
  /** Without secrets, at most 2,000 characters. */
  error_message: z.string().optional(),
});

/** GAT-13: one run of the tests that somebody showed to the gate. */
export const gateRun = z.object({
  id: z.string(),
  outcome: runOutcome,
  workstream: z.string(),
  branch: z.string(),
  commit_sha: z.string(),
  kind: receiptKind,
  /** GAT-9: whether a daemon vouched for what the commit touches. */
  verified: z.boolean(),
  passed: z.number().int(),
  failed: z.number().int(),
  skipped: z.number().int(),
  /** Of the whole run where a daemon ran it, else the sum of its tests. */
  duration_ms: z.number(),
  /** In a list the first 5, with the run itself the first 50. */
  failures: z.array(runFailure),
  failures_total: z.number().int(),
  /** GAT-11: in a list the first 20, with the run itself all. */
  left_out: z.array(z.string()),
  left_out_total: z.number().int(),
  /** Why a run without a failed test did not pass, what to run, or of one that passed that not all of the suite was (GAT-11). */
  reason: z.string().optional(),
  /** Without its signature, so it opens nothing. */
  receipt_id: z.string().optional(),
  receipt_state: receiptState.optional(),
  /** True where a person has put it aside; it is not open then. */
  dismissed: z.boolean().optional(),
  session_id: z.string(),
  user_id: z.string(),
  user_name: z.string(),
  at: timestamp,
});

export type GateRun = z.output<typeof gateRun>;

const runTest = z.object({
  test_file: z.string(),
  test_name: z.string(),
  status: testStatus,
  duration_ms: z.number().optional(),
});

export type RunTest = z.output<typeof runTest>;

export const gateRunOperations = {
  listGateRuns: operation({
    method: 'GET',
    path: '/workspaces/:id/sync/runs',
    access: 'member',
    input: z.object({
      ...workspaceId,
      workstream: slug.optional(),
      outcome: runOutcome.optional(),
      open: flag.optional().describe('What waits for a person'),
      ...page,
    }),
    output: z.object({ runs: z.array(gateRun), next_cursor: z.string().optional() }),
    summary: 'The last runs that were shown to the gate, newest first',
  }),
  getGateRun: operation({
    method: 'GET',
    path: '/workspaces/:id/sync/runs/:run_id',
    access: 'member',
    input: z.object({ ...workspaceId, run_id: identifier }),
    output: gateRun.extend({ tests: z.array(runTest) }),
    summary: 'One run of the gate, with its tests',
  }),
  changeGateRun: operation({
    method: 'PATCH',
    path: '/workspaces/:id/sync/runs/:run_id',
    access: 'member',
    input: z.object({
      ...workspaceId,
      run_id: identifier,
      /** It is dismissed with the earlier ones of its workstream. */
      dismissed: z.boolean(),
    }),
    output: gateRun,
    summary: 'Put a run that did not pass aside until the gate fails again, or take that back',
  }),
};

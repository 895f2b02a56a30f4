import { z } from 'zod';
import { timestamp } from '../contract/fields.ts';
import { receiptKind, testCounts } from './kinds.ts';

/** A commit that was recorded on a workstream. */
export const commitRecord = z.object({
  workstream: z.string(),
  branch: z.string(),
  commit_sha: z.string(),
  receipt_id: z.string(),
  kind: receiptKind,
  files: z.array(z.string()),
  symbols: z.array(z.string()),
  status: z.enum(['recorded', 'retracted']),
  /** GAT-4: when it was last retracted, also where it was recorded again since. */
  retracted_at: timestamp.optional(),
  session_id: z.string(),
  recorded_by: z.string(),
  recorded_by_name: z.string(),
  recorded_at: timestamp,
  /** The seq of its `gate_approved`. */
  seq: z.number().int(),
  /** GAT-9: whether a daemon vouched for the files. A relay of an earlier version does not say it. */
  verified: z.boolean().optional(),
  /** GAT-11: the affected test files that were not run, where there are some. */
  left_out: z.array(z.string()).optional(),
  /** GAT-11: that the whole suite was asked for, and how much of it the results named; where they do not name all. */
  tests_note: z.string().optional(),
  /** GAT-13: the run that its receipt was given for, while that is kept; only a list says it. */
  run_id: z.string().optional(),
  /** GAT-13: of that run, where it is known how many tests it had. */
  tests: testCounts.optional(),
});

export type CommitRecord = z.output<typeof commitRecord>;

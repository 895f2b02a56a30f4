import { z } from 'zod';
import { actor } from './parts.ts';

const gated = { workstream: z.string(), branch: z.string(), commit: z.string() };

/** GAT-13: missing for a private workstream, and in what an earlier version wrote. */
const run = { run_id: z.string().optional() };

export const gateEvents = {
  gate_confirmed: z.object({ ...gated, kind: z.enum(['attested', 'reported']), ...run, ...actor }),
  /** `left_out`: of an incomplete run, in which nothing failed, how many test files it left out (GAT-11). */
  gate_failed: z.object({
    ...gated,
    failures: z.number().int(),
    left_out: z.number().int().optional(),
    ...run,
    ...actor,
  }),
  /** GAT-14: a person put it aside that the gate did not pass, or took that back. */
  gate_dismissed: z.object({ ...gated, dismissed: z.boolean(), ...run, ...actor }),
  /** GAT-5: branches follow it. */
  gate_approved: z.object({
    ...gated,
    /** Empty for a private workstream. */
    files: z.array(z.string()),
    kind: z.enum(['attested', 'reported']),
    /** Of a private workstream without the signature, here and in `gate_retracted`. */
    receipt_id: z.string(),
    /** GAT-9: whether a daemon vouched for the files; missing in what an earlier version wrote. */
    verified: z.boolean().optional(),
    ...actor,
  }),
  /** GAT-4: of a receipt, and of its commit when that was recorded. */
  gate_retracted: z.object({
    ...gated,
    recorded: z.boolean(),
    reason: z.string(),
    receipt_id: z.string(),
    ...actor,
  }),
} as const;

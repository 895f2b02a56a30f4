import { z } from 'zod';
import { actor } from './parts.ts';

const where = {
  workstream: z.string(),
  branch: z.string(),
  /** The commit that it should be at; empty when it was not said. */
  commit: z.string(),
  user_id: z.string(),
  /** Empty for a private workstream. */
  machine: z.string(),
  ...actor,
};

/** WAT-19: only what is news. */
export const branchEvents = {
  /** `reason` is empty for a private workstream. */
  branch_held: z.object({ ...where, reason: z.string() }),
  branch_moved: z.object(where),
} as const;

import { z } from 'zod';
import { commitSha, limits, line, name, page, timestamp, workspaceId } from '../contract/fields.ts';
import { operation } from '../contract/operation.ts';

/** WAT-19: so many that could not follow are kept, as many as a checkout may have and a person's machines; the oldest give way. */
export const heldBranchLimits = { ofMachine: 20, ofPerson: 100 } as const;

/** WAT-19: a branch that `coord watch` could not move on somebody's machine. */
export const heldBranch = z.object({
  branch: z.string(),
  /** Whose branch it is. */
  workstream: z.string().optional(),
  user_id: z.string(),
  user_name: z.string(),
  /** Empty when it was not said. */
  machine: z.string(),
  /** What stands in the way and what to do, in one line. */
  reason: z.string(),
  /** The commit that it should be at; empty when it was not said. */
  commit_sha: z.string(),
  since: timestamp,
});

export type HeldBranch = z.output<typeof heldBranch>;

export const branchOperations = {
  reportBranch: operation({
    method: 'POST',
    path: '/workspaces/:id/branches/reports',
    access: 'member',
    input: z.object({
      ...workspaceId,
      branch: name(limits.branch),
      commit_sha: commitSha.optional(),
      outcome: z.enum(['held', 'moved']),
      /** Needed when it is held. */
      reason: line(limits.task).optional(),
      machine: line(limits.name).optional(),
    }),
    output: z.object({
      branch: z.string(),
      outcome: z.enum(['held', 'moved']),
      /** Whether that was news. */
      changed: z.boolean(),
    }),
    summary: 'Say that a branch could not follow on your machine, or that it does again',
  }),
  listHeldBranches: operation({
    method: 'GET',
    path: '/workspaces/:id/branches/held',
    access: 'member',
    input: z.object({ ...workspaceId, ...page }),
    output: z.object({ branches: z.array(heldBranch), next_cursor: z.string().optional() }),
    summary: 'The branches that could not follow on somebody’s machine, the latest first',
  }),
};

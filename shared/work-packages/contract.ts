import { z } from 'zod';
import { unconfirmed } from '../decisions/contract.ts';
import { identifier, page, timestamp, workspaceId } from '../contract/fields.ts';
import { operation } from '../contract/operation.ts';

export const packageStatus = z.enum(['open', 'claimed', 'in_progress', 'completed']);
export type PackageStatus = z.output<typeof packageStatus>;

/** A decision that a piece of work follows from. */
const motive = z.object({ id: z.string(), title: z.string(), rationale: z.string(), unconfirmed });

/** How a file came into a package (PKG-5). */
const fileReason = z.object({
  file: z.string(),
  /** `named`, `added by the model`, `calls src/a.ts#parse`, `imports src/a.ts` or `tests src/a.ts`. */
  reason: z.string(),
});

/** A piece of work that a meeting led to; no other of the same meeting has a file of it. */
export const workPackage = z.object({
  id: z.string(),
  meeting_id: z.string(),
  title: z.string(),
  description: z.string(),
  files: z.array(z.string()),
  /** Those of the files that the repository's index does not have (DEC-16). */
  unknown_files: z.array(z.string()).optional(),
  /** Of each of the files; left out in packages of versions that did not keep it. */
  file_reasons: z.array(fileReason).optional(),
  /** PKG-6: false while no file is named for it. */
  file_scoped: z.boolean().optional(),
  /** What people and agents should know before they take it: that it is not file-scoped (PKG-6). */
  note: z.string().optional(),
  decisions: z.array(motive),
  /** The user id of who claimed it. */
  assignee: z.string().optional(),
  assignee_name: z.string().optional(),
  status: packageStatus,
  created_at: timestamp,
  updated_at: timestamp,
});

export type WorkPackageRecord = z.output<typeof workPackage>;

const one = { ...workspaceId, pid: identifier };

export const workPackageOperations = {
  getPackage: operation({
    method: 'GET',
    path: '/workspaces/:id/packages/:pid',
    access: 'member',
    input: z.object(one),
    output: workPackage,
    summary: 'One work package, with how each of its files came in',
  }),
  listPackages: operation({
    method: 'GET',
    path: '/workspaces/:id/packages',
    access: 'member',
    input: z.object({
      ...workspaceId,
      status: packageStatus.optional(),
      assignee: identifier.optional(),
      ...page,
    }),
    output: z.object({ packages: z.array(workPackage), next_cursor: z.string().optional() }),
    summary: 'The work packages of meetings, newest first',
  }),
  claimPackage: operation({
    method: 'POST',
    path: '/workspaces/:id/packages/:pid/claim',
    access: 'member',
    input: z.object(one),
    output: workPackage,
    summary: 'Take an open work package; of two that try, one gets it',
  }),
  movePackage: operation({
    method: 'PATCH',
    path: '/workspaces/:id/packages/:pid/status',
    access: 'member',
    input: z.object({ ...one, status: packageStatus }),
    output: workPackage,
    summary: 'Begin or complete a work package that is yours',
  }),
};

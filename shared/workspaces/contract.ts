import { z } from 'zod';
import {
  identifier,
  limits,
  line,
  page,
  role,
  slug,
  timestamp,
  workspaceId,
} from '../contract/fields.ts';
import { operation } from '../contract/operation.ts';
import { decision } from '../decisions/contract.ts';
import { commitRecord } from '../gate/contract.ts';
import { reservation } from '../reservations/contract.ts';
import { session } from '../sessions/contract.ts';
import { task } from '../tasks/contract.ts';
import { trace } from '../traces/contract.ts';
import { newPerson } from '../users/contract.ts';
import { workPackage } from '../work-packages/contract.ts';

export const workspace = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  created_at: timestamp,
});

/** One part of a branch name, so that `<prefix>/<slug>` is one too. */
const branchPrefix = z
  .string()
  .max(40)
  .regex(
    /^(?!.*\.lock$)[a-z0-9]+([._-][a-z0-9]+)*$/i,
    'must be letters and digits, with . _ - between, and not end in .lock, which git keeps for itself',
  );

/**
 * GAT-10: the least that the test gate takes, each with what stands before it: what an agent says, a commit whose files a
 * daemon vouches for, or tests that a daemon ran itself (GAT-6).
 */
export const gatePolicy = z.enum(['reported', 'verified', 'attested']);
export type GatePolicy = z.output<typeof gatePolicy>;

/** GAT-11: whether a run that leaves out tests which its commit can affect gives a receipt. */
export const testGaps = z.enum(['refused', 'allowed']);
export type TestGaps = z.output<typeof testGaps>;

/** What collides: symbols of the symbol graph, parts of them, or only touching lines (RSV-12). */
export const conflictPolicy = z.enum(['symbols', 'members', 'lines']);

/** Whose `must` conventions deny writes: a member's once another one accepts it, only admins', or everybody's (CNV-5). */
export const mustRules = z.enum(['reviewed', 'admins', 'anyone']);
export type MustRules = z.output<typeof mustRules>;

const ownWorkspace = workspace.extend({
  role,
  /** Branches of workstreams are called `<branch_prefix>/<slug>`. */
  branch_prefix: z.string(),
  gate_policy: gatePolicy,
  conflict_policy: conflictPolicy,
  /** A relay of an earlier version does not say the two. */
  test_gaps: testGaps.optional(),
  must_rules: mustRules.optional(),
  /** In the answer for one workspace, where the relay writes down what is said in a recorded meeting (MTG-3). */
  takes_audio: z.literal(true).optional(),
  /** There too, where the relay has a language model: then the model of a daemon is not asked (MTG-14). */
  has_language_model: z.literal(true).optional(),
});

export const member = z.object({
  user_id: z.string(),
  email: z.string(),
  name: z.string(),
  role,
  added_at: timestamp,
});

export const workspaceOperations = {
  createWorkspace: operation({
    method: 'POST',
    path: '/workspaces',
    access: 'user',
    input: z.object({ name: line(limits.name), slug }),
    output: workspace,
    status: 201,
    summary: 'Make a workspace; the caller becomes its owner',
  }),
  listWorkspaces: operation({
    method: 'GET',
    path: '/workspaces',
    access: 'user',
    input: z.object(page),
    output: z.object({ workspaces: z.array(ownWorkspace), next_cursor: z.string().optional() }),
    summary: 'The workspaces that the caller is a member of',
  }),
  getWorkspace: operation({
    method: 'GET',
    path: '/workspaces/:id',
    access: 'member',
    input: z.object(workspaceId),
    output: ownWorkspace,
    summary: "One workspace and the caller's role in it",
  }),
  changeWorkspace: operation({
    method: 'PATCH',
    path: '/workspaces/:id',
    access: 'admin',
    input: z
      .object({
        ...workspaceId,
        name: line(limits.name).optional(),
        branch_prefix: branchPrefix.optional(),
        gate_policy: gatePolicy.optional(),
        conflict_policy: conflictPolicy.optional(),
        test_gaps: testGaps.optional(),
        must_rules: mustRules.optional(),
      })
      .refine((body) => Object.keys(body).length > 1, {
        message:
          'name is required, or one of branch_prefix, gate_policy, test_gaps, conflict_policy and must_rules',
        path: ['name'],
      }),
    output: ownWorkspace,
    summary:
      'Change the display name, the prefix of branches, what the test gate takes, what collides, or whose rules deny writes',
  }),
  listMembers: operation({
    method: 'GET',
    path: '/workspaces/:id/members',
    access: 'member',
    input: z.object({ ...workspaceId, ...page }),
    output: z.object({ members: z.array(member), next_cursor: z.string().optional() }),
    summary: 'The members and their roles',
  }),
  addMember: operation({
    method: 'POST',
    path: '/workspaces/:id/members',
    access: 'admin',
    input: z
      .object({
        ...workspaceId,
        user_id: identifier.optional(),
        email: newPerson.shape.email.optional(),
        role,
      })
      .refine(({ user_id: id, email }) => (id === undefined) !== (email === undefined), {
        message: 'user_id or email is required, and only one of them',
        path: ['user_id'],
      }),
    output: member,
    status: 201,
    summary: 'Add a member by id or address, or change the role of one',
  }),
  removeMember: operation({
    method: 'DELETE',
    path: '/workspaces/:id/members/:userId',
    access: 'member',
    input: z.object({ ...workspaceId, userId: identifier }),
    output: z.object({ removed: z.literal(true), user_id: z.string() }),
    summary: 'Remove a member with their sessions and reservations; members may remove themselves',
  }),
  memberDetail: operation({
    method: 'GET',
    path: '/workspaces/:id/members/:userId/detail',
    access: 'member',
    input: z.object({ ...workspaceId, userId: identifier }),
    output: member.extend({
      sessions: z.array(session),
      decisions: z.array(decision),
      traces: z.array(trace),
      work_packages: z.array(workPackage),
      reservations: z.array(reservation),
      /** The newest 50 that they made, or that they or their sessions are to do. A relay of an earlier version does not say the two. */
      tasks: z.array(task).optional(),
      /** The newest 50 that they recorded. */
      commits: z.array(commitRecord).optional(),
    }),
    summary: 'What one member is doing: sessions, reservations and records',
  }),
};

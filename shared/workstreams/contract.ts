import { z } from 'zod';
import {
  changeOf,
  flag,
  identifier,
  limits,
  line,
  name,
  page,
  slug,
  text,
  timestamp,
  workspaceId,
} from '../contract/fields.ts';
import { operation } from '../contract/operation.ts';
import { reservation } from '../reservations/contract.ts';

/** WST-1: `active -> completed | abandoned`. */
export const workstreamStatus = z.enum(['active', 'completed', 'abandoned']);

/** `private` ones exist only for their members and for admins. */
export const visibility = z.enum(['team', 'private']);

/** Who works in it: a session that joined or is on its branch, or a person who joined without one. */
const workstreamMember = z.object({
  user_id: z.string(),
  user_name: z.string(),
  session_id: z.string().optional(),
  agent_type: z.string().optional(),
  current_task: z.string().optional(),
  joined_at: timestamp.optional(),
});

/** How far a workstream is. Cancelled tasks and retracted commits are not counted. */
const progress = z.object({
  tasks_done: z.number().int(),
  tasks_total: z.number().int(),
  commits: z.number().int(),
  last_commit_at: timestamp.optional(),
});

/** A named unit of work on one shared branch. */
export const workstream = z.object({
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  branch: z.string(),
  base_branch: z.string(),
  visibility,
  status: workstreamStatus,
  created_by: z.string(),
  created_by_name: z.string(),
  created_at: timestamp,
  ended_at: timestamp.optional(),
  reason: z.string().optional(),
  pr_url: z.string().optional(),
  members: z.array(workstreamMember),
  /** Empty in a brief list (WST-6). */
  reservations: z.array(reservation),
  /** WST-6: only in a brief list. */
  reservation_count: z.number().int().optional(),
  /** WST-5: how far it is; a list says it, and one that is asked for with it. */
  progress: progress.optional(),
});

export type WorkstreamRecord = z.output<typeof workstream>;
export type WorkstreamStatus = WorkstreamRecord['status'];
export type Visibility = WorkstreamRecord['visibility'];

/** An active workstream, as far as it takes to find a session's. */
export interface BranchOfWork {
  readonly slug: string;
  readonly branch: string;
  readonly visibility: Visibility;
}

/** The active workstreams of a workspace by slug. */
export type BranchesOfWork = ReadonlyMap<string, BranchOfWork>;

/** A branch as git takes it: no name that could be an option, a range or a path out of the refs. */
export const branchName = name(limits.branch).regex(
  /^(?![-/.])(?!.*(\.\.|\/\/|\/\.|@\{|\.lock(\/|$)))[^\s~^:?*[\\]+(?<![/.])$/,
  'must be a valid branch name',
);

/** Shown as a link, so nothing but a page. */
const pullRequest = line(limits.task).pipe(
  z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
);

const one = { ...workspaceId, slug };
const who = { session_id: identifier.optional() };

/** The branch that the daemon made, when it could. */
const started = workstream.extend({
  /** What happened in the repository: made, pushed, or why not. Only a daemon says it. */
  git: z.string().optional(),
});

export const workstreamOperations = {
  startWorkstream: operation({
    method: 'POST',
    path: '/workspaces/:id/workstreams',
    access: 'member',
    tool: 'workstream_start',
    input: z.object({
      ...workspaceId,
      title: line(limits.title),
      slug: slug.optional().describe('From the title when left out'),
      description: text(limits.rationale).default(''),
      base_branch: branchName.optional().describe('main when left out'),
      visibility: visibility.default('team'),
      ...who,
    }),
    output: started,
    status: 201,
    summary: 'Start a unit of work with a branch of its own, and join it.',
  }),
  listWorkstreams: operation({
    method: 'GET',
    path: '/workspaces/:id/workstreams',
    access: 'member',
    tool: 'workstream_list',
    toolHides: ['brief'],
    input: z.object({
      ...workspaceId,
      status: workstreamStatus.optional(),
      brief: flag.optional().describe('With reservation_count in place of the reservations'),
      ...page,
    }),
    output: z.object({ workstreams: z.array(workstream), next_cursor: z.string().optional() }),
    summary: 'The workstreams of the team, newest first.',
  }),
  getWorkstream: operation({
    method: 'GET',
    path: '/workspaces/:id/workstreams/:slug',
    access: 'member',
    input: z.object({ ...one, progress: flag.optional().describe('With how far it is') }),
    output: workstream,
    summary: 'One workstream',
  }),
  changeWorkstream: operation({
    method: 'PATCH',
    path: '/workspaces/:id/workstreams/:slug',
    alias: '/workspaces/:id/workstreams',
    access: 'member',
    input: changeOf(
      z.object({
        ...one,
        title: line(limits.title).optional(),
        description: text(limits.rationale).optional(),
        visibility: visibility.optional(),
        status: workstreamStatus.optional(),
      }),
      ['title', 'description', 'visibility', 'status'],
    ),
    output: workstream,
    summary: 'Change a workstream, or end it by its status',
  }),
  endWorkstream: operation({
    method: 'DELETE',
    path: '/workspaces/:id/workstreams/:slug',
    alias: '/workspaces/:id/workstreams',
    access: 'member',
    input: z.object({ ...one, reason: text(limits.task).default('') }),
    output: workstream,
    summary: 'Abandon a workstream. Its branch stays.',
  }),
  joinWorkstream: operation({
    method: 'POST',
    path: '/workspaces/:id/workstreams/:slug/join',
    access: 'member',
    tool: 'workstream_join',
    toolHides: ['user_id'],
    input: z.object({ ...one, ...who, user_id: identifier.optional() }),
    output: started,
    summary: 'Work in a workstream from now on; leaves the one before.',
  }),
  leaveWorkstream: operation({
    method: 'POST',
    path: '/workspaces/:id/workstreams/:slug/leave',
    access: 'member',
    tool: 'workstream_leave',
    input: z.object({ ...one, ...who }),
    output: workstream,
    summary: 'Leave a workstream; the others go on.',
  }),
  completeWorkstream: operation({
    method: 'POST',
    path: '/workspaces/:id/workstreams/:slug/complete',
    access: 'member',
    tool: 'workstream_complete',
    input: z.object({ ...one, pr_url: pullRequest.optional() }),
    output: z.object({
      /** WST-3: first the plan, then, with the pull request's address, the end. */
      phase: z.enum(['plan', 'completed']),
      slug: z.string(),
      branch: z.string(),
      base_branch: z.string(),
      /** For the pull request. */
      title: z.string(),
      body: z.string(),
      /** What a person types to merge it as one commit; arguments, not a shell line. */
      commands: z.array(z.array(z.string())),
      /** What is not done yet; empty when nothing stands against it. */
      blockers: z.array(z.string()),
      pr_url: z.string().optional(),
    }),
    summary:
      'First without pr_url: a plan for the pull request and what still blocks. Then with it: done.',
  }),
};

import { z } from 'zod';
import {
  changeOf,
  flag,
  identifier,
  limits,
  line,
  page,
  slug,
  text,
  timestamp,
  workspaceId,
  writtenByPeople,
} from '../contract/fields.ts';
import { operation } from '../contract/operation.ts';
import { isDeeperThan } from '../kernel/json.ts';

export const taskStatus = z.enum(['todo', 'in_progress', 'blocked', 'done', 'cancelled']);
export type TaskStatus = z.output<typeof taskStatus>;

/** Whatever helps the one who takes the task: any JSON, bounded. */
const context = z
  .unknown()
  .refine(
    (value) => value === undefined || sizeOf(value) <= limits.contextBytes,
    `must be at most ${limits.contextBytes} characters of JSON, and not too deep`,
  )
  .register(writtenByPeople, { maxLength: limits.contextBytes });

/** In characters of JSON; endless for what is deeper than daemons take (LNK-1). */
function sizeOf(value: unknown): number {
  return isDeeperThan(limits.jsonDepth, value) ? Infinity : JSON.stringify(value).length;
}

/** Delegated follow-up work inside a workstream. */
export const task = z.object({
  id: z.string(),
  /** The slug of its workstream. */
  workstream: z.string(),
  title: z.string(),
  description: z.string(),
  status: taskStatus,
  /** Who works on it, or is meant to. */
  assignee_session: z.string().optional(),
  assignee_name: z.string().optional(),
  /** The user id of the person, or of whose session it is. */
  assignee_user: z.string().optional(),
  depends_on: z.array(z.string()),
  /** The prerequisites that are neither done nor cancelled. */
  waits_for: z.array(z.string()),
  context: z.unknown(),
  created_by: z.string(),
  created_by_name: z.string(),
  created_by_session: z.string().optional(),
  created_at: timestamp,
  updated_at: timestamp,
  started_at: timestamp.optional(),
  ended_at: timestamp.optional(),
});

export type TaskRecord = z.output<typeof task>;

const one = { ...workspaceId, task_id: identifier };
const who = { session_id: identifier.optional() };

export const taskOperations = {
  createTask: operation({
    method: 'POST',
    path: '/workspaces/:id/tasks',
    access: 'member',
    tool: 'delegate_task',
    toolHides: ['assignee_session'],
    input: z.object({
      ...workspaceId,
      workstream: slug.optional().describe('Its slug; that of your session when left out'),
      title: line(limits.title),
      description: text(limits.text).default(''),
      assignee_session: identifier.optional(),
      to_session: identifier.optional().describe('Who shall do it; anyone when left out'),
      depends_on: z.array(identifier).max(limits.prerequisitesPerTask).optional(),
      context: context.optional(),
      ...who,
    }),
    output: task,
    status: 201,
    summary: 'Hand work to another agent, or to whoever is free.',
  }),
  listTasks: operation({
    method: 'GET',
    path: '/workspaces/:id/tasks',
    access: 'member',
    tool: 'task_list',
    toolHides: ['assignee_session', 'open', 'assignee_user', 'limit', 'before'],
    input: z.object({
      ...workspaceId,
      workstream: slug.optional(),
      status: taskStatus.optional(),
      assignee_session: identifier.optional(),
      open: flag.optional().describe('Neither done nor cancelled'),
      assignee_user: identifier.optional(),
      ...page,
    }),
    output: z.object({ tasks: z.array(task), next_cursor: z.string().optional() }),
    summary: 'The tasks, newest first. Those with status todo can be claimed.',
  }),
  getTask: operation({
    method: 'GET',
    path: '/workspaces/:id/tasks/:task_id',
    access: 'member',
    input: z.object(one),
    output: task,
    summary: 'One task',
  }),
  claimTask: operation({
    method: 'POST',
    path: '/workspaces/:id/tasks/:task_id/claim',
    access: 'member',
    tool: 'task_claim',
    input: z.object({ ...one, ...who }),
    output: task,
    summary: 'Take a task; of two agents that try, one gets it.',
  }),
  changeTask: operation({
    method: 'PATCH',
    path: '/workspaces/:id/tasks/:task_id',
    alias: '/workspaces/:id/tasks',
    access: 'member',
    input: changeOf(
      z.object({
        ...one,
        status: taskStatus.optional(),
        assignee_session: identifier.nullable().optional(),
        depends_on: z.array(identifier).max(limits.prerequisitesPerTask).optional(),
        context: context.optional(),
        title: line(limits.title).optional(),
        description: text(limits.text).optional(),
        ...who,
      }),
      ['status', 'assignee_session', 'depends_on', 'context', 'title', 'description'],
    ),
    output: task,
    summary: 'Move a task, hand it to another session, or change what it says or depends on',
  }),
};

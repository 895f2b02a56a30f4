import { z } from 'zod';
import { actor } from './parts.ts';

const task = z.looseObject({
  id: z.string(),
  title: z.string(),
  status: z.enum(['todo', 'in_progress', 'blocked', 'done', 'cancelled']),
  workstream: z.string(),
  /** Empty when the task has no assignee. */
  assignee_session: z.string(),
  assignee_name: z.string().optional(),
  created_by_session: z.string(),
});

export const taskEvents = {
  task_created: z.object({ task, ...actor }),
  task_claimed: z.object({ task, ...actor }),
  /** Its text, its assignee, its status or what it depends on changed. */
  task_changed: z.object({ task, ...actor }),
  task_done: z.object({ task, ...actor }),
  /** TSK-1: the last prerequisite is done or cancelled, or taken from its list (TSK-6). */
  task_unblocked: z.object({ task }),
} as const;

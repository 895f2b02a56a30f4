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

const moved = {
  task,
  ...actor,
  /** Who had the task, or was meant to, where that is somebody else now; empty for a person, and for nobody. */
  previous_session: z.string().optional(),
  /** Their name; empty for nobody. */
  previous_name: z.string().optional(),
};

export const taskEvents = {
  task_created: z.object({ task, ...actor }),
  task_claimed: z.object(moved),
  /** Its text, its assignee, its status or what it depends on changed. */
  task_changed: z.object(moved),
  task_done: z.object(moved),
  /** TSK-1: the last prerequisite is done or cancelled, or taken from its list (TSK-6). */
  task_unblocked: z.object({ task }),
} as const;

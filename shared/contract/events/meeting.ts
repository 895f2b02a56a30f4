import { z } from 'zod';
import { meetingInEvent } from './parts.ts';

export const meetingEvents = {
  meeting_started: z.object({ meeting: meetingInEvent, user: z.string() }),
} as const;

/** Of what a meeting led to. They change what the team knows, and its work packages. */
export const reviewEvents = {
  /** A result was confirmed, changed, dropped or brought back (MTG-8). `id` is that of a decision or an action item. */
  meeting_reviewed: z.object({
    meeting: meetingInEvent,
    result: z.looseObject({
      id: z.string(),
      title: z.string(),
      state: z.string(),
      kind: z.enum(['decision', 'action']),
      /** True: it is a suggestion, which counts only when it is confirmed (MTG-12). Left out of results. */
      is_suggestion: z.boolean().optional(),
    }),
    user: z.string(),
  }),
  /** MTG-15: a reading was handed in. `replaced` has the ids of decisions that count no more; new ones stand in events of their own. */
  meeting_read: z.object({
    meeting: meetingInEvent,
    user: z.string(),
    read_by: z.string(),
    replaced: z.array(z.string()),
    decisions: z.number().int(),
    action_items: z.number().int(),
    work_packages: z.number().int(),
  }),
} as const;

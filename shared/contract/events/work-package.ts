import { z } from 'zod';
import { meetingInEvent } from './parts.ts';

const workPackage = z.looseObject({
  id: z.string(),
  title: z.string(),
  status: z.string(),
  /** A user id. */
  assignee: z.string(),
});

export const workPackageEvents = {
  /** What was decided in it stands in events of its own. */
  meeting_completed: z.object({
    meeting: meetingInEvent,
    user: z.string(),
    decisions: z.number().int(),
    action_items: z.number().int(),
    work_packages: z.number().int(),
    /** Nobody stopped it: nothing was heard for so many minutes (MTG-22). */
    silent_minutes: z.number().int().optional(),
  }),
  work_package_claimed: z.object({ work_package: workPackage, user: z.string() }),
  work_package_changed: z.object({ work_package: workPackage, user: z.string() }),
} as const;

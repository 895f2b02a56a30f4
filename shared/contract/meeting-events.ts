import { z } from 'zod';
import { meetingInEvent } from './event-parts.ts';

export const meetingEvents = {
  meeting_started: z.object({ meeting: meetingInEvent, user: z.string() }),
} as const;

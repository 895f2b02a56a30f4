import { z } from 'zod';

/** Who did something, by name and session. */
export const actor = { user: z.string(), session_id: z.string() };

/** A decision in an event; older logs have the title only. */
export const decisionInEvent = z.looseObject({ title: z.string(), id: z.string().optional() });

/** A meeting in an event. */
export const meetingInEvent = z.looseObject({ id: z.string(), title: z.string() });

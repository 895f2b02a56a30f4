import { z } from 'zod';

/** Who did something, by name and session. */
export const actor = { user: z.string(), session_id: z.string() };

/** A decision in an event; older logs have the title only. */
export const decisionInEvent = z.looseObject({
  title: z.string(),
  id: z.string().optional(),
  /** The built-in reader found it in a meeting, and nobody has confirmed it (MTG-18). */
  unconfirmed: z.literal(true).optional(),
});

/** A meeting in an event. */
export const meetingInEvent = z.looseObject({ id: z.string(), title: z.string() });

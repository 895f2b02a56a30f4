import { z } from 'zod';
import { decisionInEvent } from './parts.ts';

export const traceEvents = {
  /** A model took it from traces; a person has to accept it. */
  decision_proposed: z.object({
    decision: decisionInEvent,
    user: z.string(),
    session_id: z.string().optional(),
  }),
  /** A member turned the proposal down (DEC-15). */
  decision_declined: z.object({ decision: decisionInEvent, user: z.string() }),
} as const;

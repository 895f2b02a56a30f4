import { z } from 'zod';
import { timestamp } from '../fields.ts';

/** Whose session it is, so that a sentence can name them (SES-7); events of an earlier version have only the id. */
const whose = { user: z.string().optional(), agent_type: z.string().optional() };

export const sessionEvents = {
  session_started: z.object({
    session_id: z.string(),
    user_id: z.string(),
    user: z.string(),
    conversation_id: z.string(),
    agent_id: z.string(),
    agent_type: z.string(),
    task: z.string(),
    branch: z.string(),
    /** When it began, where it had ended and goes on. */
    started_at: timestamp.optional(),
    /** The slug of the one that it is in already. */
    workstream: z.string().optional(),
  }),
  session_updated: z.object({
    session_id: z.string(),
    task: z.string(),
    branch: z.string(),
    current_file: z.string(),
    ...whose,
  }),
  session_ended: z.object({
    session_id: z.string(),
    reason: z.enum(['ended', 'expired', 'member_removed']),
    ...whose,
  }),
  agent_sync: z.object({ user: z.string(), session_id: z.string(), task: z.string() }),
} as const;

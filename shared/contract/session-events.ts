import { z } from 'zod';

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
    /** The slug of the one that it is in already. */
    workstream: z.string().optional(),
  }),
  session_updated: z.object({
    session_id: z.string(),
    task: z.string(),
    branch: z.string(),
    current_file: z.string(),
  }),
  session_ended: z.object({
    session_id: z.string(),
    reason: z.enum(['ended', 'expired', 'member_removed']),
  }),
  agent_sync: z.object({ user: z.string(), session_id: z.string(), task: z.string() }),
} as const;

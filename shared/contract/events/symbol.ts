import { z } from 'zod';

export const symbolEvents = {
  /** The symbols of these files have changed. */
  graph_changed: z.object({
    graph_version: z.number().int(),
    files: z.array(z.string()),
    removed: z.array(z.string()),
  }),
  /** Whoever works on a caller is notified. */
  signature_changed: z.object({
    symbol: z.string(),
    old_signature: z.string(),
    new_signature: z.string(),
    callers: z.array(z.string()),
    /** The sessions that have reserved, or lately edited, one of the callers. */
    sessions: z.array(z.string()),
    user: z.string(),
    session_id: z.string(),
  }),
} as const;

import { z } from 'zod';

const queued = {
  wait_id: z.string(),
  session_id: z.string(),
  user: z.string(),
  file: z.string(),
  symbols: z.array(z.string()),
  wish: z.enum(['grant', 'tell']),
};

export const waitEvents = {
  wait_added: z.object(queued),
  wait_ended: z.object({ ...queued, status: z.enum(['granted', 'told', 'given_up']) }),
} as const;

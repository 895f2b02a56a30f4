import { z } from 'zod';
import { actor } from './parts.ts';

export const contractEvents = {
  contract_published: z.object({
    contract: z.looseObject({
      name: z.string(),
      version: z.number().int(),
      breaking: z.boolean(),
    }),
    /** What is different, a line each. */
    changes: z.array(z.string()),
    /** PUB-2: the sessions that use an earlier version. */
    sessions: z.array(z.string()),
    ...actor,
  }),
} as const;

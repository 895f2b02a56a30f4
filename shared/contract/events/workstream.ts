import { z } from 'zod';
import { actor } from './parts.ts';

const workstream = {
  slug: z.string(),
  /** Empty for a private one. */
  title: z.string(),
  branch: z.string(),
};

export const workstreamEvents = {
  workstream_started: z.object({ workstream: z.object(workstream), ...actor }),
  workstream_changed: z.object({ workstream: z.object(workstream), ...actor }),
  workstream_joined: z.object({ workstream: z.object(workstream), ...actor }),
  workstream_left: z.object({ workstream: z.object(workstream), ...actor }),
  workstream_ended: z.object({
    workstream: z.object(workstream),
    status: z.enum(['completed', 'abandoned']),
    reason: z.string(),
    pr_url: z.string(),
    ...actor,
  }),
} as const;

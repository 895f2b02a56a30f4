import { z } from 'zod';

export const workspaceEvents = {
  member_added: z.object({
    user_id: z.string(),
    user: z.string(),
    role: z.string(),
    changed: z.boolean().optional(),
  }),
  member_removed: z.object({ user_id: z.string(), user: z.string() }),
  workspace_renamed: z.object({ name: z.string() }),
  workspace_changed: z.object({
    user: z.string(),
    conflict_policy: z.enum(['symbols', 'members', 'lines']),
  }),
} as const;

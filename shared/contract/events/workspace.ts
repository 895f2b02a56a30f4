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
    /** As it is now, whether or not it changed: daemons go by it. */
    conflict_policy: z.enum(['symbols', 'members', 'lines']),
    /** The names of the settings that changed; events of an earlier version tell of the conflict policy only. */
    changed: z.array(z.string()).optional(),
    /** The other settings are there where they changed. */
    gate_policy: z.string().optional(),
    test_gaps: z.string().optional(),
    must_rules: z.string().optional(),
    branch_prefix: z.string().optional(),
  }),
} as const;

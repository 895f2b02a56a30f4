import { z } from 'zod';
import { timestamp, workspaceId } from '../contract/fields.ts';
import { operation } from '../contract/operation.ts';
import { tiers } from '../contract/tiers.ts';

const requests = z.number().int();

/** Requests of one person on one UTC day, at most; null without a limit. */
const perDay = z.number().int().nullable();

export const usageOperations = {
  usage: operation({
    method: 'GET',
    path: '/workspaces/:id/usage',
    access: 'member',
    input: z.object(workspaceId),
    output: z.object({
      /** Of the workspace (LIM-1). */
      tier: z.enum(tiers),
      /** What its tier gives each member. */
      limit_per_day: perDay,
      /** By all members together: not what `limit_per_day` bounds, which is each one's count in `by_member`. */
      used_today: requests,
      /** Always null: no tier has a limit by the minute. */
      per_minute: z.number().int().nullable(),
      /** When the counts of today begin anew: the next midnight in UTC. */
      resets_at: timestamp,
      /** What counts for the caller: their most generous tier, which may be that of another workspace. */
      own: z.object({ used_today: requests, limit_per_day: perDay }),
      /** Members with the most requests today first; at most 500. */
      by_member: z.array(z.object({ user_id: z.string(), name: z.string(), used_today: requests })),
      /** The last 14 UTC days, oldest first and today last, by all members together. */
      days: z.array(z.object({ day: z.iso.date(), requests })),
    }),
    summary: 'How many requests the members have made, and what their tier allows',
  }),
};

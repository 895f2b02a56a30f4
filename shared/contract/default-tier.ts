import { isTier, tiers, type Tier } from './tiers.ts';
import { refuse, type Refusal } from '../kernel/refusal.ts';

const variable = 'COORD_DEFAULT_TIER';

/** LIM-1: where nothing was set for a relay. */
export const usualTier: Tier = 'team';

/** The tier of new workspaces, and of users who are in none. */
export function defaultTierFrom(
  environment: Readonly<Record<string, string | undefined>>,
): Tier | Refusal {
  const name = environment[variable] || usualTier;
  if (isTier(name)) return name;
  return refuse('ValidationError', `${variable} must be one of ${tiers.join(', ')}.`);
}

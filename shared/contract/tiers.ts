/** LIM-1: the tiers of a workspace, the least generous first. */
export const tiers = ['free', 'pro', 'team', 'unlimited'] as const;
export type Tier = (typeof tiers)[number];

/** The requests of one user on a UTC day; undefined is as many as they like. */
export const requestsPerDay: Readonly<Record<Tier, number | undefined>> = {
  free: 1_000,
  pro: 50_000,
  team: undefined,
  unlimited: undefined,
};

export function isTier(name: string): name is Tier {
  return (tiers as readonly string[]).includes(name);
}

/** The most generous of these; what is no tier does not count. Undefined when none of them is one. */
export function mostGenerous(names: readonly string[]): Tier | undefined {
  return tiers.findLast((tier) => names.includes(tier));
}

export function lessGenerous(one: Tier, other: Tier): Tier {
  return tiers.indexOf(one) < tiers.indexOf(other) ? one : other;
}

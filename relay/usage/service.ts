import { limits } from '../../shared/contract/fields.ts';
import { mostGenerous, requestsPerDay, type Tier } from '../../shared/contract/tiers.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import type { usageOperations } from '../../shared/usage/contract.ts';
import type { ServiceDependencies } from '../kernel/dependencies.ts';
import type { Handlers } from '../kernel/handlers.ts';
import {
  selectCountOf,
  selectCountsByDay,
  selectMemberCounts,
  selectTierOf,
  lastDays,
  utcDayOf,
} from './queries.ts';

const daysShown = 14;

export interface UsageDependencies extends Pick<ServiceDependencies, 'database' | 'clock'> {
  /** Of a workspace whose tier is none that is known. */
  readonly defaultTier: Tier;
}

/** LIM-5: what the members have used of what their tier allows. */
export function usageService({
  database: { reader: db },
  clock,
  defaultTier,
}: UsageDependencies): Handlers<keyof typeof usageOperations> {
  return {
    async usage({ id }, { caller }) {
      const nowMs = clock.now();
      const days = lastDays(nowMs, daysShown);
      const { day: today, reset } = utcDayOf(nowMs);
      const [tierName, members, counts, own] = await Promise.all([
        selectTierOf(db, id),
        selectMemberCounts(db, id, { day: today, limit: limits.pageMax }),
        selectCountsByDay(db, id, days),
        selectCountOf(db, caller.userId, today),
      ]);
      const tier = mostGenerous([tierName]) ?? defaultTier;
      return {
        tier,
        limit_per_day: perDay(tier),
        used_today: counts.get(today) ?? 0,
        per_minute: null,
        resets_at: toTimestamp(reset * 1_000),
        own: { used_today: own, limit_per_day: perDay(caller.tier) },
        by_member: members,
        days: days.map((day) => ({ day, requests: counts.get(day) ?? 0 })),
      };
    },
  };
}

function perDay(tier: Tier): number | null {
  return requestsPerDay[tier] ?? null;
}

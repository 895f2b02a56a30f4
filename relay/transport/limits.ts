import { requestsPerDay } from '../../shared/contract/tiers.ts';
import type { Clock } from '../../shared/kernel/clock.ts';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import type { Handler, GroupCommitter } from '../store/group-committer.ts';
import { countRequests, type UsageCount, dayMs, utcDayOf } from '../usage/queries.ts';
import type { Caller } from '../kernel/handlers.ts';

/** The three rate limit headers; `reset` is in Unix seconds, the start of the next UTC day. */
export interface Quota {
  readonly limit: number;
  readonly remaining: number;
  readonly reset: number;
  readonly refusal?: Refusal;
}

/**
 * LIM-1: counts requests by user and UTC day. The count of a limited tier is on disk before the request is served; that of
 * an unlimited one only informs, and is written by the sweeper.
 */
export class RateLimits {
  private unlimited = new Map<string, UsageCount>();
  private today = utcDayOf(0);

  constructor(
    private readonly committer: GroupCommitter,
    private readonly clock: Clock,
  ) {}

  /** Counts a request, or so many. Undefined without a limit, and then nobody waits. */
  admit(caller: Caller, requests = 1): Promise<Quota> | undefined {
    const nowMs = this.clock.now();
    if (Math.floor(nowMs / dayMs) !== this.today.index) this.today = utcDayOf(nowMs);
    const { day, reset } = this.today;
    const limit = requestsPerDay[caller.tier];
    if (limit === undefined) {
      this.note({ userId: caller.userId, day, requests });
      return undefined;
    }
    return this.count({ userId: caller.userId, day, requests }, { limit, reset, nowMs });
  }

  /** Writes the counts of the unlimited tiers. */
  async flush(): Promise<void> {
    const counts = [...this.unlimited.values()];
    this.unlimited = new Map();
    await Promise.all(counts.map((count) => this.committer.submit(addUsage, count)));
  }

  private note(count: UsageCount): void {
    const key = `${count.day} ${count.userId}`;
    const before = this.unlimited.get(key)?.requests ?? 0;
    this.unlimited.set(key, { ...count, requests: before + count.requests });
  }

  private async count(
    count: UsageCount,
    { limit, reset, nowMs }: { limit: number; reset: number; nowMs: number },
  ): Promise<Quota> {
    const requests = await this.committer.submit(addUsage, count);
    const remaining = Math.max(0, limit - requests);
    if (requests <= limit) return { limit, remaining, reset };
    const retryAfter = Math.max(1, Math.ceil(reset - nowMs / 1_000));
    const resetsAt = toTimestamp(reset * 1_000);
    const refusal = refuse(
      'RateLimited',
      `The ${limit} requests of today are used up; they begin anew at ${resetsAt}.`,
      { retry_after: retryAfter, limit, resets_at: resetsAt },
    );
    return { limit, remaining, reset, refusal };
  }
}

const addUsage: Handler<UsageCount, number> = async ({ connection }, counts) => {
  // One statement must not touch a row twice, so the commands of one user are counted together.
  const sums = new Map<string, UsageCount>();
  for (const count of counts) {
    const key = `${count.day} ${count.userId}`;
    sums.set(key, { ...count, requests: (sums.get(key)?.requests ?? 0) + count.requests });
  }
  const totals = new Map<string, number>();
  // In one order, so that two relays do not wait for each other's rows.
  const sorted = [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
  for (const { userId, day, requests } of await countRequests(connection, sorted)) {
    totals.set(`${day} ${userId}`, requests);
  }
  const seen = new Map<string, number>();
  return counts.map(({ userId, day, requests }) => {
    const key = `${day} ${userId}`;
    const before = (totals.get(key) ?? 0) - (sums.get(key)?.requests ?? 0);
    seen.set(key, (seen.get(key) ?? before) + requests);
    return seen.get(key) ?? 0;
  });
};

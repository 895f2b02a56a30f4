import { LRUCache } from 'lru-cache';
import type { Clock } from '../../kernel/clock.ts';

interface EndingCacheOptions {
  /** How many values are kept; of more, those that were used longest ago go. */
  readonly max: number;
  /** How long one is kept after it was set. */
  readonly ttlMs: number;
  /** Of elapsed time: one that is set to another time would keep a value for long. */
  readonly clock: Clock;
}

/** What need not be asked for again for a while. */
export type EndingCache<V extends NonNullable<unknown>> = LRUCache<string, V>;

export function endingCache<V extends NonNullable<unknown>>({
  max,
  ttlMs,
  clock,
}: EndingCacheOptions): EndingCache<V> {
  const perf = { now: () => clock.now() };
  return new LRUCache({ max, ttl: ttlMs, ttlResolution: 0, perf });
}

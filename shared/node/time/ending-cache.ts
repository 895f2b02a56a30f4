import { LRUCache } from 'lru-cache';
import type { Clock } from '../../kernel/clock.ts';

interface EndingCacheOptions {
  /** How many values are kept; of more, those that were used longest ago go. */
  readonly max: number;
  /** Whole milliseconds from when one was set until it is no longer there. */
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
  // The library takes the moment 0 for none, and keeps a value until more than its time is over.
  const perf = { now: () => clock.now() + 1 };
  return new LRUCache({ max, ttl: ttlMs - 1, ttlResolution: 0, perf });
}

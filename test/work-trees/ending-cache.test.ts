import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { elapsedClock } from '../../shared/kernel/clock.ts';
import { endingCache } from '../../shared/node/time/ending-cache.ts';
import { FakeClock } from '../support/fake-clock.ts';

test('a value is there until its time is over, from the first moment on, whatever the clock is set to', () => {
  const clock = new FakeClock();
  const cache = endingCache<string>({ max: 2, ttlMs: 2_000, clock: elapsedClock(clock) });
  cache.set('a', 'A');
  clock.jump(-60_000);
  clock.advance(1_999);
  assert.is(cache.get('a'), 'A');
  clock.advance(1);
  assert.is(cache.get('a'), undefined);
});

test('of more values than there may be the one that was used longest ago goes', () => {
  const cache = endingCache<string>({ max: 2, ttlMs: 2_000, clock: new FakeClock() });
  cache.set('a', 'A');
  cache.set('b', 'B');
  cache.get('a');
  cache.set('c', 'C');
  assert.is(cache.get('b'), undefined);
  assert.is(cache.get('a'), 'A');
});

test.run();

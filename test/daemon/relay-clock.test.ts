/** RSV-19: a daemon whose relay's clock is set right. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Replica } from '../../daemon/replica/replica.ts';
import { FakeClock } from '../support/fake-clock.ts';

const heartbeat = (now: number) => ({ kind: 'heartbeat', now, seq: 0 }) as const;

test('RSV-19 when the relay’s clock was set back, the state is asked for again after the relay has corrected it', () => {
  const clock = new FakeClock();
  const nowMs = clock.now();
  const replica = new Replica(clock);
  const yearMs = 365 * 24 * 60 * 60_000;
  assert.is(replica.apply(heartbeat(nowMs + yearMs)), 'applied');
  assert.is(replica.apply(heartbeat(nowMs)), 'applied');
  assert.is(replica.apply(heartbeat(nowMs + 2_000)), 'gap');
  assert.is(replica.apply(heartbeat(nowMs + 4_000)), 'applied');
});

test('RSV-19 a clock that goes forward, or back by seconds, costs no snapshot', () => {
  const clock = new FakeClock();
  const replica = new Replica(clock);
  for (const ms of [0, 2_000, -10_000, 600_000, 602_000])
    assert.is(replica.apply(heartbeat(clock.now() + ms)), 'applied');
});

test.run();

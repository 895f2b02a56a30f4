/** RSV-20: somebody sets the clock of the daemon's machine, or the relay's while the daemon does not follow it. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Replica } from '../../daemon/replica/replica.ts';
import { emptyState } from '../../daemon/replica/workspace-state.ts';
import { Guard } from '../../daemon/local-api/guard.ts';
import { elapsedClock } from '../../shared/kernel/clock.ts';
import { FakeClock, minutes } from '../support/fake-clock.ts';

const hour = minutes(60);
const heartbeat = (now: number) => ({ kind: 'heartbeat', now, seq: 0 }) as const;

for (const [way, ms] of [
  ['forward', hour],
  ['back', -hour],
] as const) {
  test(`RSV-20 a daemon’s clock that goes ${way} while the relay is away changes no time that it reckons with`, () => {
    const clock = new FakeClock();
    const replica = new Replica(clock);
    const relayMs = clock.now() + 5_000;
    replica.apply(heartbeat(relayMs));
    clock.jump(ms);
    assert.is(replica.nowMs(), relayMs);
    clock.advance(minutes(10));
    assert.is(replica.nowMs(), relayMs + minutes(10), 'what was live ends in its time');
  });
}

test('RSV-20 a daemon that starts with a clock that was set back lets nothing last longer than it would have', () => {
  const clock = new FakeClock();
  const heardMs = clock.now();
  clock.jump(-24 * hour);
  const replica = new Replica(clock, { ...emptyState(), heardMs });
  assert.is(replica.nowMs(), heardMs);
  clock.advance(minutes(10));
  assert.is(replica.nowMs(), heardMs + minutes(10));
});

test('RSV-20 a daemon that missed a jump of its relay takes a snapshot once, and keeps its time until then', () => {
  const clock = new FakeClock();
  const replica = new Replica(clock);
  const from = clock.now();
  const told = { ...heartbeat(from + hour), clock_jump: { from, to: from + hour } };
  assert.is(replica.apply(heartbeat(from)), 'applied');
  assert.is(replica.apply(told), 'gap');
  assert.is(replica.nowMs(), from);
  assert.is(replica.apply(told), 'applied');
  assert.equal(replica.recentJump(), told.clock_jump);
  clock.advance(hour);
  assert.is(replica.recentJump(), undefined);
});

test('RSV-20 a snapshot that tells of a jump back is not asked for again', () => {
  const clock = new FakeClock();
  const replica = new Replica(clock);
  const [from, to] = [clock.now(), clock.now() - hour];
  replica.apply(heartbeat(from));
  const told = { now: to, seq: 0, clock_jump: { from, to } };
  const workspace = { id: 'ws_1', slug: 'shop', name: 'shop' };
  const state = { workspace, sessions: [], reservations: [], workstreams: [] };
  assert.is(replica.apply({ kind: 'snapshot', ...told, state }), 'applied');
  for (let beats = 0; beats < 3; beats += 1)
    assert.is(replica.apply({ kind: 'heartbeat', ...told }), 'applied');
});

test('RSV-20 a key that the daemon let in is asked about again although its clock was set back', async () => {
  const clock = new FakeClock();
  let isValid = true;
  const guard = new Guard({
    token: 'token',
    clock: elapsedClock(clock),
    userId: () => 'usr_1',
    userOfKey: () => Promise.resolve(isValid ? 'usr_1' : undefined),
  });
  assert.equal(await guard.callerOf('Bearer some-key'), { kind: 'key' });
  isValid = false;
  clock.jump(-hour);
  clock.advance(minutes(10));
  assert.is(((await guard.callerOf('Bearer some-key')) as { error: string }).error, 'Unauthorized');
});

test.run();

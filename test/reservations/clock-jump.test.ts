/** RSV-20: somebody sets the clock of the relay's machine while it runs. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { minutes } from '../support/fake-clock.ts';
import type { World } from '../support/harness.ts';
import { onPostgres, onRelay, relayScenario, scenario } from '../support/scenario.ts';
import { eventually } from '../support/waiting.ts';

const hour = minutes(60);
const file = 'src/auth.ts';

const permission = async (world: World, name: string) =>
  (await world.as(name).agent().check(file)).permission;

const minutesLeft = async (world: World) =>
  (await world.as('cleo').reservations()).map((one) => one.minutes_remaining);

scenario(
  'RSV-20',
  'a clock that goes forward by an hour costs nobody a reservation',
  async (world) => {
    await world.as('ada').agent().edit(file);
    await world.pass(minutes(3));
    world.clock.jump(hour);
    assert.is(await permission(world, 'bob'), 'deny', 'before the relay has noticed');
    await world.sweep();
    await world.sweep();
    assert.is(await permission(world, 'bob'), 'deny');
    assert.equal(await minutesLeft(world), [7]);
    await world.pass(minutes(7));
    assert.is(await permission(world, 'bob'), 'allow', 'it lasts as long as it would have');
  },
);

relayScenario(
  'RSV-20',
  'the sessions stay active, and expire when they would have',
  async (world) => {
    await world.as('ada').agent().start('sign-in');
    await world.pass(minutes(3));
    world.clock.jump(hour);
    await world.sweep();
    await world.sweep();
    assert.is((await world.as('ada').sessions()).length, 1);
    await world.pass(minutes(2));
    assert.equal(await world.as('ada').sessions(), []);
  },
);

relayScenario(
  'RSV-20',
  'a wait stays in line, and a negotiation keeps its deadline',
  async (world) => {
    const { id } = world.workspace;
    const [ada, bob] = [world.as('ada').agent(), world.as('bob').agent()];
    await ada.start();
    await ada.edit(file, ['login']);
    const session_id = await bob.start();
    const symbol_ids = [`${file}#login`];
    const wait = await world.as('bob').ok('addWait', { id, session_id, symbol_ids });
    const contested = { file, symbol_ids, initiator_session: session_id, rationale: 'rename' };
    const talk = await world.as('bob').ok('openNegotiation', { id, ...contested });
    world.clock.jump(hour);
    await world.sweep();
    await world.sweep();
    const found = () => world.as('bob').ok('getNegotiation', { id, negotiation_id: talk.id });
    assert.is((await found()).status, 'open');
    const waiting = await world.as('bob').ok('getWait', { id, wait_id: wait.id });
    assert.is(waiting.status, 'waiting');
    await bob.start();
    await world.pass(minutes(4));
    assert.is((await found()).status, 'open');
    await bob.start();
    await world.pass(minutes(1));
    assert.is((await found()).status, 'resolved');
  },
);

relayScenario(
  'RSV-20',
  'a clock that goes forward and back again makes nothing last longer',
  async (world) => {
    await world.as('ada').agent().edit(file);
    world.clock.jump(hour);
    await world.sweep();
    world.clock.jump(-hour);
    await world.sweep();
    assert.equal(await minutesLeft(world), [10]);
    await world.pass(minutes(10));
    assert.equal(await minutesLeft(world), []);
  },
);

relayScenario(
  'RSV-20',
  'a step of less than a minute is followed, and time never goes back',
  async (world) => {
    const feed = await world.as('cleo').feed();
    world.clock.jump(minutes(0.5));
    await world.sweep();
    await world.as('ada').agent().edit('src/one.ts');
    world.clock.jump(minutes(-0.9));
    await world.sweep();
    await world.as('ada').agent().edit('src/two.ts');
    const one = await feed.next('file_reserved', { file: 'src/one.ts' });
    const two = await feed.next('file_reserved', { file: 'src/two.ts' });
    assert.is(two.data['at'], one.data['at']);
    feed.close();
  },
);

relayScenario(
  'RSV-20',
  'daemons take a new snapshot, and are told of the jump for an hour',
  async (world) => {
    await world.as('ada').agent().edit(file);
    const before = await world.as('bob').replica();
    const from = world.clock.now();
    world.clock.jump(hour);
    await world.sweep();
    assert.is(await before.closed, 4410);
    assert.ok(
      before.messages.every(({ now }) => now === from),
      'no new time without the new ends',
    );
    const after = await world.as('bob').replica();
    const snapshot = await after.inbox.find('a snapshot', ({ kind }) => kind === 'snapshot');
    if (snapshot.kind !== 'snapshot') throw new Error('no snapshot');
    assert.equal(snapshot.clock_jump, { from, to: from + hour });
    assert.is(snapshot.state.reservations.length, 1);
    after.close();
    world.clock.advance(hour);
    const late = await world.as('bob').replica({ since: snapshot.seq });
    const heartbeat = await late.inbox.find('a heartbeat', ({ kind }) => kind === 'heartbeat');
    assert.not.ok('clock_jump' in heartbeat);
    late.close();
  },
);

const notices: string[] = [];

relayScenario(
  'RSV-20',
  'the operator is told once, from when to when and what was done',
  async (world) => {
    notices.length = 0;
    world.clock.jump(hour);
    await Promise.all([world.sweep(), world.sweep()]);
    world.clock.jump(-2 * hour);
    await world.sweep();
    assert.equal(notices, [
      "The relay's clock went forward by 1 h at 10:00 UTC; holds were kept. It was 2026-01-05T09:00:00.000Z and is 2026-01-05T10:00:00.000Z.",
      "The relay's clock went back by 2 h at 08:00 UTC; long holds were shortened. It was 2026-01-05T10:00:00.000Z and is 2026-01-05T08:00:00.000Z.",
    ]);
  },
  { on: onRelay, relay: { onNotice: (sentence) => notices.push(sentence) } },
);

relayScenario(
  'RSV-20',
  'of two relays on one database that both jump, the second finds nothing left to move',
  async (world) => {
    const other = await world.startRelay();
    await world.as('ada').agent().edit(file);
    await world.as('bob').agent().edit('src/other.ts', [], { via: other.url });
    world.clock.jump(hour);
    await Promise.all([world.sweep(), other.sweep()]);
    await Promise.all([world.sweep(), other.sweep()]);
    assert.equal(await minutesLeft(world), [10, 10]);
    await world.pass(minutes(10));
    assert.equal(await minutesLeft(world), []);
  },
  { on: onPostgres },
);

relayScenario(
  'RSV-20',
  'a key that is revoked is refused within seconds although the clock was set back',
  async (world) => {
    const bob = world.as('bob');
    await bob.ok('profile', {});
    world.clock.jump(-hour);
    await world.sweep();
    await world.database.write((rows) =>
      rows.updateTable('api_keys').set({ revoked_at: 1 }).where('user_id', '=', bob.id).execute(),
    );
    world.clock.advance(2_000);
    assert.is((await bob.call('profile', {})).status, 401);
  },
);

relayScenario(
  'RSV-19',
  'an answer that was kept while the clock was ahead is kept for a day from now',
  async (world) => {
    const { database } = world;
    await world.as('ada').agent().edit(file, [], { idempotencyKey: 'one' });
    const at = world.clock.now() + 365 * 24 * hour;
    await database.write((rows) => rows.updateTable('idempotency').set({ at }).execute());
    await world.restart();
    const kept = () => database.rows.selectFrom('idempotency').select('at').executeTakeFirst();
    await eventually(
      'the answer',
      async () => Number((await kept())?.at) === world.clock.now() || undefined,
    );
  },
);

test.run();

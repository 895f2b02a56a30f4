import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../shared/api/operations.ts';
import { countBefore, resolveQueue, type QueuedWait } from '../../relay/waits/rules.ts';
import { minutes } from '../support/fake-clock.ts';
import type { Input, TestAgent } from '../support/person.ts';
import type { World } from '../support/harness.ts';
import { relayScenario, scenario } from '../support/scenario.ts';

type Wait = Output<'addWait'>;

const file = 'src/a.ts';
const login = `${file}#login`;

async function waitAs(world: World, name: string, input: Input = {}): Promise<Wait> {
  const session_id = await world.as(name).agent().start();
  const { id } = world.workspace;
  return world.as(name).ok('addWait', { id, session_id, symbol_ids: [login], ...input });
}

function look(world: World, { id: wait_id }: Wait): Promise<Wait> {
  return world.as('ada').ok('getWait', { id: world.workspace.id, wait_id });
}

async function statuses(world: World, ...waits: readonly Wait[]): Promise<string[]> {
  const found: string[] = [];
  for (const one of waits) found.push((await look(world, one)).status);
  return found;
}

async function held(world: World): Promise<string[]> {
  const reservations = await world.as('ada').reservations();
  return reservations
    .map(({ file_path, symbol_ids, user_name }) => `${symbol_ids[0] ?? file_path} by ${user_name}`)
    .sort();
}

async function adaReserves(
  world: World,
  symbols: readonly string[] = ['login'],
): Promise<TestAgent> {
  const ada = world.as('ada').agent();
  await ada.edit(file, symbols);
  return ada;
}

scenario('QUE-2', 'what is held is granted when it becomes free, in order', async (world) => {
  const ada = await adaReserves(world);
  const feed = await world.as('ada').feed();
  const bobs = await waitAs(world, 'bob');
  assert.match(bobs.id, /^wait_/);
  assert.equal(bobs, {
    id: bobs.id,
    session_id: bobs.session_id,
    user_name: 'bob',
    file,
    symbol_ids: [login],
    wish: 'grant',
    status: 'waiting',
    before: 0,
    created_at: new Date(world.clock.now()).toISOString(),
  });
  const cleos = await waitAs(world, 'cleo');
  assert.is(cleos.before, 1);
  await feed.next('wait_added', { user: 'cleo' });
  await ada.end();
  await world.quiet();
  assert.equal(await statuses(world, bobs, cleos), ['granted', 'waiting']);
  assert.is((await look(world, cleos)).before, 0);
  assert.equal(await held(world), [`${login} by bob`]);
  const released = await feed.next('file_released');
  const reserved = await feed.next('file_reserved', { by: 'bob' });
  const ended = await feed.next('wait_ended', { user: 'bob' });
  assert.is(ended.data['status'], 'granted');
  assert.ok((released.data['seq'] as number) < (reserved.data['seq'] as number));
  assert.is((await world.as('ada').reservations())[0]?.minutes_remaining, 10);
  await world.as('bob').agent().end();
  await world.quiet();
  assert.equal(await held(world), [`${login} by cleo`]);
  feed.close();
});

scenario('QUE-3', 'who has it already gets it at once, also behind others', async (world) => {
  const ada = await adaReserves(world);
  const bobs = await waitAs(world, 'bob');
  const { id } = world.workspace;
  const session_id = await ada.start();
  const own = await world.as('ada').ok('addWait', { id, session_id, symbol_ids: [login] });
  assert.is(own.status, 'granted');
  assert.equal(await statuses(world, bobs), ['waiting']);
  assert.equal(await held(world), [`${login} by ada`]);
});

scenario('QUE-1', 'what is free is granted, or told, at once', async (world) => {
  const granted = await waitAs(world, 'bob', { symbol_ids: undefined, file });
  assert.equal([granted.status, granted.before, granted.symbol_ids], ['granted', 0, []]);
  assert.ok(granted.ended_at !== undefined);
  assert.equal(await held(world), [`${file} by bob`]);
  const notified = await waitAs(world, 'cleo', { file: 'src/b.ts', symbol_ids: [], wish: 'tell' });
  assert.is(notified.status, 'told');
  assert.equal(
    await held(world),
    [`${file} by bob`],
    'who only wants the notification reserves nothing',
  );
});

relayScenario('QUE-2', 'who only wants to be told reserves nothing', async (world) => {
  const ada = await adaReserves(world);
  const notified = await waitAs(world, 'bob', { wish: 'tell' });
  const granted = await waitAs(world, 'cleo', {
    symbol_ids: undefined,
    file,
    symbol_names: ['login'],
  });
  await ada.end();
  assert.equal(await statuses(world, notified, granted), ['told', 'granted']);
  assert.equal(await held(world), [`${login} by cleo`]);
});

relayScenario('QUE-2 QUE-3', 'all symbols together, and nobody overtakes', async (world) => {
  const ada = await adaReserves(world);
  await world.as('ada').agent('ada-2').edit(file, ['logout']);
  const both = await waitAs(world, 'bob', { symbol_ids: [login, `${file}#logout`] });
  const later = await waitAs(world, 'cleo');
  assert.is(later.before, 1);
  await ada.end();
  assert.equal(await statuses(world, both, later), ['waiting', 'waiting'], 'half of it is free');
  const latest = await waitAs(world, 'ada', { session_id: 'ada-2' });
  assert.is(latest.status, 'waiting', 'what is free is for those who came first');
  await world.as('ada').agent('ada-2').end();
  assert.equal(await statuses(world, both, later, latest), ['granted', 'waiting', 'given_up']);
  assert.equal(await held(world), [`${login} by bob`, `${file}#logout by bob`]);
});

relayScenario('QUE-4', 'leaving the queue lets the next one through', async (world) => {
  await adaReserves(world, ['logout']);
  const first = await waitAs(world, 'bob', { symbol_ids: [login, `${file}#logout`] });
  const second = await waitAs(world, 'cleo');
  const { id } = world.workspace;
  const input = { id, wait_id: first.id };
  assert.is((await world.as('cleo').refused('giveUpWait', input)).status, 403);
  const given = await world.as('bob').ok('giveUpWait', input);
  assert.is(given.status, 'given_up');
  assert.is((await look(world, second)).status, 'granted');
  assert.is((await world.as('bob').refused('giveUpWait', input)).status, 409);
  const cleos = await waitAs(world, 'cleo', { symbol_ids: [`${file}#logout`] });
  const { status } = await world.as('ada').ok('giveUpWait', { id, wait_id: cleos.id });
  assert.is(status, 'given_up', 'an admin may');
  const unknown = { id, wait_id: 'wait_nothing' };
  assert.is((await world.as('bob').refused('giveUpWait', unknown)).status, 404);
});

relayScenario('QUE-4', 'a dead session is granted nothing', async (world) => {
  const ada = await adaReserves(world);
  const ended = await waitAs(world, 'bob');
  await world.as('bob').agent().end();
  assert.is((await look(world, ended)).status, 'given_up', 'the session ended');
  const silent = await waitAs(world, 'bob');
  await world.pass(minutes(3));
  const alive = await waitAs(world, 'cleo');
  world.clock.advance(minutes(2));
  await ada.end();
  assert.equal(await statuses(world, silent, alive), ['given_up', 'granted']);
  const last = await waitAs(world, 'bob');
  await world.pass(minutes(5));
  assert.is((await look(world, last)).status, 'given_up', 'the sweeper notices');
});

relayScenario(
  'QUE-2',
  'a reservation that ends by itself is granted to the next',
  async (world) => {
    await adaReserves(world);
    await world.pass(minutes(6));
    const bobs = await waitAs(world, 'bob');
    await world.restart();
    await world.pass(minutes(4));
    assert.is((await look(world, bobs)).status, 'granted');
    assert.equal(await held(world), [`${login} by bob`]);
  },
);

relayScenario('QUE-2', 'who took it meanwhile need not wait', async (world) => {
  await adaReserves(world);
  await world.pass(minutes(6));
  const bobs = await waitAs(world, 'bob');
  world.clock.advance(minutes(4));
  await world.as('bob').agent().edit(file, ['login']);
  await world.sweep();
  assert.is((await look(world, bobs)).status, 'granted');
});

relayScenario(
  'QUE-4',
  'a removed member gives up, and what they held is granted',
  async (world) => {
    await world.as('cleo').agent().edit(file, ['login']);
    const bobs = await waitAs(world, 'bob');
    const cleos = await waitAs(world, 'cleo', { symbol_ids: [`${file}#other`] });
    assert.is(cleos.status, 'granted');
    const { id } = world.workspace;
    await world.as('ada').ok('removeMember', { id, userId: world.as('cleo').id });
    assert.is((await look(world, bobs)).status, 'granted');
  },
);

relayScenario('QUE-2', 'what a negotiation sets free is granted', async (world) => {
  const ada = await adaReserves(world, []);
  const session_id = await world.as('bob').agent().start();
  const { id } = world.workspace;
  const cleos = await waitAs(world, 'cleo', { symbol_ids: [`${file}#logout`] });
  const opening = { id, session_id, symbol_ids: [login], rationale: 'mine' };
  const { id: negotiation_id } = await world.as('bob').ok('openNegotiation', opening);
  const from_session = await ada.start();
  const answer = { id, negotiation_id, from_session, action: 'yield' };
  await world.as('ada').ok('respondNegotiation', answer);
  assert.is((await look(world, cleos)).status, 'granted');
  assert.equal(await held(world), [`${login} by bob`, `${file}#logout by cleo`]);
});

relayScenario('QUE-1', 'waiting twice for the same is waiting once', async (world) => {
  await adaReserves(world);
  const first = await waitAs(world, 'bob');
  assert.equal(await waitAs(world, 'bob'), first);
  assert.is.not((await waitAs(world, 'bob', { wish: 'tell' })).id, first.id);
});

relayScenario('QUE-1', 'whose, for what: refused with the reason', async (world) => {
  const ada = await adaReserves(world);
  const { id } = world.workspace;
  const session_id = await world.as('bob').agent().start();
  const adas = await ada.start();
  const cases = [
    [400, 'session_id', { session_id: undefined }],
    [404, 'session_id', { session_id: adas }],
    [400, 'file', { symbol_ids: undefined }],
    [400, 'file', { file: '/etc/passwd' }],
    [400, 'symbol_ids', { file: 'src/b.ts' }],
    [400, 'wish', { wish: 'steal' }],
  ] as const;
  for (const [status, field, input] of cases) {
    const given = { id, session_id, symbol_ids: [login], ...input };
    const refused = await world.as('bob').refused('addWait', given);
    assert.equal([refused.status, refused.field], [status, field], refused.message);
  }
  await world.as('bob').agent().end();
  const late = { id, session_id, symbol_ids: [login] };
  assert.is((await world.as('bob').refused('addWait', late)).status, 409);
});

relayScenario('ACC-2', 'a wait of another workspace is not there', async (world) => {
  await adaReserves(world);
  const bobs = await waitAs(world, 'bob');
  const other = await world.as('mallory').ok('createWorkspace', { name: 'Other', slug: 'other-2' });
  for (const name of ['getWait', 'giveUpWait'] as const) {
    for (const id of [other.id, world.workspace.id]) {
      const refused = await world.as('mallory').refused(name, { id, wait_id: bobs.id });
      assert.is(refused.status, 404);
    }
  }
  assert.equal((await world.as('mallory').ok('listWaits', { id: other.id })).waits, []);
});

relayScenario('ANS-4', 'pages of waits show each once', async (world) => {
  await adaReserves(world, []);
  const made: string[] = [];
  for (let index = 0; index < 5; index += 1) {
    made.push((await waitAs(world, 'bob', { symbol_ids: [`${file}#s${index}`] })).id);
    world.clock.advance(1);
  }
  const found: string[] = [];
  const { id } = world.workspace;
  let before: string | undefined;
  do {
    const page = await world.as('cleo').ok('listWaits', { id, limit: 2, before });
    found.push(...page.waits.map((one) => one.id));
    before = page.next_cursor;
  } while (before !== undefined);
  assert.equal(found, made.toReversed());
  const query = { id, status: 'waiting', session_id: 'nobody' };
  assert.equal((await world.as('cleo').ok('listWaits', query)).waits, []);
});

const symbol = fc.constantFrom('*', 'a', 'b', 'c');
const waiting: fc.Arbitrary<Omit<QueuedWait, 'id'>> = fc.record({
  sessionId: fc.constantFrom('one', 'two', 'three'),
  symbols: fc.uniqueArray(symbol, { minLength: 1, maxLength: 3 }),
  wish: fc.constantFrom('grant', 'tell'),
  isSessionAlive: fc.boolean(),
});
const reservation = fc.record({
  sessionId: fc.constantFrom('one', 'two', 'other'),
  symbol: fc.constantFrom('a', 'b', 'c'),
  within: fc.constantFrom('a', 'b'),
  asked: fc.boolean(),
  filePath: fc.constant(file),
  fence: fc.constant(1),
  expiresAt: fc.constantFrom(5, 15),
});

test('QUE-3: waits are granted in order, and every wait that can be granted is', () => {
  const overlap = (one: string, other: string) => one === other || one === '*' || other === '*';
  const property = fc.property(
    fc.array(waiting, { maxLength: 6 }),
    fc.uniqueArray(reservation, { selector: (one) => one.symbol }),
    (found, reservations) => {
      const queue = found.map((one, index) => ({ ...one, id: String(index) }));
      const answered = new Map(
        resolveQueue(queue, reservations, { nowMs: 10, policy: 'members' }).map((one) => [
          one.wait.id,
          one.status,
        ]),
      );
      const taken = reservations.filter(({ expiresAt }) => expiresAt > 10) as {
        sessionId: string;
        symbol: string;
      }[];
      const conflicts = (one: QueuedWait, what: readonly { sessionId: string; symbol: string }[]) =>
        what.some(
          (held) =>
            held.sessionId !== one.sessionId && one.symbols.some((s) => overlap(s, held.symbol)),
        );
      const staying: { sessionId: string; symbol: string }[] = [];
      for (const one of queue) {
        const wants = one.symbols.map((name) => ({ sessionId: one.sessionId, symbol: name }));
        const hasAll = one.symbols.every((name) =>
          taken.some(
            (held) =>
              held.sessionId === one.sessionId && (held.symbol === name || held.symbol === '*'),
          ),
        );
        const isFirst = hasAll || !conflicts(one, staying);
        const isFree = one.isSessionAlive && !conflicts(one, taken) && isFirst;
        const expected = isFree ? (one.wish === 'grant' ? 'granted' : 'told') : undefined;
        assert.is(answered.get(one.id), one.isSessionAlive ? expected : 'given_up');
        if (expected === 'granted') taken.push(...wants);
        if (one.isSessionAlive && expected === undefined) staying.push(...wants);
        assert.ok(countBefore(queue, one.id) < queue.length);
      }
    },
  );
  fc.assert(property);
});

test.run();

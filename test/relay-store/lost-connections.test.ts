import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openDatabase } from '../../relay/store/open.ts';
import { CuttingProxy } from '../support/cutting-proxy.ts';
import { startRelay } from '../support/start-relay.ts';
import { onServer } from '../support/databases.ts';
import type { Answer } from '../support/http.ts';
import { onPostgres, relayScenario as scenario } from '../support/scenario.ts';
import { eventually } from '../support/waiting.ts';
import type { World } from '../support/harness.ts';

const live = { on: onPostgres };

const databaseOf = (world: World) => new URL(world.database.address).pathname.slice(1);

/** Kills the server's side of connections of the relay: of all of them, or of those with this kind of last statement. */
async function kill(world: World, like = '%'): Promise<number> {
  const found = await onServer(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = '${databaseOf(world)}' AND query ILIKE '${like}'`,
  );
  return found.rowCount ?? 0;
}

async function listeners(world: World): Promise<number> {
  const found = await onServer(
    `SELECT pid FROM pg_stat_activity WHERE datname = '${databaseOf(world)}'
     AND (query ILIKE 'LISTEN%' OR query ILIKE '%pg_notify%')`,
  );
  return found.rowCount ?? 0;
}

async function backends(world: World): Promise<Set<number>> {
  const found = await onServer(
    `SELECT pid FROM pg_stat_activity WHERE datname = '${databaseOf(world)}'`,
  );
  return new Set(found.rows.map((row: { pid: number }) => row.pid));
}

/** The events of a grant of one of these files, by file. */
async function grants(world: World): Promise<Map<string, number>> {
  const events = await world.database.rows
    .selectFrom('events')
    .select('payload')
    .where('type', '=', 'file_reserved')
    .execute();
  const counts = new Map<string, number>();
  for (const { payload } of events) {
    const { file } = JSON.parse(payload) as { file: string };
    counts.set(file, (counts.get(file) ?? 0) + 1);
  }
  return counts;
}

async function assertSeqs(world: World): Promise<void> {
  const { rows } = world.database;
  const events = await rows.selectFrom('events').select('seq').orderBy('seq').execute();
  const { seq } = await rows.selectFrom('workspaces').select('seq').executeTakeFirstOrThrow();
  assert.equal(
    events.map((event) => event.seq),
    Array.from({ length: seq }, (_, index) => index + 1),
  );
}

scenario(
  'ANS-2',
  'after all connections were lost the next request works',
  async (world) => {
    for (let round = 0; round < 3; round += 1) {
      await world.as('ada').agent().edit(`before-${round}.md`);
      const before = await backends(world);
      assert.ok((await kill(world)) > 0);
      // The relay may have new connections by then; only the old ones must be gone.
      await eventually('the lost connections are gone', async () => {
        const now = await backends(world);
        return [...before].some((pid) => now.has(pid)) ? undefined : true;
      });
      await new Promise((resolve) => setTimeout(resolve, 50));
      const answer = await world.as('ada').agent().edit(`after-${round}.md`);
      assert.is(answer.reserved?.length, 1);
      assert.is((await world.as('ada').reservations()).length, 2 * (round + 1));
    }
    await assertSeqs(world);
    world.errors.splice(0);
  },
  live,
);

scenario(
  'ANS-5',
  'connections that are lost in the middle of things lose and double nothing',
  async (world) => {
    const names = Array.from({ length: 120 }, (_, index) => `docs/${index}.md`);
    const killing = (async () => {
      for (let round = 0; round < 12; round += 1) {
        await kill(world);
        await new Promise((resolve) => setTimeout(resolve, 15));
      }
    })();
    const outcomes = await Promise.all(names.map((file) => untilDone(() => acquire(world, file))));
    await killing;
    assert.ok(
      outcomes.some(({ tries }) => tries > 1),
      'some requests met the failure',
    );
    for (const { statuses } of outcomes) {
      assert.ok(
        statuses.every((status) => status === 503 || status === 200),
        String(statuses),
      );
    }
    await assertOnce(world, names);
    world.errors.splice(0);
  },
  live,
);

/** Repeats a request that met a failure, as a client with an idempotency key may; 0 stands for no answer at all. */
async function untilDone(
  ask: () => Promise<Answer>,
): Promise<{ tries: number; statuses: number[] }> {
  const statuses: number[] = [];
  do {
    if (statuses.length > 0) await new Promise((resolve) => setTimeout(resolve, 30));
    const status = await ask().then(
      (answer) => answer.status,
      () => 0,
    );
    statuses.push(status);
  } while (statuses.at(-1) !== 200 && statuses.length < 300);
  return { tries: statuses.length, statuses };
}

scenario(
  'ANS-5',
  'a relay that stops in the middle of things loses and doubles nothing',
  async (world) => {
    const names = Array.from({ length: 100 }, (_, index) => `docs/${index}.md`);
    const asking = Promise.all(names.map((file) => untilDone(() => acquire(world, file))));
    for (let round = 0; round < 3; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      await world.restart();
    }
    const outcomes = await asking;
    assert.ok(outcomes.every(({ statuses }) => statuses.at(-1) === 200));
    await assertOnce(world, names);
  },
);

/** Reports a write under an idempotency key of its own. */
function acquire(world: World, file: string): Promise<Answer> {
  const { slug: workspace_slug } = world.workspace;
  const body = { event: 'postToolUse', conversation_id: `c-${file}`, file_path: file };
  const asking = { idempotencyKey: file };
  return world.as('bob').call('hook', { ...body, workspace_slug }, asking);
}

async function assertOnce(world: World, files: readonly string[]): Promise<void> {
  const counts = await eventually('the rows', () => grants(world).catch(() => undefined));
  assert.equal([...counts.keys()].sort(), files.toSorted());
  assert.ok(
    [...counts.values()].every((count) => count === 1),
    JSON.stringify([...counts]),
  );
  await assertSeqs(world);
}

scenario(
  'DUR-5',
  'a server that says nothing any more is given up, and used again when it answers',
  async (world) => {
    const proxy = await CuttingProxy.start(world.database.address);
    const address = new URL(proxy.address);
    address.searchParams.set('query_timeout', '1000');
    const via = await startRelay({ host: '127.0.0.1', port: 0, database: address.href });
    const ada = world.as('ada');
    const { id } = world.workspace;
    try {
      await ada.agent().edit('docs/before.md', [], { via: via.url });
      proxy.silent = true;
      const asked = { name: 'N', slug: 'n' };
      const read = ada.refused('listReservations', { id }, { via: via.url });
      const write = ada.refused('createWorkspace', asked, { via: via.url });
      for (const refused of await Promise.all([read, write])) {
        assert.is(refused.status, 503);
        assert.match(refused.message, 'The database does not answer');
      }
      proxy.silent = false;
      await ada.ok('listReservations', { id }, { via: via.url });
      await ada.agent().edit('docs/after.md', [], { via: via.url });
    } finally {
      await via.close();
      proxy.close();
    }
    world.errors.splice(0);
  },
  live,
);

scenario(
  'DUR-5',
  '/ready says within 5 seconds that a server is silent, and asks no more of it meanwhile',
  async (world) => {
    const proxy = await CuttingProxy.start(world.database.address);
    const via = await startRelay({ host: '127.0.0.1', port: 0, database: proxy.address });
    const ready = async () => (await fetch(`${via.url}/ready`)).status;
    try {
      assert.is(await ready(), 200);
      proxy.silent = true;
      const askedAtMs = performance.now();
      const statuses = await Promise.all(Array.from({ length: 20 }, ready));
      const tookMs = performance.now() - askedAtMs;
      assert.ok(statuses.every((status) => status === 503));
      assert.ok(tookMs > 4_900 && tookMs < 7_000, `${tookMs} ms`);
    } finally {
      proxy.close();
      await via.close();
    }
  },
  live,
);

scenario(
  'ANS-1',
  'while the database is away requests get a 503, and afterwards all is as before',
  async (world) => {
    const name = databaseOf(world);
    const feed = await world.as('cleo').feed();
    const before = (await backends(world)).size;
    await onServer(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    try {
      await kill(world);
      await new Promise((resolve) => setTimeout(resolve, 4_500));
      const refused = await world.as('bob').refused('createWorkspace', { name: 'N', slug: 'n' });
      assert.is(refused.status, 503);
      assert.is(refused.error, 'Unavailable');
      assert.match(refused.message, 'The database does not answer');
      assert.ok(Number(refused.headers['retry-after']) >= 1);
      assert.is((await world.as('bob').refused('ready', {})).status, 503);
      assert.is((await world.as('bob').call('health', {})).status, 200);
    } finally {
      await onServer(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    }
    await world.as('ada').agent().edit('docs/after.md');
    await feed.next('file_reserved', { file: 'docs/after.md' });
    await eventually('one listener', async () =>
      (await listeners(world)) === 1 ? true : undefined,
    );
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    assert.is(await listeners(world), 1, 'and still one');
    assert.ok((await backends(world)).size <= before + 8, 'connections do not pile up');
    feed.close();
    world.errors.splice(0);
  },
  live,
);

scenario(
  'FED-2',
  'a lost announcement only delays, and announcements come back',
  async (world) => {
    const second = await world.startRelay();
    const feed = await world.as('bob').feed({ via: second.url });
    await world.as('ada').agent().edit('docs/one.md');
    await feed.next('file_reserved', { file: 'docs/one.md' });
    assert.is(await kill(world, 'LISTEN%'), 1);
    await kill(world, '%pg_notify%');
    await world.as('ada').agent().edit('docs/two.md');
    await feed.next('file_reserved', { file: 'docs/two.md' });
    await eventually('both listen again', async () =>
      (await listeners(world)) === 2 ? true : undefined,
    );
    await world.as('ada').agent().edit('docs/three.md');
    await feed.next('file_reserved', { file: 'docs/three.md' });
    feed.close();
    world.errors.splice(0);
  },
  live,
);

scenario(
  'DUR-11',
  'a relay that stands still in the middle of a transaction holds the others up for some seconds only',
  async (world) => {
    const frozen = await openDatabase(world.database.address);
    let [tries, thaw] = [0, () => {}];
    const thawed = new Promise<void>((resolve) => (thaw = resolve));
    const standing = frozen.transaction(async (connection) => {
      await connection.select('SELECT id FROM workspaces FOR UPDATE', []);
      tries += 1;
      if (tries === 1) await thawed;
    });
    await eventually('the lock', async () => (tries > 0 ? true : undefined));
    const answer = await world.as('ada').agent().edit('docs/meanwhile.md');
    assert.is(answer.reserved?.length, 1);
    thaw();
    await standing;
    assert.is(tries, 2, 'and it goes on afterwards, with a transaction anew');
    await frozen.close();
    world.errors.splice(0);
  },
  live,
);

for (const [how, withinMs] of [
  ['is cut', 2_000],
  ['goes silent', 4_000],
] as const) {
  scenario(
    'ANS-5, DUR-5',
    `a commit whose connection ${how} is not tried again, and the answer says that its outcome is not known`,
    async (world) => {
      const proxy = await CuttingProxy.start(world.database.address);
      const address = new URL(proxy.address);
      address.searchParams.set('query_timeout', '2000');
      const told: string[] = [];
      const relay = await startRelay({
        host: '127.0.0.1',
        port: 0,
        database: address.href,
        onError: (error) => world.errors.push(error),
        onNotice: (sentence) => told.push(sentence),
      });
      const [ada, via] = [world.as('ada'), { via: relay.url }];
      const learn = (insight: string) => {
        const asked = { id: world.workspace.id, insight };
        return ada.call('learn', asked, { ...via, idempotencyKey: insight });
      };
      try {
        assert.is((await learn('before')).status, 201);
        proxy.armed = { text: 'lost', how };
        const askedAtMs = performance.now();
        const lost = await learn('lost');
        assert.ok(performance.now() - askedAtMs < withinMs, 'a silence is waited for once');
        assert.is(lost.status, 503);
        assert.match(lost.text, /not known whether .*Idempotency-Key/);
        assert.not.match(lost.text, 'Nothing is known to be lost');
        assert.is(proxy.armed, undefined, 'the commit went through and its answer did not');
        assert.match(told.join(), 'does not answer');
        assert.is((await learn('lost')).status, 201, 'the same key is safe');
        assert.is((await learn('after')).status, 201);
        const { learnings } = await ada.ok('listLearnings', { id: world.workspace.id }, via);
        assert.equal(learnings.map(({ insight }) => insight).sort(), ['after', 'before', 'lost']);
      } finally {
        await relay.close();
        proxy.close();
      }
    },
    live,
  );
}

test.run();

/** PUB-1: each publication is a version of its own, in its workspace. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { World } from '../support/harness.ts';
import { onPostgres, relayScenario, scenario } from '../support/scenario.ts';
import { first, publish, published, type Published, read, second } from './publishing.ts';

scenario('PUB-1', 'a version without files has those of the one before', async (world) => {
  const files = ['api/user.yaml'];
  const versions = [
    { files },
    { schema: second },
    { schema: first, files: [] },
    { schema: second },
  ];
  const made: Published[] = [];
  for (const version of versions) made.push(await publish(world, version));
  assert.equal(
    made.map((one) => one.files),
    [files, files, [], []],
  );
  assert.is(made[1]?.language, 'text', 'as the files say');
});

scenario('PUB-1', 'publishing again makes a new version and overwrites nothing', async (world) => {
  const feed = await world.as('cleo').feed();
  const one = await publish(world, { description: 'Who signs in', files: 'src/./user.ts' });
  assert.equal(one, {
    name: 'user',
    version: 1,
    language: 'typescript',
    schema: first,
    description: 'Who signs in',
    files: ['src/user.ts'],
    changes: [],
    breaking: false,
    published_by: world.as('bob').id,
    published_by_name: 'bob',
    created_at: new Date(world.clock.now()).toISOString(),
  });
  const two = await publish(world, { schema: second });
  assert.is(two.version, 2);
  assert.is((await read(world)).schema, second);
  assert.equal((await read(world)).versions, [2, 1]);
  assert.equal({ ...(await read(world, { version: 1 })), versions: [] }, { ...one, versions: [] });
  const { data } = await published(feed, 2);
  assert.equal(data['contract'], { name: 'user', version: 2, breaking: true });
  feed.close();
});

scenario('PUB-1', 'the very same again is the same version', async (world) => {
  const one = await publish(world);
  assert.equal(await publish(world, { description: 'Other words' }, 'cleo'), one);
  await publish(world, { schema: second });
  assert.is((await publish(world)).version, 3, 'what was there before the newest is new again');
  assert.equal((await read(world)).versions, [3, 2, 1]);
});

relayScenario('PUB-1', 'of many at once each gets a version of its own', async (world) => {
  const all = await Promise.all(
    Array.from({ length: 12 }, (_, at) => publish(world, { schema: `type T = ${at}` })),
  );
  assert.equal(
    all.map(({ version }) => version).sort((a, b) => a - b),
    Array.from({ length: 12 }, (_, at) => at + 1),
  );
});

relayScenario('ANS-4', 'the newest of each is listed once, page by page', async (world) => {
  const { id } = world.workspace;
  for (let index = 0; index < 7; index += 1) {
    const name = `part-${index % 4}.v`;
    await publish(world, { name, schema: `type T = ${index}` });
    if (index % 2 === 0) world.clock.advance(1);
  }
  const found: string[] = [];
  for (let before: string | undefined, turn = 0; turn < 10; turn += 1) {
    const page = await world.as('cleo').ok('listContracts', { id, limit: 2, before });
    found.push(...page.contracts.map(({ name, version }) => `${name} ${version}`));
    if ((before = page.next_cursor) === undefined) break;
  }
  assert.equal(found.sort(), ['part-0.v 2', 'part-1.v 2', 'part-2.v 2', 'part-3.v 1']);
  const wrong = await world.as('cleo').refused('listContracts', { id, before: 'nonsense' });
  assert.is(wrong.field, 'before');
});

relayScenario('ACC-2', 'contracts and their users are of their workspace', async (world) => {
  const { id } = world.workspace;
  await publish(world);
  const mallory = world.as('mallory');
  const own = await mallory.ok('createWorkspace', { name: 'Own', slug: `own-${id.slice(-6)}` });
  assert.equal((await mallory.ok('listContracts', { id: own.id })).contracts, []);
  for (const workspace of [id, own.id]) {
    const refused = await mallory.refused('getContract', { id: workspace, name: 'user' });
    assert.is(refused.status, 404);
  }
  const hers = await mallory.ok('publishContract', { id: own.id, name: 'user', schema: second });
  assert.is(hers.version, 1);
  assert.is((await mallory.refused('publishContract', { id, name: 'x', schema: '1' })).status, 404);
  const cleos = await world.as('cleo').agent().start();
  const foreign = { id, name: 'user', session_id: cleos };
  assert.is((await world.as('bob').refused('getContract', foreign)).status, 404);
});

const fields = Array.from({ length: 6 }, (_, at) => `f${at}: string`);

/** Versions of one contract at once, each without one of the fields. */
async function publishAtOnce(world: World, via: (at: number) => { via?: string }): Promise<void> {
  const { id } = world.workspace;
  await publish(world, { schema: `interface User { ${fields.join('; ')} }` });
  const all = await Promise.all(
    fields.map((gone, at) => {
      const schema = `interface User { ${fields.filter((field) => field !== gone).join('; ')} }`;
      return world.as('bob').ok('publishContract', { id, name: 'user', schema }, via(at));
    }),
  );
  const versions = all.toSorted((one, other) => one.version - other.version);
  assert.equal(
    versions.map(({ version, changes }) => [version, changes.length]),
    [2, 3, 4, 5, 6, 7].map((version) => [version, version === 2 ? 1 : 2]),
  );
}

relayScenario(
  'PUB-2',
  'of versions that are published at once each is compared with the one before',
  (world) => publishAtOnce(world, () => ({})),
);

relayScenario(
  'PUB-2',
  'so is each where two relays publish',
  async (world) => {
    const second = await world.startRelay();
    await publishAtOnce(world, (at) => (at % 2 === 0 ? {} : { via: second.url }));
  },
  { on: onPostgres },
);

test.run();

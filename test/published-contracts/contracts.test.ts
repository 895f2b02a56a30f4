import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../shared/api/operations.ts';
import { minutes } from '../support/fake-clock.ts';
import type { World } from '../support/harness.ts';
import type { Input } from '../support/person.ts';
import { relayScenario, scenario } from '../support/scenario.ts';
import type { FeedEvent, FeedReader } from '../support/streams.ts';
import { callTool, tool } from '../support/tools.ts';
import { eventually } from '../support/waiting.ts';

type Published = Output<'publishContract'>;

const first = 'export interface User { id: string; email: string }';
const second = 'export interface User { id: string }';

function publish(world: World, input: Input = {}, name = 'bob'): Promise<Published> {
  const { id } = world.workspace;
  return world.as(name).ok('publishContract', { id, name: 'user', schema: first, ...input });
}

function read(world: World, input: Input = {}, name = 'cleo'): Promise<Output<'getContract'>> {
  const { id } = world.workspace;
  return world.as(name).ok('getContract', { id, name: 'user', ...input });
}

/** The newest of so many publications. */
function published(feed: FeedReader, count: number): Promise<FeedEvent> {
  return eventually(`${count} publications`, async () => {
    const found = feed.events.filter(({ type }) => type === 'contract_published');
    return found.length < count ? undefined : found.at(-1);
  });
}

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

relayScenario(
  'PUB-1',
  'a JSON object is a JSON Schema, and another language breaks',
  async (world) => {
    const schema = JSON.stringify({ type: 'object', properties: { id: { type: 'string' } } });
    const one = await publish(world, { schema });
    assert.is(one.language, 'json-schema');
    const two = await publish(world);
    assert.is(two.language, 'typescript');
    assert.ok(two.breaking);
    assert.match(two.changes[0]?.text ?? '', 'cannot be compared');
  },
);

relayScenario('PUB-1', 'of many at once each gets a version of its own', async (world) => {
  const all = await Promise.all(
    Array.from({ length: 12 }, (_, at) => publish(world, { schema: `type T = ${at}` })),
  );
  assert.equal(
    all.map(({ version }) => version).sort((a, b) => a - b),
    Array.from({ length: 12 }, (_, at) => at + 1),
  );
});

scenario(
  'PUB-2',
  'what breaks is named, and who used an earlier version is notified',
  async (world) => {
    const bobs = await world.as('bob').agent().start();
    const cleos = await world.as('cleo').agent().start();
    const adas = await world.as('ada').agent().start();
    await world.quiet();
    await publish(world, { session_id: bobs });
    await read(world, { session_id: cleos });
    const feed = await world.as('ada').feed();
    const two = await publish(world, { schema: second, session_id: adas }, 'ada');
    assert.ok(two.breaking);
    assert.equal(two.changes, [
      { kind: 'removed', path: 'User.email', text: 'User.email is gone.', breaking: true },
    ]);
    const { data } = await feed.next('contract_published', { user: 'ada' });
    assert.equal(data['changes'], ['Breaking: User.email is gone.']);
    assert.equal(data['sessions'], [bobs, cleos].sort(), 'who published it uses it too');
    feed.close();
  },
);

relayScenario(
  'PUB-2',
  'nobody who is gone is notified, and nothing that breaks nobody makes a notification',
  async (world) => {
    const cleos = await world.as('cleo').agent().start();
    const adas = await world.as('ada').agent().start();
    await publish(world);
    await read(world, { session_id: cleos });
    await read(world, { session_id: 'ada-1' }, 'ada');
    const feed = await world.as('bob').feed();
    const more = `${first.slice(0, -1)}; phone?: string }`;
    assert.not.ok((await publish(world, { schema: more })).breaking);
    assert.equal((await published(feed, 1)).data['sessions'], []);
    await world.as('ada').agent().end();
    await publish(world, { schema: second });
    const third = await published(feed, 2);
    assert.equal(third.data['sessions'], [cleos], `not ${adas}`);
    feed.close();
    await world.pass(minutes(5));
    const later = await world.as('bob').feed();
    assert.ok((await publish(world, { schema: 'type User = 1' })).breaking);
    assert.equal((await published(later, 1)).data['sessions'], [], 'it has expired');
    later.close();
  },
);

relayScenario(
  'PUB-2',
  'who is shown it by sync for its files uses it, and nobody else',
  async (world) => {
    await publish(world, { files: 'src/user.ts' });
    const cleos = await world.as('cleo').agent().start();
    const adas = await world.as('ada').agent().start();
    const { id } = world.workspace;
    const sync = (name: string, session_id: string, files: string) =>
      world.as(name).ok('sync', { id, session_id, files, task: 'build on it' });
    const shown = await sync('cleo', cleos, 'src/USER.ts');
    assert.equal(
      shown.contracts.map(({ name, version }) => [name, version]),
      [['user', 1]],
    );
    await sync('ada', adas, 'src/other.ts');
    const feed = await world.as('bob').feed();
    await publish(world, { schema: second });
    assert.equal((await published(feed, 1)).data['sessions'], [cleos]);
    feed.close();
  },
);

relayScenario(
  'PUB-3',
  'sync keeps the lines, and names the command that shows the rest',
  async (world) => {
    const lines = 'export interface User {\n  id: string; // never shown\n  email: string;\n}';
    await publish(world, { schema: lines, description: 'Who signs in' });
    const shown = async () => {
      const args = { task: 'build on it' };
      const { contracts } = await tool<Output<'sync'>>(world, 'cleo', { tool: 'sync', args });
      return contracts[0];
    };
    const all = await shown();
    assert.equal([all?.schema, all?.description], [lines, 'Who signs in']);
    const long = `${lines}\n${'// more\n'.repeat(100)}`;
    await publish(world, { schema: long, description: 'Who signs in' });
    const cut = await shown();
    assert.match(cut?.schema ?? '', /^export interface User \{\n {2}id[^]+…$/);
    assert.match(cut?.description ?? '', /^Who signs in \(.+ coord contracts show user\)$/);
  },
);

relayScenario('PUB-2', 'agents publish with the tool', async (world) => {
  const one = await tool<Published>(world, 'bob', {
    tool: 'publish',
    args: { name: 'login', schema: 'login(user: string): Promise<Token>', files: 'src/a.ts, b.ts' },
  });
  assert.is(one.version, 1);
  assert.equal(one.files, ['src/a.ts', 'b.ts']);
  const two = await tool<Published>(world, 'bob', {
    tool: 'publish',
    args: { name: 'login', schema: 'login(user: string, code: string): Promise<Token>' },
  });
  assert.equal(
    two.changes.map(({ path }) => path),
    ['login(code)'],
  );
  const wrong = await callTool(world, world.as('bob'), {
    tool: 'publish',
    args: { name: '../x', schema: '1' },
  });
  assert.ok(wrong.isError);
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

relayScenario('ANS-1', 'what does not fit is refused with the field', async (world) => {
  const { id } = world.workspace;
  await publish(world);
  const good = { id, name: 'user', schema: first };
  const cases: readonly (readonly [Input, number, string])[] = [
    [{ name: 'a/b' }, 400, 'name'],
    [{ name: '..' }, 400, 'name'],
    [{ schema: '' }, 400, 'schema'],
    [{ schema: 'x'.repeat(50_001) }, 400, 'schema'],
    [{ schema: { type: 'string' } }, 400, 'schema'],
    [{ files: ['../x'] }, 400, 'files'],
    [{ session_id: 'sess_nothing' }, 404, 'session_id'],
  ];
  for (const [change, status, field] of cases) {
    const refused = await world.as('bob').refused('publishContract', { ...good, ...change });
    assert.is(refused.status, status, refused.text);
    assert.is(refused.field, field, refused.text);
  }
  assert.equal((await read(world)).versions, [1]);
  const gone = [{ name: 'other' }, { version: 2 }, { session_id: 'sess_nothing' }];
  for (const input of gone) {
    const refused = await world.as('bob').refused('getContract', { id, name: 'user', ...input });
    assert.is(refused.status, 404);
  }
  const zero = { id, name: 'user', version: 0 };
  assert.is((await world.as('bob').refused('getContract', zero)).status, 400);
});

relayScenario(
  'PUB-1',
  'what is no TypeScript is refused with its line and column, as the first version and as a later one',
  async (world) => {
    const { id } = world.workspace;
    const broken = [
      ['export interface {{{', /^schema is no TypeScript: line 1, column 1: .+\. Mend it there/],
      ['interface User {\n  name: string;\n', /line 3, column 1: '}' expected\./],
      ['type A = string;\n\ntype B number;', /line 3, column 8: .+ expected\./],
      ['login(user: string): Token\ninterface B { x: ; }', /line 2, column 18: Type expected\./],
      ['openapi: 3.0.0\npaths:\n  /users:', /^schema is no TypeScript: line \d/],
      ['{"type": "object",', /^schema is neither JSON nor TypeScript: line 1, column \d+: /],
    ] as const;
    const check = async () => {
      for (const [schema, why] of broken) {
        const given = { id, name: 'user', schema };
        const refused = await world.as('bob').refused('publishContract', given);
        assert.equal([refused.status, refused.field], [400, 'schema'], refused.text);
        assert.match(refused.message, why);
      }
    };
    await check();
    await publish(world);
    await check();
    assert.equal((await read(world)).versions, [1]);
  },
);

relayScenario('PUB-1 PUB-2', 'another form is taken as text and never compared', async (world) => {
  const { id } = world.workspace;
  const forms: readonly (readonly [Input, string, string])[] = [
    [{ name: 'shop.yaml' }, 'openapi: 3.0.0\npaths:\n  /users:', 'openapi: 3.0.0\npaths:'],
    [{ name: 'shop.graphql' }, 'type User { id: ID! }', 'type User { id: ID!, name: String }'],
    [{ name: 'shop', files: 'api/shop.proto' }, 'syntax = "proto3";', 'syntax = "proto2";'],
    // A label in TypeScript, in which nothing would be different.
    [{ name: 'labels.yml' }, 'openapi: 3', 'openapi: 4'],
  ];
  for (const [named, before, after] of forms) {
    const one = await publish(world, { schema: before, ...named });
    assert.equal([one.language, one.version, one.changes], ['text', 1, []]);
    assert.is((await publish(world, { schema: before, ...named })).version, 1);
    const two = await publish(world, { schema: after, ...named });
    assert.ok(two.breaking);
    assert.match(two.changes[0]?.text ?? '', 'cannot be compared');
  }
  const mixed = { name: 'mixed', files: 'src/a.ts, shop.yaml' };
  assert.is((await publish(world, mixed)).language, 'typescript', 'not all files say another form');
  const refused = await world
    .as('bob')
    .refused('publishContract', { id, name: 'shop2', schema: forms[1]?.[1] });
  assert.match(refused.message, 'end its name with the extension');
});

relayScenario('PUB-1', 'a JSON array is no schema, but a named tuple type is', async (world) => {
  const { id } = world.workspace;
  for (const schema of ['[1,2]', ' [{"type": "string"}]\n']) {
    const refused = await world.as('bob').refused('publishContract', { id, name: 'pair', schema });
    assert.equal([refused.status, refused.field], [400, 'schema']);
    assert.match(refused.message, 'a JSON Schema is an object. Publish the object');
  }
  for (const schema of ['type Pair = [1, 2]', '[string, number]', '{"type":"array"}'])
    assert.ok((await publish(world, { name: 'pair', schema })).version);
});

relayScenario('PUB-1', 'types and signatures alone are TypeScript too', async (world) => {
  const texts = [
    'login(user: string): Promise<Token>',
    'string | number',
    'login(user: string): Token\nlogout(): void',
    'name: string; age: number',
    '{ name: string; age?: number }',
    'User',
    'login(user: string): Token;\n\nexport interface Token { value: string }',
    '// nothing but a comment',
  ];
  for (const [at, schema] of texts.entries()) {
    const { version } = await publish(world, { name: `alone-${at}`, schema });
    assert.is(version, 1, schema);
  }
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

relayScenario(
  'PUB-2',
  'TypeScript is read in a thread that starts with the first contract in it and ends with the relay; others are answered meanwhile',
  async (world) => {
    const threads: Worker[] = [];
    const note = (worker: Worker) => threads.push(worker);
    process.on('worker', note);
    try {
      await publish(world, { name: 'json', schema: '{"type": "string"}' });
      await publish(world, { name: 'json', schema: '{"type": "number"}' });
      assert.is(threads.length, 0, 'nothing to parse');
      let isRead = false;
      const user = publish(world).finally(() => (isRead = true));
      for (let answered = 0; answered < 5; answered += 1) await read(world, { name: 'json' });
      assert.not.ok(isRead, 'others are answered meanwhile');
      await user;
      assert.ok((await publish(world, { schema: second })).breaking);
      await publish(world, { schema: first });
    } finally {
      process.off('worker', note);
    }
    assert.is(threads.length, 1);
    const ended = once(threads[0] as Worker, 'exit');
    await world.restart();
    await ended;
  },
);

relayScenario(
  'PUB-2',
  'of versions that are published at once each is compared with the one before',
  async (world) => {
    const fields = Array.from({ length: 6 }, (_, at) => `f${at}: string`);
    await publish(world, { schema: `interface User { ${fields.join('; ')} }` });
    const all = await Promise.all(
      fields.map((gone) =>
        publish(world, {
          schema: `interface User { ${fields.filter((field) => field !== gone).join('; ')} }`,
        }),
      ),
    );
    const versions = all.toSorted((one, other) => one.version - other.version);
    assert.equal(
      versions.map(({ version, changes }) => [version, changes.length]),
      [2, 3, 4, 5, 6, 7].map((version) => [version, version === 2 ? 1 : 2]),
    );
  },
);

test.run();

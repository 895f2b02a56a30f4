/** PUB-2, PUB-3: what breaks is told to who uses the contract, and how agents publish it and are shown it. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../shared/api/operations.ts';
import { minutes } from '../support/fake-clock.ts';
import { relayScenario, scenario } from '../support/scenario.ts';
import { callTool, tool } from '../support/tools.ts';
import { first, publish, published, type Published, read, second } from './publishing.ts';

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

test.run();

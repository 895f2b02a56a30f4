/** What a decision is when it is recorded: its keys, type, files and linked symbols. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../shared/api/operations.ts';
import { decisionType } from '../../shared/decisions/contract.ts';
import type { Input } from '../support/person.ts';
import { relayScenario as scenario } from '../support/scenario.ts';
import { fileOf, publish } from '../support/symbols.ts';
import { callTool, tool } from '../support/tools.ts';
import { plain, decide, get, list, auth } from './support.ts';

scenario('DEC-1', 'a decision is answered with exactly the given keys', async (world) => {
  const feed = await world.as('bob').feed();
  const made = await decide(world, { title: '  Passwords are hashed with argon2 ' });
  assert.match(made.id, /^dec_/);
  assert.equal(made, {
    id: made.id,
    ...plain,
    files: ['src/auth.ts'],
    made_by: world.as('ada').id,
    workspace_id: world.workspace.id,
    created_at: new Date(world.clock.now()).toISOString(),
  });
  const { data } = await feed.next('decision_recorded');
  assert.is(data['user'], 'ada');
  assert.is((data['decision'] as { title: string }).title, plain.title);
  assert.is((data['decision'] as { id: string }).id, made.id);
  feed.close();
});

scenario(
  'DEC-1',
  'the decide tool takes comma-separated files and decision_type',
  async (world) => {
    await publish(world, 'ada', [auth()]);
    const args = { ...plain, type: undefined, files: 'src/auth.ts, ./docs//plan.md' };
    const made = await tool<Output<'decide'>>(world, 'ada', {
      tool: 'decide',
      args: { ...args, decision_type: 'tradeoff' },
    });
    assert.equal(made.files, ['src/auth.ts', 'docs/plan.md']);
    assert.is(made.decision_type, 'tradeoff');
    assert.equal(made.symbols, ['src/auth.ts#login']);
    assert.equal(made.ended, []);
    const found = await get(world, made.id);
    assert.is(found.type, 'tradeoff');
    assert.is(found.graph_version, 1);
    assert.is(found.made_by_name, 'ada');
    const listed = await tool<Output<'decide'>>(world, 'bob', {
      tool: 'decide',
      args: { title: 'Files may be a list too', files: ['a.md'] },
    });
    assert.equal(listed.files, ['a.md']);
  },
);

scenario('DEC-1', 'both lists of types are taken, and nothing else', async (world) => {
  for (const type of decisionType.options) {
    assert.is((await decide(world, { type, title: `T ${type}` })).type, type);
    const args = { title: `U ${type}`, decision_type: type };
    assert.is((await tool<Input>(world, 'ada', { tool: 'decide', args }))['decision_type'], type);
  }
  const { id: workspace_id } = world.workspace;
  const wrong = { workspace_id, ...plain, type: 'guess' };
  assert.is((await world.as('ada').refused('recordDecision', wrong)).field, 'type');
  const args = { title: 'T', decision_type: 'guess' };
  const refused = await callTool(world, world.as('ada'), { tool: 'decide', args });
  assert.ok(refused.isError);
  assert.match(refused.text, /^ValidationError: decision_type/);
});

scenario('DEC-3', 'symbols that the text names are linked, else the files', async (world) => {
  await publish(world, 'ada', [auth(), fileOf('src/other.ts', ['login'])]);
  const named = await decide(world);
  assert.equal((await get(world, named.id)).symbols, ['src/auth.ts#login']);
  const unnamed = await decide(world, {
    title: 'Sessions are short',
    rationale: 'Less to steal',
  });
  assert.equal((await get(world, unnamed.id)).symbols, ['src/auth.ts#']);
  const nowhere = await decide(world, { title: 'No files', files: [] });
  assert.equal((await get(world, nowhere.id)).symbols, []);
  const unknown = await decide(world, { title: 'Unknown file', files: ['README.md'] });
  assert.equal((await get(world, unknown.id)).symbols, []);
});

scenario(
  'DEC-1',
  'a decision made before its file is linked when the file is there',
  async (world) => {
    await publish(world, 'ada', [fileOf('src/old.ts', ['render'])]);
    const named = await decide(world, { files: ['src/auth.ts', 'src/old.ts'] });
    const unnamed = await decide(world, { title: 'Short', rationale: '', files: ['src/Auth.ts'] });
    assert.equal((await get(world, named.id)).symbols, ['src/old.ts#']);
    assert.equal((await publish(world, 'bob', [auth()], { full: true })).stale_decisions, []);
    assert.equal((await get(world, named.id)).symbols, ['src/auth.ts#login']);
    assert.equal((await get(world, unnamed.id)).symbols, ['src/auth.ts#']);
    const { stale_decisions } = await publish(world, 'bob', [fileOf('src/auth.ts', ['login'])]);
    assert.equal(
      stale_decisions.map(({ id }) => id),
      [unnamed.id],
    );
  },
);

scenario(
  'DEC-1',
  'a decision that names a symbol before it exists is linked when the symbol appears',
  async (world) => {
    await publish(world, 'ada', [fileOf('src/auth.ts', ['logout'])]);
    const { id } = await decide(world);
    const other = await decide(world, { title: 'Short sessions', rationale: 'for all' });
    assert.equal((await get(world, id)).symbols, ['src/auth.ts#']);
    assert.equal((await publish(world, 'bob', [auth()])).stale_decisions, []);
    assert.equal((await get(world, id)).symbols, ['src/auth.ts#login']);
    assert.equal((await get(world, other.id)).symbols, ['src/auth.ts#'], 'it names none');
    const { stale_decisions } = await publish(world, 'bob', [auth({ login: 'm2' })]);
    assert.equal(stale_decisions, [{ id, title: plain.title, symbol: 'src/auth.ts#login' }]);
  },
);

scenario('PTH-1', 'a path that leads out of the repository is refused by name', async (world) => {
  const { id: workspace_id } = world.workspace;
  for (const files of [['../x.ts'], '/etc/passwd, a.ts', ['C:\\x.ts']]) {
    const refused = await world
      .as('ada')
      .refused('recordDecision', { workspace_id, title: 'T', files });
    assert.is(refused.status, 400);
    assert.is(refused.field, 'files');
  }
});

scenario('ANS-5', 'a decision with the same idempotency key is recorded once', async (world) => {
  const { id: workspace_id } = world.workspace;
  const send = () =>
    world.as('ada').call('recordDecision', { workspace_id, ...plain }, { idempotencyKey: 'one' });
  const answers = await Promise.all([send(), send()]);
  assert.is(answers[0]?.text, answers[1]?.text);
  assert.is((await list(world)).decisions.length, 1);
});

scenario('DEC-11', 'without a type a decision is an approach, on every way', async (world) => {
  const { id } = world.workspace;
  const ada = world.as('ada');
  const words = { title: 'Keys are rotated', rationale: 'monthly' };
  assert.is((await ada.ok('recordDecision', { workspace_id: id, ...words })).type, 'approach');
  assert.is((await ada.ok('decide', { id, ...words })).decision_type, 'approach');
  const made = await tool<Output<'decide'>>(world, 'ada', { tool: 'decide', args: words });
  assert.is(made.decision_type, 'approach');
});

scenario('DEC-11', 'the type is taken under both its names, and one of them', async (world) => {
  const { id } = world.workspace;
  const ada = world.as('ada');
  const words = { id, workspace_id: id, title: 'Keys are rotated', rationale: 'monthly' };
  const one = await ada.ok('recordDecision', { ...words, decision_type: 'bugfix' });
  assert.is(one.type, 'bugfix');
  assert.is((await ada.ok('decide', { ...words, type: 'tradeoff' })).decision_type, 'tradeoff');
  const same = { ...words, type: 'rejection', decision_type: 'rejection' };
  assert.is((await ada.ok('recordDecision', same)).type, 'rejection');
  for (const name of ['recordDecision', 'decide'] as const) {
    const both = { ...words, type: 'bugfix', decision_type: 'approach' };
    const refused = await ada.refused(name, both);
    assert.is(refused.status, 400);
    assert.is(refused.field, 'decision_type');
    assert.match(refused.message, 'give one of the two');
  }
});

test.run();

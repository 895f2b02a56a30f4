import { GlobCache } from '../../relay/conventions/glob-cache.ts';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { mustConventionsOf } from '../../relay/conventions/queries.ts';
import { openDatabase } from '../../relay/store/open.ts';
import type { Output } from '../../shared/api/operations.ts';
import { findForbiddingConvention } from '../../shared/conventions/rules.ts';
import type { Input } from '../support/person.ts';
import { relayScenario as scenario } from '../support/scenario.ts';
import { callTool, tool } from '../support/tools.ts';
import type { World } from '../support/harness.ts';

/** By bob, a member; a `must` by ada, who owns the workspace: hers counts at once (CNV-5). */
function propose(world: World, input: Input = {}): Promise<Output<'proposeConvention'>> {
  const { id } = world.workspace;
  return world
    .as(input['tier'] === 'must' ? 'ada' : 'bob')
    .ok('proposeConvention', { id, title: 'Use the logger', ...input });
}

async function titles(world: World, query: Input = {}): Promise<string[]> {
  const { id } = world.workspace;
  const { conventions } = await world.as('cleo').ok('listConventions', { id, ...query });
  return conventions.map(({ title }) => title).sort();
}

/** What the hot path of the relay loads: the rules as they are committed. */
async function mustRules(world: World) {
  const database = await openDatabase(world.database.address);
  try {
    const { id } = world.workspace;
    const rules = await database.transaction((connection) =>
      mustConventionsOf(connection, [id], new GlobCache()),
    );
    return rules.get(id) ?? [];
  } finally {
    await database.close();
  }
}

scenario('CNV-3', 'a proposal is a record with a tier, and an event says so', async (world) => {
  const feed = await world.as('cleo').feed();
  const made = await propose(world, {
    rationale: 'It redacts secrets',
    tier: 'may',
    affected_files: ['./src//', 'lib/*.{ts,js}'],
    affected_areas: ['logging'],
  });
  assert.match(made.id, /^cnv_/);
  assert.equal(made, {
    id: made.id,
    title: 'Use the logger',
    rationale: 'It redacts secrets',
    tier: 'may',
    affected_files: ['src/**', 'lib/*.{ts,js}'],
    affected_areas: ['logging'],
    status: 'active',
    proposed_by: world.as('bob').id,
    proposed_by_name: 'bob',
    created_at: new Date(world.clock.now()).toISOString(),
  });
  const { data } = await feed.next('convention_proposed', { user: 'bob' });
  assert.is((data['convention'] as Input)['id'], made.id);
  feed.close();
});

scenario('CNV-2', 'the tools propose and list, should unless said', async (world) => {
  const made = await tool<Output<'proposeConvention'>>(world, 'bob', {
    tool: 'convention_propose',
    args: { title: 'Small files', affected_files: 'src/*.{ts,tsx}, docs/' },
  });
  assert.is(made.tier, 'should');
  assert.equal(made.affected_files, ['src/*.{ts,tsx}', 'docs/**']);
  await propose(world, { tier: 'must', affected_files: ['src/auth/**'] });
  const listed = await tool<Output<'listConventions'>>(world, 'cleo', {
    tool: 'convention_list',
    args: { file: 'src/a.ts' },
  });
  assert.equal(
    listed.conventions.map(({ title }) => title),
    ['Small files'],
  );
  assert.equal(await titles(world), ['Small files', 'Use the logger']);
  assert.equal(await titles(world, { tier: 'must' }), ['Use the logger']);
  assert.equal(await titles(world, { file: 'SRC/auth/deep/x.ts' }), ['Use the logger']);
  const args = { title: 'T', affected_files: ['src/@(a|b)/**'] };
  const refused = await callTool(world, world.as('bob'), { tool: 'convention_propose', args });
  assert.ok(refused.isError);
  assert.match(refused.text, /^ValidationError: affected_files/);
});

scenario(
  'CNV-1',
  'must rules are what the hot path loads, until they are retired',
  async (world) => {
    const { id, title } = await propose(world, { tier: 'must', affected_files: ['src/auth/**'] });
    await propose(world, { tier: 'should', affected_files: ['src/**'] });
    const rules = await mustRules(world);
    assert.equal(
      rules.map((rule) => [rule.id, rule.title, rule.tier]),
      [[id, title, 'must']],
    );
    assert.is(findForbiddingConvention(rules, 'src/auth/login.ts')?.id, id);
    assert.is(findForbiddingConvention(rules, 'src/a.ts'), undefined);
    await world.as('ada').ok('changeConvention', {
      id: world.workspace.id,
      cid: id,
      status: 'retired',
    });
    assert.equal(await mustRules(world), []);
  },
);

scenario('CNV-4', 'an admin retires it; a member does not', async (world) => {
  const { id } = world.workspace;
  const { id: cid } = await propose(world, { tier: 'must', affected_files: ['**'] });
  const change = { id, cid, status: 'retired' };
  assert.is((await world.as('bob').refused('changeConvention', change)).status, 403);
  const feed = await world.as('cleo').feed();
  const retired = await world.as('ada').ok('changeConvention', change);
  assert.is(retired.status, 'retired');
  assert.is(retired.retired_by, world.as('ada').id);
  assert.equal(await titles(world), []);
  assert.equal(await titles(world, { status: 'retired' }), ['Use the logger']);
  assert.equal(await world.as('ada').ok('changeConvention', change), retired, 'twice is once');
  await feed.next('convention_retired', { user: 'ada' });
  await world.as('ada').ok('changeConvention', { id, cid, status: 'active' });
  const { data } = await feed.next('convention_changed');
  assert.is(feed.events.filter(({ type }) => type === 'convention_retired').length, 1);
  assert.is((data['convention'] as Input)['tier'], 'must');
  feed.close();
});

scenario('CNV-4', 'an admin changes the tier', async (world) => {
  const { id } = world.workspace;
  const { id: cid } = await propose(world, { tier: 'must', affected_files: ['**'] });
  await world.join('bob', 'admin');
  const changed = await world.as('bob').ok('changeConvention', { id, cid, tier: 'may' });
  assert.is(changed.tier, 'may');
  assert.is(changed.status, 'active');
  assert.equal(await mustRules(world), []);
  const unknown = { id, cid: 'cnv_nothing', tier: 'may' };
  assert.is((await world.as('ada').refused('changeConvention', unknown)).status, 404);
});

scenario('CNV-1', 'a glob that could take long, or leads elsewhere, is refused', async (world) => {
  const { id } = world.workspace;
  for (const affected_files of [['+(a|b)'], '../**', ['/etc'], ['x'.repeat(300)]]) {
    const input = { id, title: 'T', affected_files };
    const refused = await world.as('bob').refused('proposeConvention', input);
    assert.is(refused.status, 400);
    // The contract names the one of a list that it does not take.
    assert.match(refused.field ?? '', /^affected_files(\.0)?$/);
  }
});

scenario('ANS-4', 'pages of conventions show each once', async (world) => {
  const { id } = world.workspace;
  for (let index = 0; index < 7; index += 1) await propose(world, { title: `Rule ${index}` });
  const found: string[] = [];
  for (let before: string | undefined, turn = 0; turn < 10; turn += 1) {
    const page = await world.as('ada').ok('listConventions', { id, limit: 3, before });
    found.push(...page.conventions.map(({ title }) => title));
    if ((before = page.next_cursor) === undefined) break;
  }
  assert.equal(found.sort(), await titles(world));
  assert.is(found.length, 7);
});

scenario('CNV-4', 'one rule is read by its id, also when it is retired', async (world) => {
  const { id } = world.workspace;
  const made = await propose(world, { rationale: 'It redacts secrets' });
  assert.equal(await world.as('cleo').ok('getConvention', { id, cid: made.id }), made);
  await world.as('ada').ok('changeConvention', { id, cid: made.id, status: 'retired' });
  const retired = await world.as('cleo').ok('getConvention', { id, cid: made.id });
  assert.is(retired.status, 'retired');
  assert.is((await world.as('cleo').refused('getConvention', { id, cid: 'cnv_0' })).status, 404);
});

scenario('ACC-2', 'rules count in their workspace only', async (world) => {
  const { id: cid } = await propose(world, { tier: 'must', affected_files: ['**'] });
  const mallory = world.as('mallory');
  const { id } = await mallory.ok('createWorkspace', { name: 'Own', slug: 'own' });
  assert.equal((await mallory.ok('listConventions', { id })).conventions, []);
  const refused = await mallory.refused('changeConvention', { id, cid, status: 'retired' });
  assert.is(refused.status, 404);
  assert.is((await mallory.refused('getConvention', { id, cid })).status, 404);
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../shared/api/operations.ts';
import type { World } from '../support/harness.ts';
import type { Input } from '../support/person.ts';
import { relayScenario, scenario } from '../support/scenario.ts';
import { tool } from '../support/tools.ts';
import { eventually } from '../support/waiting.ts';

const rule = { title: 'Nobody writes', tier: 'must', affected_files: ['**'] };

function propose(world: World, name: string, more: Input = {}) {
  return world.as(name).ok('proposeConvention', { id: world.workspace.id, ...rule, ...more });
}

function accept(world: World, name: string, cid: string) {
  return world.as(name).ok('acceptConvention', { id: world.workspace.id, cid });
}

function withdraw(world: World, name: string, cid: string) {
  return world.as(name).ok('withdrawConvention', { id: world.workspace.id, cid });
}

/** Resolves when a write of this person is answered so. */
function until(world: World, name: string, permission: 'allow' | 'deny'): Promise<unknown> {
  return eventually(`${name} is answered ${permission}`, async () => {
    const answer = await world.as(name).agent().check('src/a.ts');
    return answer.permission === permission ? answer : undefined;
  });
}

async function listed(world: World, status: string): Promise<string[]> {
  const { id } = world.workspace;
  const { conventions } = await world.as('cleo').ok('listConventions', { id, status });
  return conventions.map((one) => one.id);
}

scenario(
  'CNV-5',
  "a member's must denies nothing until an admin or a second member accepts it",
  async (world) => {
    const [ada, bob] = [world.as('ada').agent(), world.as('bob').agent()];
    await ada.start();
    await bob.start();
    for (const second of ['ada', 'cleo']) {
      const feed = await world.as('cleo').feed();
      const made = await propose(world, 'bob');
      assert.is(made.status, 'proposed');
      assert.match(made.message ?? '', `coord conventions accept ${made.id}`);
      assert.match(made.message ?? '', 'An admin or any other member');
      const proposed = await feed.next('convention_proposed', { user: 'bob' });
      assert.is((proposed.data['convention'] as Input)['status'], 'proposed');
      await world.quiet();
      for (const agent of [ada, bob])
        assert.is((await agent.check('src/a.ts')).permission, 'allow');
      const accepted = await accept(world, second, made.id);
      assert.is(accepted.status, 'active');
      assert.is(accepted.accepted_by, world.as(second).id);
      const changed = await feed.next('convention_changed', { user: second });
      assert.is((changed.data['convention'] as Input)['status'], 'active');
      await until(world, 'ada', 'deny');
      await until(world, 'bob', 'deny');
      assert.equal(await accept(world, 'cleo', made.id), accepted, 'twice is once');
      const { id } = world.workspace;
      await world.as('ada').ok('changeConvention', { id, cid: made.id, status: 'retired' });
      await until(world, 'ada', 'allow');
      feed.close();
    }
  },
);

relayScenario('CNV-5', 'who proposed a rule does not accept it', async (world) => {
  const { id } = world.workspace;
  const { id: cid } = await propose(world, 'bob');
  const refused = await world.as('bob').refused('acceptConvention', { id, cid });
  assert.is(refused.status, 403);
  assert.match(refused.message, 'another member or an admin accepts it');
  assert.equal(await listed(world, 'proposed'), [cid]);
  assert.equal(await listed(world, 'active'), []);
  const unknown = { id, cid: 'cnv_nothing' };
  for (const name of ['acceptConvention', 'withdrawConvention'] as const) {
    assert.is((await world.as('cleo').refused(name, unknown)).status, 404);
    assert.is((await world.as('mallory').refused(name, { id, cid })).status, 404);
  }
});

relayScenario('CNV-5', "an owner's or admin's must counts at once", async (world) => {
  assert.is((await propose(world, 'ada')).status, 'active');
  await world.join('bob', 'admin');
  const made = await propose(world, 'bob');
  assert.is(made.status, 'active');
  assert.is(made.message, undefined);
});

relayScenario('CNV-5', 'alone in a workspace a must counts at once', async (world) => {
  const mallory = world.as('mallory');
  const { id } = await mallory.ok('createWorkspace', { name: 'Own', slug: 'own' });
  assert.is((await mallory.ok('proposeConvention', { id, ...rule })).status, 'active');
});

relayScenario('CNV-5', 'should and may count at once, whoever proposes them', async (world) => {
  for (const tier of ['should', 'may'])
    assert.is((await propose(world, 'bob', { tier })).status, 'active');
});

relayScenario(
  'CNV-5',
  'who proposed a rule withdraws it until somebody else has accepted it',
  async (world) => {
    const { id } = world.workspace;
    const feed = await world.as('cleo').feed();
    const waiting = await propose(world, 'bob');
    const others = await world.as('cleo').refused('withdrawConvention', { id, cid: waiting.id });
    assert.is(others.status, 403);
    assert.match(others.message, 'Only who proposed this rule');
    const gone = await withdraw(world, 'bob', waiting.id);
    assert.is(gone.status, 'retired');
    assert.is(gone.retired_by, world.as('bob').id);
    await feed.next('convention_retired', { user: 'bob' });
    assert.equal(await withdraw(world, 'bob', waiting.id), gone, 'twice is once');
    const late = await world.as('cleo').refused('acceptConvention', { id, cid: waiting.id });
    assert.is(late.status, 409);
    const should = await propose(world, 'bob', { tier: 'should' });
    assert.is((await withdraw(world, 'bob', should.id)).status, 'retired');
    const law = await propose(world, 'bob');
    await accept(world, 'cleo', law.id);
    const refused = await world.as('bob').refused('withdrawConvention', { id, cid: law.id });
    assert.is(refused.status, 403);
    assert.match(refused.message, 'Somebody else has accepted');
    assert.is((await withdraw(world, 'ada', law.id)).status, 'retired', 'an admin may');
    feed.close();
  },
);

relayScenario(
  'CNV-5',
  "what an admin made of a rule is not its proposer's any more",
  async (world) => {
    const { id } = world.workspace;
    const { id: cid } = await propose(world, 'bob', { tier: 'should' });
    await world.as('ada').ok('changeConvention', { id, cid, tier: 'must' });
    assert.equal(await listed(world, 'active'), [cid], 'what an admin makes a must counts at once');
    assert.is((await world.as('bob').refused('withdrawConvention', { id, cid })).status, 403);
    const waiting = await propose(world, 'bob');
    const change = { id, cid: waiting.id, tier: 'should' };
    assert.is((await world.as('bob').refused('changeConvention', change)).status, 403);
    assert.is((await world.as('ada').ok('changeConvention', change)).status, 'active');
  },
);

relayScenario('CNV-5', 'must_rules says whose rules deny writes', async (world) => {
  const { id } = world.workspace;
  const set = (must_rules: string) => world.as('ada').ok('changeWorkspace', { id, must_rules });
  assert.is((await world.as('bob').ok('getWorkspace', { id })).must_rules, 'reviewed');
  const before = await propose(world, 'bob');
  assert.is((await set('admins')).must_rules, 'admins');
  const refused = await world.as('bob').refused('proposeConvention', { id, ...rule });
  assert.is(refused.status, 403);
  assert.match(refused.message, 'only admins propose rules that block writes');
  assert.is((await propose(world, 'bob', { tier: 'should' })).status, 'active');
  assert.is((await propose(world, 'ada')).status, 'active');
  const second = await world.as('cleo').refused('acceptConvention', { id, cid: before.id });
  assert.is(second.status, 403);
  await set('anyone');
  assert.is((await propose(world, 'bob')).status, 'active');
  assert.is(
    (await world.as('bob').refused('changeWorkspace', { id, must_rules: 'anyone' })).status,
    403,
  );
  const wrong = { id, must_rules: 'nobody' };
  assert.is((await world.as('ada').refused('changeWorkspace', wrong)).status, 400);
});

relayScenario('CNV-5', 'sync and the briefing show what waits as proposed', async (world) => {
  const made = await propose(world, 'bob', { affected_files: ['src/**'] });
  const args = { task: 'Sums', files: 'src/a.ts' };
  const synced = await tool<Output<'sync'>>(world, 'cleo', { tool: 'sync', args });
  const [shown] = synced.conventions;
  assert.is(shown?.id, made.id);
  assert.is(shown?.status, 'proposed');
  const start = { event: 'sessionStart', conversation_id: 'c', agent_type: 'x' } as const;
  const { additional_context: text } = await world.as('cleo').hook(start);
  assert.match(text ?? '', `- must: “Nobody writes” (src/**), proposed by bob: ${made.id}`);
  assert.match(text ?? '', 'deny nothing yet');
  await accept(world, 'ada', made.id);
  const later = await tool<Output<'sync'>>(world, 'cleo', { tool: 'sync', args });
  assert.equal(
    later.conventions.map(({ id, status }) => [id, status]),
    [[made.id, undefined]],
  );
});

scenario('CNV-5', 'the list has what waits beside the rules, on its first page', async (world) => {
  const { id } = world.workspace;
  const cleo = world.as('cleo');
  assert.is((await cleo.ok('listConventions', { id })).proposed, undefined);
  const waiting = await propose(world, 'bob', { affected_files: ['gen/**'] });
  const active = [await propose(world, 'ada', { tier: 'should' })];
  world.clock.advance(1);
  active.unshift(await propose(world, 'ada', { tier: 'should' }));
  const shown = (list: Output<'listConventions'>) =>
    [list.conventions, list.proposed].map((records) => records?.map((one) => one.id));
  const first = await cleo.ok('listConventions', { id, limit: 1 });
  assert.equal(shown(first), [[active[0]?.id], [waiting.id]]);
  assert.is(first.proposed?.[0]?.status, 'proposed');
  const before = first.next_cursor;
  assert.equal(shown(await cleo.ok('listConventions', { id, limit: 1, before })), [
    [active[1]?.id],
    undefined,
  ]);
  for (const [query, proposed] of [
    [{ file: 'src/a.ts' }, undefined],
    [{ file: 'gen/a.ts' }, [waiting.id]],
    [{ tier: 'should' }, undefined],
    [{ status: 'active' }, undefined],
  ] as const)
    assert.equal(shown(await cleo.ok('listConventions', { id, ...query }))[1], proposed);
});

relayScenario('CNV-5', 'the tool tells rules from what waits', async (world) => {
  const made = await propose(world, 'bob', { affected_files: ['src/**'] });
  const args = { file: 'src/a.ts' };
  const answer = await tool<Output<'listConventions'>>(world, 'cleo', {
    tool: 'convention_list',
    args,
  });
  assert.equal(answer.conventions, []);
  assert.is(answer.proposed?.[0]?.id, made.id);
});

relayScenario('CNV-6', 'a rule that blocks says which files it blocks', async (world) => {
  const { id } = world.workspace;
  for (const affected_files of [undefined, [], '']) {
    const none = { id, title: 'T', tier: 'must', affected_files };
    const refused = await world.as('ada').refused('proposeConvention', none);
    assert.is(refused.status, 400);
    assert.is(refused.field, 'affected_files');
    assert.match(refused.message, 'needs to say for which files');
  }
  const should = { id, title: 'T', tier: 'should' };
  const { id: cid } = await world.as('ada').ok('proposeConvention', should);
  const refused = await world.as('ada').refused('changeConvention', { id, cid, tier: 'must' });
  assert.is(refused.status, 400);
  assert.match(refused.message, 'needs to say for which files');
});

relayScenario('CNV-5', 'of an acceptance and a withdrawal at once one wins', async (world) => {
  const { id } = world.workspace;
  for (let round = 0; round < 10; round += 1) {
    const { id: cid } = await propose(world, 'bob');
    const answers = await Promise.all([
      world.as('cleo').call('acceptConvention', { id, cid }),
      world.as('bob').call('withdrawConvention', { id, cid }),
    ]);
    const won = answers.filter(({ status }) => status === 200);
    assert.is(won.length, 1, answers.map(({ text }) => text).join('\n'));
  }
});

test.run();

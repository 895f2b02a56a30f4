import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Output } from '../../shared/api/operations.ts';
import type { WorkstreamRecord } from '../../shared/workstreams/contract.ts';
import { relayScenario, scenario } from '../support/scenario.ts';
import { callTool, tool } from '../support/tools.ts';
import { notGated, start, show, join, slugs, membersOf } from './steps.ts';

relayScenario('WST-1', 'what has ended stays as it is', async (world) => {
  const { id } = world.workspace;
  const bob = world.as('bob');
  for (const end of ['completed', 'abandoned'] as const) {
    await start(world, { slug: end });
    const ended = await bob.ok('changeWorkstream', { id, slug: end, status: end });
    assert.is(ended.status, end);
    assert.ok(ended.ended_at);
    const one = { id, slug: end };
    for (const [name, input] of [
      ['changeWorkstream', { title: 'Other' }],
      ['changeWorkstream', { status: 'active' }],
      ['changeWorkstream', { status: end }],
      ['endWorkstream', {}],
      ['joinWorkstream', {}],
      ['leaveWorkstream', {}],
      ['completeWorkstream', {}],
      ['completeWorkstream', { pr_url: 'https://example.com/pull/1' }],
    ] as const) {
      const refused = await bob.refused(name, { ...one, ...input });
      assert.is(refused.status, 409, name);
      assert.match(refused.message, end);
    }
  }
  assert.equal((await slugs(world, 'cleo', { status: 'completed' })).length, 1);
  assert.equal(await slugs(world, 'cleo', { status: 'active' }), []);
  assert.is((await bob.refused('getWorkstream', { id, slug: 'nothing' })).status, 404);
});

relayScenario('WST-1', 'abandoning shows the reason and keeps the branch', async (world) => {
  const { id } = world.workspace;
  const feed = await world.as('cleo').feed();
  await start(world);
  const one = { id, slug: 'guest-checkout', reason: 'Not wanted' };
  await world.as('cleo').ok('joinWorkstream', { id: one.id, slug: one.slug });
  const ended = await world.as('cleo').ok('endWorkstream', one);
  assert.equal(
    [ended.status, ended.reason, ended.branch],
    ['abandoned', 'Not wanted', 'coord/guest-checkout'],
  );
  const { data } = await feed.next('workstream_ended', { status: 'abandoned', user: 'cleo' });
  assert.is(data['reason'], 'Not wanted');
  feed.close();
});

scenario('WST-3', 'first a plan, then with the pull request the end', async (world) => {
  const { id } = world.workspace;
  const bob = world.as('bob');
  const session = await bob.agent().start('Build');
  const decide = (title: string, named?: string) =>
    bob.ok('decide', { id, title, rationale: 'Because', session_id: named });
  await decide('Too early', session);
  world.clock.advance(1_000);
  await start(world, { description: 'For guests', session_id: session, base_branch: 'develop' });
  world.clock.advance(1_000);
  await decide('Carts live in Redis', session);
  await decide('Somebody else’s', undefined);
  const given = { workstream: 'guest-checkout', session_id: session };
  const task = await world
    .as('cleo')
    .ok('createTask', { id, title: 'Write tests', ...given, session_id: undefined });
  await bob.agent().edit('src/cart.ts', ['add']);
  const one = { id, slug: 'guest-checkout' };
  const plan = await bob.ok('completeWorkstream', one);
  assert.equal(
    [plan.phase, plan.title, plan.branch],
    ['plan', 'Guest checkout', 'coord/guest-checkout'],
  );
  assert.is(
    plan.body,
    'For guests\n\n## Decisions\n\n- Carts live in Redis: Because\n\n## Tasks\n\n- [ ] Write tests (todo)',
  );
  assert.equal(plan.commands, [
    ['git', 'switch', 'develop'],
    ['git', 'pull', '--ff-only'],
    ['git', 'merge', '--squash', 'coord/guest-checkout'],
    ['git', 'commit', '-m', 'Guest checkout', '-m', plan.body],
    ['git', 'push'],
  ]);
  assert.equal(plan.blockers, [
    `The task ${task.id} is todo: “Write tests”`,
    'bob still holds src/cart.ts#add',
    notGated,
  ]);
  const pr_url = 'https://example.com/shop/pull/7';
  const early = await bob.refused('completeWorkstream', { ...one, pr_url });
  assert.is(early.status, 409);
  assert.match(early.message, '“Write tests”');
  assert.match(early.text, task.id);
  const patched = { ...one, status: 'completed', title: 'Other' };
  assert.is((await bob.refused('changeWorkstream', patched)).status, 409);
  assert.is((await show(world)).title, 'Guest checkout', 'a refused change changes nothing');
  await world.as('cleo').ok('changeTask', { id, task_id: task.id, status: 'cancelled' });
  const feed = await world.as('cleo').feed();
  const done = await bob.ok('completeWorkstream', { ...one, pr_url });
  assert.equal([done.phase, done.pr_url], ['completed', pr_url]);
  const held = 'bob still holds src/cart.ts#add';
  assert.equal(done.blockers, [held, notGated], 'a reservation ends by itself');
  const { data } = await feed.next('workstream_ended', { status: 'completed' });
  assert.is(data['pr_url'], pr_url);
  feed.close();
  const ended = await show(world);
  assert.equal([ended.status, ended.pr_url], ['completed', pr_url]);
});

scenario('WST-4', 'a removed member is in no workstream', async (world) => {
  const { id } = world.workspace;
  const session = await world.as('bob').agent().start('Build');
  await start(world, {}, 'cleo');
  const secret = await start(world, { slug: 'secret', visibility: 'private' }, 'cleo');
  await join(world, 'cleo', { slug: secret.slug, user_id: world.as('bob').id });
  await join(world, 'bob', { slug: 'guest-checkout', session_id: session });
  assert.equal(membersOf(await show(world)), ['bob joined', 'cleo']);
  const feed = await world.as('cleo').feed();
  await world.as('ada').ok('removeMember', { id, userId: world.as('bob').id });
  await feed.next('workstream_left', { user: 'bob', session_id: session });
  await feed.next('session_ended', { reason: 'member_removed' });
  await feed.next('member_removed');
  feed.close();
  assert.equal(membersOf(await show(world)), ['cleo']);
  assert.equal(membersOf(await show(world, 'secret')), ['cleo']);
  await world.join('bob', 'member');
  assert.equal(await slugs(world, 'bob'), ['guest-checkout']);
  await world.as('bob').agent().start('Again');
  assert.equal(membersOf(await show(world)), ['cleo'], 'coming back is not joining again');
});

relayScenario(
  'WST-1',
  'the tools start, join, list, leave and complete; one that has ended takes nobody',
  async (world) => {
    const session = await world.as('bob').agent().start('Build');
    const made = await tool<WorkstreamRecord>(world, 'bob', {
      tool: 'workstream_start',
      args: { title: 'Guest checkout', session_id: session },
    });
    assert.equal(membersOf(made), ['bob joined']);
    const args = { slug: made.slug };
    await tool(world, 'cleo', { tool: 'workstream_join', args });
    const listed = await tool<Output<'listWorkstreams'>>(world, 'cleo', {
      tool: 'workstream_list',
      args: { status: 'active' },
    });
    assert.equal(listed.workstreams.map(membersOf), [['bob joined', 'cleo joined']]);
    await tool(world, 'cleo', { tool: 'workstream_leave', args });
    const plan = await tool<Output<'completeWorkstream'>>(world, 'bob', {
      tool: 'workstream_complete',
      args,
    });
    assert.is(plan.phase, 'plan');
    const { id } = world.workspace;
    const ended = await world.as('bob').ok('endWorkstream', { id, ...args, reason: 'Enough' });
    assert.is(ended.status, 'abandoned');
    const late = await callTool(world, world.as('bob'), { tool: 'workstream_join', args });
    assert.ok(late.isError);
    assert.match(late.text, /^Conflict: .*abandoned/);
    const hostile = { tool: 'workstream_start', args: { title: 'T', base_branch: '--output=x' } };
    const refused = await callTool(world, world.as('bob'), hostile);
    assert.ok(refused.isError);
    assert.match(refused.text, /^ValidationError: base_branch/);
  },
);

test.run();

/** SES-7: who is named in events, sentences and answers. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../shared/api/operations.ts';
import { describeEvent, type FeedEvent } from '../../shared/feed/sentence.ts';
import type { World } from '../support/harness.ts';
import { relayScenario, scenario } from '../support/scenario.ts';
import { tool } from '../support/tools.ts';

const sessionMs = 5 * 60_000;

/** The sentences of the events after the first `after`, for a reader who saw nothing of what was before. */
async function sentences(world: World, types: readonly string[]): Promise<string[]> {
  const { rows } = world.database;
  const found = await rows.selectFrom('events').selectAll().orderBy('seq').execute();
  return found
    .filter(({ type }) => types.includes(type))
    .map(({ seq, at, type, payload }) => {
      const event = {
        ...(JSON.parse(payload) as object),
        seq,
        at: new Date(at).toISOString(),
        type,
      };
      return describeEvent(event as FeedEvent, new Map());
    });
}

const ofSessions = ['session_updated', 'session_ended', 'file_released'];

scenario('SES-7', 'who left, goes on or lets go is named with the client', async (world) => {
  const bob = world.as('bob').agent('one');
  await bob.start('Cart');
  await bob.send({ event: 'beforeSubmitPrompt', task: 'Basket' });
  await bob.edit('src/cart.ts', ['add']);
  await bob.end();
  await world.quiet();
  assert.equal(await sentences(world, ofSessions), [
    'bob (claude-code) goes on: “Basket”',
    'bob (claude-code) no longer holds src/cart.ts#add',
    'bob (claude-code) left',
  ]);
});

relayScenario('SES-7', 'who fell silent or was removed is named with the client', async (world) => {
  await world.as('bob').agent('one').start('Cart');
  await world.as('bob').agent('one').edit('src/cart.ts');
  await world.pass(2 * sessionMs + 1);
  await world.as('cleo').agent('two').edit('src/pay.ts');
  const { id } = world.workspace;
  await world.as('ada').ok('removeMember', { id, userId: world.as('cleo').id });
  assert.equal(await sentences(world, ofSessions), [
    'bob (claude-code) no longer holds src/cart.ts (time is up)',
    'bob (claude-code) left (time is up)',
    'cleo (claude-code) no longer holds src/pay.ts (removed from the workspace)',
    'cleo (claude-code) left (removed from the workspace)',
  ]);
});

scenario(
  'SES-7',
  'what a rule forbids is told with the rule, which holds nothing',
  async (world) => {
    const { id } = world.workspace;
    const rule = await world.as('ada').ok('proposeConvention', {
      id,
      title: 'Never edit generated files',
      tier: 'must',
      affected_files: ['gen/**'],
    });
    const feed = await world.as('cleo').feed();
    const bob = world.as('bob').agent('one');
    await bob.start('Cart');
    assert.is((await bob.check('gen/a.ts')).permission, 'deny');
    const { data } = await feed.next('conflict_detected', { kind: 'write_forbidden' });
    feed.close();
    assert.is(data['holder'], '');
    assert.is(data['convention_id'], rule.id);
    assert.equal(data['convention'], { id: rule.id, title: 'Never edit generated files' });
    assert.equal(await sentences(world, ['conflict_detected']), [
      'bob was kept from writing gen/a.ts: the rule “Never edit generated files” forbids it',
    ]);
    const briefing = await world.as('cleo').agent('two').send({ event: 'sessionStart' });
    assert.match(
      briefing.additional_context ?? '',
      'which the rule “Never edit generated files” forbids',
    );
  },
);

scenario('SES-7', 'two agents of one person are told apart in a sentence', async (world) => {
  const [first, second] = [world.as('bob').agent('one'), world.as('bob').agent('two')];
  const feed = await world.as('cleo').feed();
  await first.edit('src/a.ts', ['pay']);
  assert.is((await second.check('src/a.ts', ['pay'])).permission, 'deny');
  await feed.next('conflict_detected');
  feed.close();
  const briefing = await world.as('cleo').agent('three').send({ event: 'sessionStart' });
  assert.match(
    briefing.additional_context ?? '',
    'bob wanted src/a.ts, held by another agent of bob',
  );
});

scenario(
  'CNV-7',
  'a write that happened against a rule is told to the team with the rule, once while it is held',
  async (world) => {
    const { id } = world.workspace;
    const rule = { id, title: 'Never edit generated files', tier: 'must' };
    await world.as('ada').ok('proposeConvention', { ...rule, affected_files: ['gen/**'] });
    const bob = world.as('bob').agent('one');
    await bob.start('Cart');
    const told = [];
    for (const symbol of ['pay', 'refund']) told.push(await bob.edit('gen/a.ts', [symbol]));
    told.push(await bob.edit('src/a.ts', ['pay']));
    if (world.target.transport === 'relay') {
      const [first, ...later] = told.map(({ message }) => message);
      assert.match(
        first ?? '',
        /^coord: you changed gen\/a\.ts, and the convention “Never edit gen/,
      );
      assert.equal(later, [undefined, undefined]);
    }
    assert.equal(await sentences(world, ['conflict_detected']), [
      'bob wrote gen/a.ts: the rule “Never edit generated files” forbids it',
    ]);
  },
);

scenario('SES-7', 'the caller is a member of its active workstream', async (world) => {
  const { id } = world.workspace;
  const session_id = await world.as('bob').agent('one').start('Cart');
  await world.as('bob').ok('startWorkstream', { id, title: 'Cart', slug: 'cart', session_id });
  const { active_workstream: active } = await tool<Output<'sync'>>(world, 'bob', {
    tool: 'sync',
    args: { session_id, task: 'Cart' },
  });
  assert.equal(
    active?.members.map((member) => [member.user_name, member.session_id]),
    [['bob', session_id]],
  );
});

scenario('SES-8', 'an event with an empty task leaves the task as it is', async (world) => {
  const ada = world.as('ada').agent('one');
  await ada.start('Cart');
  await ada.edit('src/cart.ts', ['add']);
  await ada.send({ event: 'beforeSubmitPrompt', task: '' });
  const denied = await world.as('bob').agent('two').check('src/cart.ts', ['add']);
  assert.match(JSON.stringify(denied), '“Cart”');
});

test.run();

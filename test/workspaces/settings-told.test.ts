import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { describeEvent, type FeedEvent } from '../../shared/feed/sentence.ts';
import { relayScenario as scenario } from '../support/scenario.ts';
import type { World } from '../support/harness.ts';

const sentenceOf = (event: object) => describeEvent(event as FeedEvent, new Map());

/** The settings that the log tells of, oldest first. */
async function told(world: World): Promise<object[]> {
  const { id } = world.workspace;
  const page = { id, type: 'workspace_changed' };
  const { events } = await world.as('bob').ok('listEvents', page);
  return [...events].reverse();
}

for (const [setting, value, sentence] of [
  ['conflict_policy', 'lines', 'ada set what collides to lines'],
  ['gate_policy', 'verified', 'ada set what the test gate takes to verified'],
  ['test_gaps', 'allowed', 'ada set results that leave out tests to allowed'],
  ['must_rules', 'admins', 'ada set whose rules deny writes to admins'],
  ['branch_prefix', 'team', 'ada set the prefix of branches to team'],
] as const) {
  scenario('FED-8', `a change of ${setting} is told to the team, by a sentence`, async (world) => {
    const { id } = world.workspace;
    const feed = await world.as('bob').feed();
    await world.as('ada').ok('changeWorkspace', { id, [setting]: value });
    const { data } = await feed.next('workspace_changed');
    assert.equal(data['changed'], [setting]);
    assert.is(data[setting], value);
    assert.is(data['user'], 'ada');
    assert.is(data['conflict_policy'], setting === 'conflict_policy' ? value : 'members');
    assert.is(sentenceOf(data), sentence);
    feed.close();
  });
}

scenario('FED-8', 'several settings are one event, which names each', async (world) => {
  const { id } = world.workspace;
  await world
    .as('ada')
    .ok('changeWorkspace', { id, gate_policy: 'attested', must_rules: 'anyone' });
  const [event = {}, ...more] = await told(world);
  assert.is(more.length, 0);
  assert.is(
    sentenceOf(event),
    'ada set what the test gate takes to attested, whose rules deny writes to anyone',
  );
});

scenario('FED-8', 'a setting that stays as it is makes no event', async (world) => {
  const { id } = world.workspace;
  const same = { gate_policy: 'reported', conflict_policy: 'members', branch_prefix: 'coord' };
  await world.as('ada').ok('changeWorkspace', { id, ...same });
  await world.as('ada').ok('changeWorkspace', { id, name: 'Other' });
  assert.equal(await told(world), []);
});

test('FED-8 an event of an earlier version tells of what collides', () => {
  const event = { type: 'workspace_changed', user: 'ada', conflict_policy: 'lines' };
  assert.is(sentenceOf(event), 'ada set what collides to lines');
});

test('FED-8 a setting that only a newer relay knows is named', () => {
  const event = { type: 'workspace_changed', user: 'ada', conflict_policy: 'lines' };
  assert.is(sentenceOf({ ...event, changed: ['tempo'] }), 'ada set tempo');
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../shared/api/operations.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { minutes } from '../support/fake-clock.ts';
import { relayScenario as scenario } from '../support/scenario.ts';
import { workTogether } from '../feed/work-together.ts';
import { fill, large } from './large-workspace.ts';

type Activity = Output<'activity'>;
type Kind = 'edits' | 'denials' | 'overwrites' | 'decisions' | 'commits';

const total = ({ agents }: Activity, kind: Kind) =>
  agents.flatMap(({ slots }) => slots).reduce((sum, slot) => sum + (slot[kind] ?? 0), 0);

scenario('FED-6', 'edits and denials are counted by session and slot', async (world) => {
  const { id } = world.workspace;
  const ada = world.as('ada').agent();
  await ada.edit('a.md');
  await ada.edit('b.md');
  await world.as('bob').agent().check('a.md');
  await world.pass(minutes(5));
  await ada.edit('a.md');
  const answer = await world.as('cleo').ok('activity', { id });
  const { agents, slot_ms, from, to } = answer;
  assert.is(slot_ms, minutes(5));
  assert.is(Date.parse(to) - Date.parse(from), minutes(4 * 60));
  assert.ok(Date.parse(to) > world.clock.now() && Date.parse(to) <= world.clock.now() + slot_ms);
  const [first, second] = agents;
  assert.equal([first?.user, second?.user], ['ada', 'bob']);
  assert.equal([first?.user_id, first?.agent_type], [world.as('ada').id, 'claude-code']);
  assert.equal(
    first?.slots.map(({ slot, edits }) => [slot, edits]),
    [
      [46, 2],
      [47, 1],
    ],
  );
  const counts = { edits: 0, denials: 1, overwrites: 0, decisions: 0, commits: 0 };
  assert.equal(second?.slots, [{ slot: 46, ...counts }]);
  assert.is(answer.counted_from, undefined);
  const { newest } = await world.as('cleo').ok('listEvents', { id, limit: 1 });
  assert.is(answer.seq, newest);
});

scenario('FED-6', 'a write that happened all the same is no denial', async (world) => {
  const { id } = world.workspace;
  await world.as('ada').agent().edit('a.md');
  await world.as('bob').agent().edit('a.md');
  const answer = await world.as('cleo').ok('activity', { id });
  assert.is(total(answer, 'denials'), 0);
  assert.is(total(answer, 'overwrites'), 1);
});

scenario(
  'FED-6',
  "a decision and a commit are their session's, or their user's where there is none",
  async (world) => {
    const { id } = world.workspace;
    const ada = world.as('ada');
    const session_id = await ada.agent('together').start('together');
    await workTogether(world);
    const { newest } = await ada.ok('listEvents', { id, limit: 1 });
    const before = await world.as('bob').ok('activity', { id });
    assert.is(before.seq, newest);
    const own = before.agents.find((agent) => agent.session_id === session_id);
    assert.is(own?.slots[0]?.commits, 1);
    const decisions = total(before, 'decisions');
    await ada.ok('decide', { id, title: 'By an agent', session_id });
    await ada.ok('decide', { id, title: 'By a person' });
    const after = await world.as('bob').ok('activity', { id });
    assert.is(total(after, 'decisions'), decisions + 2);
    const agent = after.agents.find((one) => one.session_id === session_id);
    assert.is(agent?.slots[0]?.decisions, 1);
    const person = after.agents.find((one) => one.session_id === '' && one.user === 'ada');
    assert.equal([person?.agent_type, person?.user_id], ['', undefined]);
    assert.is(person?.slots[0]?.decisions, decisions + 1);
  },
);

scenario('FED-6', 'what was before the first slot is not counted', async (world) => {
  const { id } = world.workspace;
  await world.as('ada').agent().edit('a.md');
  await world.pass(minutes(120));
  await world.as('ada').agent().edit('b.md');
  assert.is(total(await world.as('bob').ok('activity', { id, hours: 1 }), 'edits'), 1);
  assert.is(total(await world.as('bob').ok('activity', { id, hours: 3, slots: 13 }), 'edits'), 2);
});

scenario('FED-6', 'of too many events the newest are counted, and it says so', async (world) => {
  await fill(world);
  const { id } = world.workspace;
  const { rows } = world.database;
  const counted = await world.as('bob').ok('activity', { id, hours: 24, slots: 288 });
  const newest = rows.selectFrom('events').where('workspace_id', '=', id).where('seq', '>', 30_000);
  const { length } = await newest.select('seq').where('type', '=', 'file_reserved').execute();
  assert.is(total(counted, 'edits'), length);
  const before = rows.selectFrom('events').where('workspace_id', '=', id).where('seq', '=', 30_000);
  const { at } = await before.select('at').executeTakeFirstOrThrow();
  assert.is(counted.counted_from, toTimestamp(at));
  // Every tenth session only went on.
  assert.is(counted.agents.length, (large.sessions / 10) * 9);
});

test.run();

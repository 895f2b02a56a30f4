import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { minutes } from '../support/fake-clock.ts';
import { relayScenario as scenario } from '../support/scenario.ts';

scenario('FED-6', 'edits and denials are counted by session and slot', async (world) => {
  const { id } = world.workspace;
  const ada = world.as('ada').agent();
  await ada.edit('a.md');
  await ada.edit('b.md');
  await world.as('bob').agent().check('a.md');
  await world.pass(minutes(5));
  await ada.edit('a.md');
  const { agents, slot_ms, from, to } = await world.as('cleo').ok('activity', { id });
  assert.is(slot_ms, minutes(5));
  assert.is(Date.parse(to) - Date.parse(from), minutes(4 * 60));
  assert.ok(Date.parse(to) > world.clock.now() && Date.parse(to) <= world.clock.now() + slot_ms);
  const [first, second] = agents;
  assert.equal([first?.user, second?.user], ['ada', 'bob']);
  assert.equal(first?.agent_type, 'claude-code');
  assert.equal(
    first?.slots.map(({ slot, edits }) => [slot, edits]),
    [
      [46, 2],
      [47, 1],
    ],
  );
  assert.equal(second?.slots, [{ slot: 46, edits: 0, denials: 1, decisions: 0, commits: 0 }]);
});

test.run();

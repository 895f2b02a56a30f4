import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { relayScenario as scenario } from '../support/scenario.ts';

scenario('FED-7', 'an empty workspace counts its members, and nothing else', async (world) => {
  const { id } = world.workspace;
  const summary = await world.as('cleo').ok('summary', { id });
  assert.is(summary.members, 3);
  assert.is(summary.sessions + summary.reservations + summary.reserved_files, 0);
  assert.equal(summary.tasks, { todo: 0, in_progress: 0, blocked: 0, done: 0, cancelled: 0 });
  assert.equal(summary.first_steps, { daemon: false, hook: false, reservation: false });
});

scenario('FED-7', 'what is active and reserved is counted', async (world) => {
  const { id } = world.workspace;
  await world.as('ada').agent().edit('a.md');
  await world.as('ada').agent('other').edit('src/a.ts', ['login', 'page']);
  const summary = await world.as('bob').ok('summary', { id });
  assert.is(summary.sessions, 2);
  assert.is(summary.reservations, 3);
  assert.is(summary.reserved_files, 2);
  assert.equal(summary.first_steps, { daemon: false, hook: true, reservation: true });
});

test.run();

/** A task waits for its prerequisites. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Input } from '../support/person.ts';
import { relayScenario, scenario } from '../support/scenario.ts';
import { addTask, startWorkstream, patch, statusOf } from './support.ts';

scenario(
  'TSK-1',
  'with unfinished prerequisites it is blocked until the last is done',
  async (world) => {
    await startWorkstream(world, 'checkout');
    const [one, two] = [
      await addTask(world, { title: 'One' }),
      await addTask(world, { title: 'Two' }),
    ];
    const last = await addTask(world, { title: 'Last', depends_on: [two.id, one.id, one.id] });
    assert.is(one.status, 'todo');
    assert.is(last.status, 'blocked');
    assert.equal(last.depends_on, [one.id, two.id].sort());
    assert.equal(last.waits_for, [one.id, two.id].sort());
    const feed = await world.as('cleo').feed();
    await patch(world, one.id, { status: 'done' });
    assert.is(await statusOf(world, last.id), 'blocked');
    const refused = await world
      .as('bob')
      .refused('claimTask', { id: world.workspace.id, task_id: last.id });
    assert.is(refused.status, 409);
    assert.match(refused.message, 'blocked');
    await patch(world, two.id, { status: 'done' });
    const { data } = await feed.next('task_unblocked');
    assert.is((data['task'] as Input)['id'], last.id);
    const free = await world.as('bob').ok('getTask', { id: world.workspace.id, task_id: last.id });
    assert.is(free.status, 'todo');
    assert.equal(free.waits_for, []);
    assert.equal(free.depends_on, [one.id, two.id].sort());
    const after = await addTask(world, { title: 'After', depends_on: [one.id] });
    assert.is(after.status, 'todo', 'what it depends on is done already');
    feed.close();
  },
);

scenario('TSK-1', 'the last prerequisite and what waited for it change together', async (world) => {
  await startWorkstream(world, 'checkout');
  const first = await addTask(world, { title: 'First' });
  const waiting = [];
  for (const title of ['A', 'B', 'C']) {
    waiting.push(await addTask(world, { title, depends_on: [first.id] }));
  }
  const feed = await world.as('cleo').feed();
  await patch(world, first.id, { status: 'done' });
  const done = await feed.next('task_done');
  for (const { id } of waiting) {
    await feed.next('task_unblocked', {});
    assert.is(await statusOf(world, id), 'todo');
  }
  const unblocked = feed.events.filter(({ type }) => type === 'task_unblocked');
  assert.equal(
    unblocked.map(({ id }) => Number(id) - Number(done.id)),
    [1, 2, 3],
    'nothing came between',
  );
  feed.close();
});

relayScenario('TSK-1', 'a cancelled prerequisite is not waited for any more', async (world) => {
  await startWorkstream(world, 'checkout');
  const [one, two] = [await addTask(world), await addTask(world)];
  const last = await addTask(world, { depends_on: [one.id, two.id] });
  await patch(world, one.id, { status: 'cancelled' });
  const { id } = world.workspace;
  const early = { id, task_id: last.id, status: 'todo' };
  assert.is((await world.as('ada').refused('changeTask', early)).status, 409);
  assert.equal((await world.as('ada').ok('getTask', { id, task_id: last.id })).waits_for, [two.id]);
  await patch(world, two.id, { status: 'cancelled' });
  assert.is(await statusOf(world, last.id), 'todo');
});

relayScenario('TSK-4', 'prerequisites are tasks of the same workspace', async (world) => {
  await startWorkstream(world, 'checkout');
  const { id } = world.workspace;
  const mallory = world.as('mallory');
  const own = await mallory.ok('createWorkspace', { name: 'Own', slug: `own-${id.slice(-6)}` });
  await mallory.ok('startWorkstream', { id: own.id, title: 'Hers', slug: 'hers' });
  const hers = await mallory.ok('createTask', { id: own.id, workstream: 'hers', title: 'T' });
  for (const depends_on of [['tsk_nothing'], [hers.id]]) {
    const input = { id, workstream: 'checkout', title: 'T', depends_on };
    const refused = await world.as('bob').refused('createTask', input);
    assert.is(refused.status, 404);
    assert.match(refused.message, depends_on[0] ?? '?');
    assert.is(refused.field, 'depends_on');
  }
  const many = Array.from({ length: 51 }, (_, index) => `tsk_${index}`);
  const input = { id, workstream: 'checkout', title: 'T', depends_on: many };
  assert.is((await world.as('bob').refused('createTask', input)).status, 400);
  assert.equal((await world.as('bob').ok('listTasks', { id })).tasks, []);
});

test.run();

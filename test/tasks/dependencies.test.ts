import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Input } from '../support/person.ts';
import { relayScenario, scenario } from '../support/scenario.ts';
import { addTask, startWorkstream } from './support.ts';

scenario(
  'TSK-1',
  'a task begins free when its prerequisites are done or cancelled, and becomes free with the last of them',
  async (world) => {
    await startWorkstream(world, 'checkout');
    const { id } = world.workspace;
    const [one, two] = [await addTask(world), await addTask(world)];
    const last = await addTask(world, { depends_on: [one.id, two.id] });
    const feed = await world.as('cleo').feed();
    await world.as('ada').ok('changeTask', { id, task_id: one.id, status: 'done' });
    assert.is(
      (await world.as('ada').refused('claimTask', { id, task_id: last.id })).status,
      409,
      'one of them is open',
    );
    await world.as('ada').ok('changeTask', { id, task_id: two.id, status: 'cancelled' });
    const { data } = await feed.next('task_unblocked');
    assert.is((data['task'] as Input)['id'], last.id);
    const freed = await world.as('bob').ok('getTask', { id, task_id: last.id });
    assert.is(freed.status, 'todo');
    assert.equal(freed.waits_for, []);
    const later = await addTask(world, { depends_on: [one.id, two.id] });
    assert.is(later.status, 'todo');
    feed.close();
  },
);

scenario('TSK-6', 'another list of prerequisites blocks or frees a task at once', async (world) => {
  await startWorkstream(world, 'checkout');
  const { id } = world.workspace;
  const ada = world.as('ada');
  const [one, two, last] = [await addTask(world), await addTask(world), await addTask(world)];
  const feed = await world.as('cleo').feed();
  const change = (depends_on: string[], more = {}) =>
    ada.ok('changeTask', { id, task_id: last.id, depends_on, ...more });
  const blocked = await change([two.id, one.id, two.id]);
  assert.is(blocked.status, 'blocked');
  assert.equal(blocked.depends_on, [one.id, two.id].sort());
  assert.equal(blocked.waits_for, blocked.depends_on);
  const { data } = await feed.next('task_changed', { user: 'ada' });
  assert.is((data['task'] as Input)['status'], 'blocked');
  assert.equal(await change([one.id, two.id]), blocked, 'the same list changes nothing');
  await ada.ok('changeTask', { id, task_id: two.id, status: 'cancelled' });
  const freed = await change([two.id], { title: 'Ship' });
  assert.is(freed.status, 'todo');
  assert.is(freed.title, 'Ship');
  assert.equal(freed.depends_on, [two.id]);
  await feed.next('task_unblocked');
  assert.is((await change([one.id])).status, 'blocked');
  const begun = await change([], { status: 'in_progress' });
  assert.is(begun.status, 'in_progress', 'what nothing blocks can be begun in the same change');
  assert.equal(begun.depends_on, []);
  feed.close();
});

relayScenario('TSK-6', 'what is begun or has ended keeps its prerequisites', async (world) => {
  await startWorkstream(world, 'checkout');
  const { id } = world.workspace;
  const other = await addTask(world);
  for (const status of ['in_progress', 'done', 'cancelled']) {
    const { id: task_id } = await addTask(world);
    await world.as('ada').ok('changeTask', { id, task_id, status });
    const input = { id, task_id, depends_on: [other.id], title: 'Stored?' };
    const refused = await world.as('ada').refused('changeTask', input);
    assert.is(refused.status, 409, status);
    assert.match(refused.message, 'only before it is begun');
    const same = { id, task_id, depends_on: [] };
    assert.is((await world.as('ada').refused('changeTask', same)).status, 409, `same, ${status}`);
    const kept = await world.as('ada').ok('getTask', { id, task_id });
    assert.equal(kept.depends_on, []);
    assert.is(kept.title, 'T');
  }
});

relayScenario('TSK-6', 'a circle is refused with the titles that make it', async (world) => {
  await startWorkstream(world, 'checkout');
  const { id } = world.workspace;
  const make = (title: string, depends_on: string[] = []) => addTask(world, { title, depends_on });
  const plan = await make('Plan');
  const build = await make('Build', [plan.id]);
  const ship = await make('Ship', [build.id]);
  const circles = [
    [ship.id, '“Plan” -> “Ship” -> “Build” -> “Plan”'],
    [plan.id, '“Plan” -> “Plan”'],
  ] as const;
  for (const [on, path] of circles) {
    const input = { id, task_id: plan.id, depends_on: [on] };
    const refused = await world.as('ada').refused('changeTask', input);
    assert.is(refused.status, 409);
    assert.is(refused.field, 'depends_on');
    assert.match(refused.message, path);
  }
  assert.is((await world.as('ada').ok('getTask', { id, task_id: plan.id })).status, 'todo');
  await world.as('ada').ok('changeTask', { id, task_id: ship.id, depends_on: [plan.id] });
  const unknown = { id, task_id: ship.id, depends_on: ['tsk_nothing'] };
  const refused = await world.as('ada').refused('changeTask', unknown);
  assert.is(refused.status, 404);
  assert.is(refused.field, 'depends_on');
});

relayScenario('TSK-6', 'of two changes that would make a circle one is refused', async (world) => {
  await startWorkstream(world, 'checkout');
  const { id } = world.workspace;
  for (let round = 0; round < 5; round += 1) {
    const [one, two] = [await addTask(world), await addTask(world)];
    const answers = await Promise.all(
      [
        { task_id: one.id, depends_on: [two.id] },
        { task_id: two.id, depends_on: [one.id] },
      ].map((change) => world.as('ada').call('changeTask', { id, ...change })),
    );
    assert.equal(answers.map(({ status }) => status).sort(), [200, 409]);
  }
});

relayScenario(
  'ACC-2',
  'a circle does not tell the titles of a private workstream',
  async (world) => {
    await startWorkstream(world, 'checkout');
    const { id } = world.workspace;
    const open = await addTask(world, { title: 'Open' });
    const secret = { id, title: 'Secret', slug: 'secret', visibility: 'private' };
    await world.as('bob').ok('startWorkstream', secret);
    const task = { id, workstream: 'secret', title: 'Buy them', depends_on: [open.id] };
    const hidden = await world.as('bob').ok('createTask', task);
    const shown = await addTask(world, { title: 'Shown' });
    const bobs = { id, task_id: shown.id, depends_on: [hidden.id] };
    await world.as('bob').ok('changeTask', bobs);
    const cleo = world.as('cleo');
    const input = { id, task_id: open.id, depends_on: [shown.id] };
    const refused = await cleo.refused('changeTask', input);
    assert.is(refused.status, 409);
    assert.match(refused.message, '“Open” -> “Shown” -> a task that is not shown to you -> “Open”');
    assert.not.match(refused.text, 'Buy them');
    assert.is(
      (await cleo.refused('changeTask', { ...input, depends_on: [hidden.id] })).status,
      404,
    );
    const kept = { id, task_id: shown.id, depends_on: [hidden.id, open.id] };
    assert.is((await cleo.ok('changeTask', kept)).depends_on.length, 2, 'what it had may stay');
  },
);

test.run();

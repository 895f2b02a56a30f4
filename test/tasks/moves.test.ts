/** From which state to which a task goes, who may move it, and what is refused. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Input } from '../support/person.ts';
import { relayScenario } from '../support/scenario.ts';
import { addTask, startWorkstream, type Task, patch, claim, statusOf } from './support.ts';

const moves = {
  todo: ['in_progress', 'done', 'cancelled'],
  in_progress: ['todo', 'done', 'cancelled'],
  blocked: ['cancelled'],
  done: [],
  cancelled: [],
} as const satisfies Record<Task['status'], readonly Task['status'][]>;

relayScenario('TSK-2', 'only these moves exist; a refused one names the state', async (world) => {
  await startWorkstream(world, 'checkout');
  const waitsForever = await addTask(world);
  const statuses = Object.keys(moves) as Task['status'][];
  for (const from of statuses) {
    for (const to of statuses) {
      const depends_on = from === 'blocked' ? [waitsForever.id] : [];
      const { id: task_id } = await addTask(world, { depends_on });
      if (from !== 'blocked' && from !== 'todo') await patch(world, task_id, { status: from });
      const input = { id: world.workspace.id, task_id, status: to };
      const allowed: readonly string[] = moves[from];
      if (from === to || allowed.includes(to)) {
        assert.is((await world.as('ada').ok('changeTask', input)).status, to, `${from} -> ${to}`);
        continue;
      }
      const refused = await world.as('ada').refused('changeTask', input);
      assert.is(refused.status, 409, `${from} -> ${to}`);
      assert.match(refused.message, from === 'todo' ? 'todo' : from);
      assert.is(await statusOf(world, task_id), from);
    }
  }
});

relayScenario('TSK-2', 'it is handed over, taken away, and described anew', async (world) => {
  await startWorkstream(world, 'checkout');
  const bobs = await world.as('bob').agent().start();
  const cleos = await world.as('cleo').agent().start();
  const made = await addTask(world, { context: { pull: 7 } });
  const feed = await world.as('bob').feed();
  assert.is((await patch(world, made.id, { assignee_session: bobs })).assignee_name, 'bob');
  assert.is((await patch(world, made.id, { assignee_session: null })).assignee_name, undefined);
  const started = await patch(world, made.id, { assignee_session: cleos, status: 'in_progress' });
  assert.is(started.assignee_session, cleos);
  assert.is((await patch(world, made.id, { assignee_session: bobs })).status, 'in_progress');
  const taken = await patch(world, made.id, { assignee_session: null });
  assert.is(taken.status, 'todo');
  const words = { title: 'Better', description: 'All of it', context: ['x'] };
  const said = await patch(world, made.id, words);
  assert.is(said.title, 'Better');
  assert.equal(said.context, ['x']);
  assert.equal(made.context, { pull: 7 });
  await patch(world, made.id, { title: 'Better' });
  await patch(world, made.id, { description: 'All of it' });
  await patch(world, made.id, { status: 'done' });
  await feed.next('task_done');
  const changed = feed.events.filter(({ type }) => type === 'task_changed');
  assert.is(changed.length, 5, 'what is so already makes no event');
  const input = { id: world.workspace.id, task_id: made.id, assignee_session: bobs };
  assert.is((await world.as('ada').refused('changeTask', input)).status, 409);
  feed.close();
});

relayScenario('TSK-2', 'an event names who has the task after it', async (world) => {
  await startWorkstream(world, 'checkout');
  const bobs = await world.as('bob').agent().start();
  const cleos = await world.as('cleo').agent().start();
  const { id: task_id } = await addTask(world);
  const feed = await world.as('bob').feed();
  await patch(world, task_id, { assignee_session: cleos });
  await patch(world, task_id, { assignee_session: bobs });
  await claim(world, 'bob', { task_id, session_id: bobs });
  await patch(world, task_id, { assignee_session: cleos });
  await patch(world, task_id, { status: 'todo' });
  await patch(world, task_id, { status: 'done' });
  await feed.next('task_done');
  const named = feed.events.map(({ data }) => (data['task'] as Partial<Task>).assignee_name);
  assert.equal(named, ['cleo', 'bob', 'bob', 'cleo', undefined, 'ada']);
  feed.close();
});

relayScenario('TSK-2', 'an agent does not move what another one has', async (world) => {
  await startWorkstream(world, 'checkout');
  const [bobs, cleos] = [
    await world.as('bob').agent().start(),
    await world.as('cleo').agent().start(),
  ];
  const adas = await world.as('ada').agent().start();
  const { id: task_id } = await addTask(world, { session_id: adas, to_session: bobs });
  await claim(world, 'bob', { task_id, session_id: bobs });
  const { id } = world.workspace;
  const input = { id, task_id, status: 'done' };
  const early = await addTask(world, { to_session: bobs });
  const meant = { ...input, task_id: early.id, session_id: cleos };
  assert.is((await world.as('cleo').refused('changeTask', meant)).status, 409, 'meant for bob');
  const refused = await world.as('cleo').refused('changeTask', { ...input, session_id: cleos });
  assert.is(refused.status, 403);
  assert.match(refused.message, 'bob');
  const foreign = await world.as('cleo').refused('changeTask', { ...input, session_id: bobs });
  assert.is(foreign.status, 404);
  assert.is(foreign.field, 'session_id');
  await world.as('ada').ok('changeTask', { ...input, status: 'cancelled', session_id: adas });
});

relayScenario('TSK-4', 'what does not fit is refused with the field', async (world) => {
  await startWorkstream(world, 'checkout');
  const { id } = world.workspace;
  const good = { id, workstream: 'checkout', title: 'T' };
  const cases: readonly (readonly [Input, number, string | undefined])[] = [
    [{ title: '' }, 400, 'title'],
    [{ workstream: 'No Slug' }, 400, 'workstream'],
    [{ workstream: 'unknown' }, 404, undefined],
    [{ to_session: 'sess_nothing' }, 404, 'assignee_session'],
    [{ session_id: 'sess_nothing' }, 404, 'session_id'],
    [{ to_session: 'a', assignee_session: 'b' }, 400, 'to_session'],
    [{ depends_on: 'tsk_1' }, 400, 'depends_on'],
    [{ context: 'x'.repeat(70_000) }, 400, 'context'],
    [{ description: 'a\0b' }, 400, 'description'],
  ];
  for (const [change, status, field] of cases) {
    const refused = await world.as('bob').refused('createTask', { ...good, ...change });
    assert.is(refused.status, status, refused.text);
    assert.is(refused.field, field, refused.text);
  }
  const wrong = { id, task_id: 'tsk_1', status: 'started' };
  assert.is((await world.as('bob').refused('changeTask', wrong)).status, 400);
  for (const name of ['getTask', 'claimTask', 'changeTask'] as const) {
    const more = name === 'changeTask' ? { title: 'T' } : {};
    const refused = await world.as('bob').refused(name, { id, task_id: 'tsk_nothing', ...more });
    assert.is(refused.status, 404);
    assert.is(refused.message, 'No such task. task_list shows them.');
  }
});

relayScenario('TSK-4', 'a workstream that has ended takes no task', async (world) => {
  const { slug } = await startWorkstream(world, 'checkout');
  const { id } = world.workspace;
  await world.as('ada').ok('endWorkstream', { id, slug });
  const input = { id, workstream: slug, title: 'T' };
  const refused = await world.as('bob').refused('createTask', input);
  assert.is(refused.status, 409);
  assert.match(refused.message, 'abandoned');
});

relayScenario(
  'TSK-4',
  'a task of a workstream that has ended can only be cancelled',
  async (world) => {
    const { slug } = await startWorkstream(world, 'checkout');
    const { id } = world.workspace;
    const [waiting, begun] = [await addTask(world), await addTask(world)];
    await claim(world, 'bob', { task_id: begun.id });
    await world.as('ada').ok('endWorkstream', { id, slug });
    const tries: readonly (readonly ['claimTask' | 'changeTask', Input])[] = [
      ['claimTask', { task_id: waiting.id }],
      ['changeTask', { task_id: waiting.id, title: 'Other' }],
      ['changeTask', { task_id: waiting.id, status: 'cancelled', title: 'Other' }],
      ['changeTask', { task_id: begun.id, status: 'done' }],
      ['changeTask', { task_id: begun.id, assignee_session: null }],
    ];
    for (const [name, input] of tries) {
      const refused = await world.as('bob').refused(name, { id, ...input });
      assert.is(refused.status, 409, JSON.stringify(input));
      assert.match(refused.message, 'The workstream checkout has ended (abandoned)');
    }
    for (const { id: task_id } of [waiting, begun])
      assert.is((await patch(world, task_id, { status: 'cancelled' })).status, 'cancelled');
  },
);

test.run();

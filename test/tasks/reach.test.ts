/** Tasks over the tools, in pages, and for whom they exist. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../shared/api/operations.ts';
import type { Input } from '../support/person.ts';
import { relayScenario, scenario } from '../support/scenario.ts';
import { callTool, tool } from '../support/tools.ts';
import { addTask, startWorkstream, type Task, patch, statusOf } from './support.ts';

relayScenario('TSK-2', 'agents delegate, list and claim with the tools', async (world) => {
  await startWorkstream(world, 'checkout');
  const bobs = await world.as('bob').agent().start();
  const args = { workstream: 'checkout', title: 'Write the docs', to_session: bobs };
  const { session_id: adas, ...made } = await tool<Task & { session_id: string }>(world, 'ada', {
    tool: 'delegate_task',
    args: { ...args, description: 'All', context: { file: 'README.md' } },
  });
  assert.is(made.assignee_session, bobs);
  assert.is(made.created_by_session, adas, 'MCP-5: whoever has no session gets one');
  const listed = await tool<Output<'listTasks'>>(world, 'bob', {
    tool: 'task_list',
    args: { workstream: 'checkout', status: 'todo' },
  });
  assert.equal(listed.tasks, [made]);
  const claimed = await tool<Task>(world, 'bob', {
    tool: 'task_claim',
    args: { task_id: made.id, session_id: bobs },
  });
  assert.is(claimed.status, 'in_progress');
  const again = await callTool(world, world.as('cleo'), {
    tool: 'task_claim',
    args: { task_id: made.id },
  });
  assert.ok(again.isError);
  assert.match(again.text, `bob (claude-code)`);
});

relayScenario('ANS-4', 'pages of tasks show each once, filtered', async (world) => {
  await startWorkstream(world, 'checkout');
  await startWorkstream(world, 'search');
  const { id } = world.workspace;
  const bobs = await world.as('bob').agent().start();
  const made: string[] = [];
  for (let index = 0; index < 7; index += 1) {
    made.push((await addTask(world, { title: `Task ${index}` })).id);
    if (index % 2 === 0) world.clock.advance(1);
  }
  const other = await addTask(world, { workstream: 'search', assignee_session: bobs });
  const found: string[] = [];
  for (let before: string | undefined, turn = 0; turn < 10; turn += 1) {
    const query = { id, workstream: 'checkout', limit: 3, before };
    const page = await world.as('cleo').ok('listTasks', query);
    found.push(...page.tasks.map((task) => task.id));
    if ((before = page.next_cursor) === undefined) break;
  }
  assert.equal(found.toSorted(), made.toSorted());
  const ids = async (query: Input) =>
    (await world.as('cleo').ok('listTasks', { id, ...query })).tasks.map((task) => task.id);
  assert.equal(await ids({ assignee_session: bobs }), [other.id]);
  assert.equal(await ids({ workstream: 'search' }), [other.id]);
  await patch(world, other.id, { status: 'done' });
  assert.equal(await ids({ status: 'done' }), [other.id]);
  assert.is((await ids({})).length, 8);
  const wrong = await world.as('cleo').refused('listTasks', { id, before: 'nonsense' });
  assert.is(wrong.field, 'before');
});

relayScenario('ACC-2', 'tasks exist in their workspace only', async (world) => {
  await startWorkstream(world, 'checkout');
  const { id: task_id } = await addTask(world);
  const { id } = world.workspace;
  const mallory = world.as('mallory');
  const own = await mallory.ok('createWorkspace', { name: 'Own', slug: `own-${id.slice(-6)}` });
  assert.equal((await mallory.ok('listTasks', { id: own.id })).tasks, []);
  for (const workspace of [own.id, id]) {
    for (const name of ['getTask', 'claimTask', 'changeTask'] as const) {
      const refused = await mallory.refused(name, { id: workspace, task_id, status: 'done' });
      assert.is(refused.status, 404);
    }
  }
  assert.is(
    (await mallory.refused('createTask', { id, workstream: 'checkout', title: 'T' })).status,
    404,
  );
  assert.is(await statusOf(world, task_id), 'todo');
});

relayScenario('ACC-2', 'the tasks of a private workstream are for who is in it', async (world) => {
  const { id } = world.workspace;
  const secret = { id, title: 'Secret', slug: 'secret', visibility: 'private' };
  await world.as('bob').ok('startWorkstream', secret);
  const feed = await world.as('cleo').feed();
  const task = { id, workstream: 'secret', title: 'Buy them' };
  const { id: task_id } = await world.as('bob').ok('createTask', task);
  const { data } = await feed.next('task_created');
  assert.is((data['task'] as Input)['title'], '', 'the event does not say what it is');
  const cleo = world.as('cleo');
  assert.is((await cleo.refused('createTask', task)).status, 404);
  assert.equal((await cleo.ok('listTasks', { id })).tasks, []);
  for (const name of ['getTask', 'claimTask', 'changeTask'] as const) {
    assert.is((await cleo.refused(name, { id, task_id, status: 'done' })).status, 404);
  }
  const named = { id, workstream: 'secret', title: 'T', depends_on: [task_id] };
  await world.as('bob').ok('createTask', named);
  await startWorkstream(world, 'checkout');
  const refused = await cleo.refused('createTask', { ...named, workstream: 'checkout' });
  assert.is(refused.status, 404);
  assert.is((await world.as('ada').ok('listTasks', { id })).tasks.length, 2, 'admins see it');
  feed.close();
});

scenario('ANS-1', 'the same request again delegates once', async (world) => {
  await startWorkstream(world, 'checkout');
  const { id } = world.workspace;
  const input = { id, workstream: 'checkout', title: 'T' };
  const first = await world.as('bob').ok('createTask', input, { idempotencyKey: 'one' });
  assert.equal(await world.as('bob').ok('createTask', input, { idempotencyKey: 'one' }), first);
  assert.is((await world.as('bob').ok('listTasks', { id })).tasks.length, 1);
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../shared/api/operations.ts';
import { minutes } from '../support/fake-clock.ts';
import type { World } from '../support/harness.ts';
import type { Input } from '../support/person.ts';
import { relayScenario, scenario } from '../support/scenario.ts';
import { callTool, tool } from '../support/tools.ts';
import { addTask, startWorkstream } from './support.ts';

type Task = Output<'getTask'>;

async function patch(world: World, task_id: string, input: Input): Promise<Task> {
  return world.as('ada').ok('changeTask', { id: world.workspace.id, task_id, ...input });
}

function claim(world: World, name: string, { task_id, session_id }: Input): Promise<Task> {
  return world.as(name).ok('claimTask', { id: world.workspace.id, task_id, session_id });
}

async function statusOf(world: World, task_id: string): Promise<string> {
  return (await world.as('cleo').ok('getTask', { id: world.workspace.id, task_id })).status;
}

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

scenario('TSK-2', 'of two that claim one wins, and the other learns who', async (world) => {
  await startWorkstream(world, 'checkout');
  const bobs = await world.as('bob').agent().start();
  const cleos = await world.as('cleo').agent().start();
  const { id: task_id } = await addTask(world);
  const feed = await world.as('ada').feed();
  const won = await claim(world, 'bob', { task_id, session_id: bobs });
  assert.is(won.status, 'in_progress');
  assert.is(won.assignee_session, bobs);
  assert.is(won.assignee_name, 'bob');
  assert.ok(won.started_at);
  const input = { id: world.workspace.id, task_id, session_id: cleos };
  const lost = await world.as('cleo').refused('claimTask', input);
  assert.is(lost.status, 409);
  assert.match(lost.message, `was claimed by bob (claude-code)`);
  assert.equal(await claim(world, 'bob', { task_id, session_id: bobs }), won, 'twice is once');
  const { data } = await feed.next('task_claimed', { user: 'bob', session_id: bobs });
  assert.is((data['task'] as Input)['assignee_session'], bobs);
  feed.close();
});

scenario('TSK-2', 'of many claims at once exactly one wins', async (world) => {
  await startWorkstream(world, 'checkout');
  const names = ['ada', 'bob', 'cleo'] as const;
  const agents: { name: string; session_id: string }[] = [];
  for (let index = 0; index < 12; index += 1) {
    const name = names[index % names.length] ?? 'ada';
    agents.push({ name, session_id: await world.as(name).agent(`${name}-race-${index}`).start() });
  }
  await world.quiet();
  for (let round = 0; round < 5; round += 1) {
    const { id: task_id } = await addTask(world);
    const input = { id: world.workspace.id, task_id };
    const answers = await Promise.all(
      agents.map(({ name, session_id }) =>
        world.as(name).call('claimTask', { ...input, session_id }),
      ),
    );
    const winners = answers.flatMap(({ status }, at) => (status === 200 ? [agents[at]] : []));
    assert.is(winners.length, 1, JSON.stringify(answers.map(({ status }) => status)));
    const others = answers.filter(({ status }) => status !== 200);
    const winner = winners[0]?.session_id ?? '';
    for (const { status, text } of others) {
      assert.is(status, 409);
      assert.match(text, winner);
    }
    const stored = await world.as('ada').ok('getTask', input);
    assert.is(stored.assignee_session, winner);
  }
});

scenario('TSK-2', 'what is meant for a session waits for it while it is alive', async (world) => {
  await startWorkstream(world, 'checkout');
  const bobs = await world.as('bob').agent().start();
  const cleos = await world.as('cleo').agent().start();
  await world.quiet();
  const { id: task_id } = await addTask(world, { to_session: bobs });
  const input = { id: world.workspace.id, task_id, session_id: cleos };
  const refused = await world.as('cleo').refused('claimTask', input);
  assert.is(refused.status, 409);
  assert.match(refused.message, `is meant for bob (claude-code)`);
  await world.as('bob').agent().end();
  await world.quiet();
  assert.is((await claim(world, 'cleo', { task_id, session_id: cleos })).assignee_session, cleos);
});

relayScenario(
  'TSK-2',
  'what an ended session left in progress can be claimed again',
  async (world) => {
    await startWorkstream(world, 'checkout');
    const bobs = await world.as('bob').agent().start();
    const { id: task_id } = await addTask(world);
    await claim(world, 'bob', { task_id, session_id: bobs });
    await world.pass(minutes(5));
    assert.is(await statusOf(world, task_id), 'in_progress');
    const late = { id: world.workspace.id, task_id, session_id: bobs };
    const cleos = await world.as('cleo').agent().start();
    const feed = await world.as('ada').feed();
    const taken = await claim(world, 'cleo', { task_id, session_id: cleos });
    assert.is(taken.assignee_name, 'cleo');
    assert.is(taken.started_at, new Date(world.clock.now()).toISOString());
    await feed.next('task_claimed', { user: 'cleo' });
    const refused = await world.as('bob').refused('claimTask', late);
    assert.is(refused.status, 409);
    assert.match(refused.message, 'has ended');
    feed.close();
  },
);

scenario('TSK-2', 'who has it with another agent of their own is told so', async (world) => {
  await startWorkstream(world, 'checkout');
  const one = await world.as('bob').agent('one').start();
  const other = await world.as('bob').agent('other').start();
  const { id: task_id } = await addTask(world);
  await claim(world, 'bob', { task_id, session_id: one });
  const refused = (input: object) =>
    world.as('bob').refused('claimTask', { id: world.workspace.id, task_id, ...input });
  const said = await refused({ session_id: other });
  assert.match(said.message, 'claimed by another agent of bob (claude-code). Go on with it there;');
  assert.not.match(said.message, 'Choose another one');
});

relayScenario('TSK-2', 'a person claims without a session, and keeps it', async (world) => {
  await startWorkstream(world, 'checkout');
  const { id: task_id } = await addTask(world);
  const mine = await claim(world, 'bob', { task_id });
  assert.is(mine.assignee_name, 'bob');
  assert.is(mine.assignee_session, undefined);
  await world.pass(minutes(60));
  const cleos = await world.as('cleo').agent().start();
  const input = { id: world.workspace.id, task_id, session_id: cleos };
  assert.match((await world.as('cleo').refused('claimTask', input)).message, 'claimed by bob');
  const back = await patch(world, task_id, { status: 'todo' });
  assert.is(back.assignee_name, undefined);
  assert.is(back.started_at, undefined);
  assert.is((await claim(world, 'cleo', { task_id, session_id: cleos })).assignee_session, cleos);
});

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
    assert.is(refused.message, 'No such task.');
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

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { World } from '../support/harness.ts';
import type { Input } from '../support/person.ts';
import { relayScenario as scenario } from '../support/scenario.ts';
import { addTask, startWorkstream } from './support.ts';

/** A task that bob made and eve has claimed; both are members, as cleo is. */
async function claimed(world: World): Promise<{ id: string; task_id: string }> {
  const { id } = world.workspace;
  await world.addUser('eve');
  await world.join('eve', 'member');
  const task = { id, workstream: 'checkout', title: 'Pay' };
  const { id: task_id } = await world.as('bob').ok('createTask', task);
  await world.as('eve').ok('claimTask', { id, task_id });
  return { id, task_id };
}

const takings: readonly Input[] = [
  { status: 'done' },
  { status: 'cancelled' },
  { status: 'todo' },
  { assignee_session: null },
];

scenario(
  'TSK-5',
  'a claimed task is taken by who claimed it, its author and admins only',
  async (world) => {
    await startWorkstream(world, 'checkout');
    await world.addUser('eve');
    await world.join('eve', 'member');
    const { id } = world.workspace;
    const agents = { assignee_session: await world.as('cleo').agent().start() };
    for (const taking of [...takings, agents]) {
      for (const name of ['cleo', 'eve', 'bob', 'ada']) {
        const task = { id, workstream: 'checkout', title: 'Pay' };
        const { id: task_id } = await world.as('bob').ok('createTask', task);
        await world.as('eve').ok('claimTask', { id, task_id });
        const input = { id, task_id, ...taking };
        if (name !== 'cleo') {
          await world.as(name).ok('changeTask', input);
          continue;
        }
        const refused = await world.as(name).refused('changeTask', input);
        assert.is(refused.status, 403, refused.text);
        assert.is(refused.error, 'Forbidden');
        assert.match(refused.message, 'eve, bob, who made it, or an admin');
        const kept = await world.as('cleo').ok('getTask', { id, task_id });
        assert.is(kept.status, 'in_progress');
        assert.is(kept.assignee_name, 'eve');
      }
    }
  },
);

scenario('TSK-5', 'a claimed task is written anew by those only who may move it', async (world) => {
  await startWorkstream(world, 'checkout');
  const { id, task_id } = await claimed(world);
  const before = await world.as('ada').ok('getTask', { id, task_id });
  const { id: other } = await addTask(world);
  const words = [{ title: 'Stolen' }, { description: 'Stolen' }, { context: 'Stolen' }];
  const session_id = await world.as('cleo').agent().start();
  for (const word of words)
    for (const asked of [word, { ...word, session_id }, { ...word, status: 'done' }]) {
      const refused = await world.as('cleo').refused('changeTask', { id, task_id, ...asked });
      assert.is(refused.status, 403, refused.text);
      assert.match(refused.message, 'eve, bob, who made it, or an admin');
    }
  const more = { id, task_id, depends_on: [other] };
  assert.is((await world.as('cleo').refused('changeTask', more)).status, 409);
  assert.equal(await world.as('ada').ok('getTask', { id, task_id }), before);
  await world.as('cleo').ok('changeTask', { id, task_id, title: before.title });
  for (const title of ['eve', 'bob', 'ada'])
    await world.as(title).ok('changeTask', { id, task_id, title });
  await world.as('eve').ok('changeTask', { id, task_id, status: 'todo' });
  await world.as('cleo').ok('changeTask', { id, task_id, title: 'Free' });
});

scenario('TSK-5', 'a gate run does not complete what another member claimed', async (world) => {
  await startWorkstream(world, 'checkout');
  const { id, task_id } = await claimed(world);
  const run = {
    id,
    workstream_slug: 'checkout',
    commit_sha: 'a'.repeat(40),
    test_results: [{ test_file: 'test/pay.test.ts', test_name: 'pays', status: 'passed' }],
    completes_task_id: task_id,
  };
  const session_id = await world.as('cleo').agent().start();
  for (const input of [run, { ...run, session_id }]) {
    const refused = await world.as('cleo').refused('confirmReady', input);
    assert.is(refused.status, 403, refused.text);
    assert.match(refused.message, 'eve');
  }
  assert.is((await world.as('ada').ok('getTask', { id, task_id })).status, 'in_progress');
  const done = await world.as('eve').ok('confirmReady', run);
  assert.is(done.completed_task, task_id);
});

scenario('TSK-5', 'a claim whose session ended stands against nobody any more', async (world) => {
  await startWorkstream(world, 'checkout');
  const { id } = world.workspace;
  const bobs = await world.as('bob').agent().start();
  const { id: task_id } = await addTask(world);
  await world.as('bob').ok('claimTask', { id, task_id, session_id: bobs });
  const cleos = await world.as('cleo').agent().start();
  const move = { id, task_id, status: 'done', session_id: cleos };
  assert.is((await world.as('cleo').refused('changeTask', move)).status, 403);
  await world.as('bob').agent().end();
  await world.as('cleo').ok('claimTask', { id, task_id, session_id: cleos });
  await world.as('cleo').ok('changeTask', move);
});

test.run();

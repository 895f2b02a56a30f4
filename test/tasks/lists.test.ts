/** What the board of the dashboard asks for. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { relayScenario as scenario } from '../support/scenario.ts';

scenario(
  'DSH-65',
  'tasks are listed by who has them, and all that have not ended at once',
  async (world) => {
    const { id } = world.workspace;
    const [ada, bob] = [world.as('ada'), world.as('bob')];
    await ada.ok('startWorkstream', { id, title: 'Login' });
    const add = async (title: string, more = {}) =>
      (await ada.ok('createTask', { id, workstream: 'login', title, ...more })).id;
    const session = await bob.agent().start('login');
    const first = await add('done');
    const [second] = [await add('cancelled')];
    await add('blocked', { depends_on: [await add('claimed')] });
    await add('meant for bob', { to_session: session });
    const all = await ada.ok('listTasks', { id });
    const claimed = all.tasks.find(({ title }) => title === 'claimed')?.id;
    await bob.ok('claimTask', { id, task_id: claimed });
    await ada.ok('changeTask', { id, task_id: first, status: 'done' });
    await ada.ok('changeTask', { id, task_id: second, status: 'cancelled' });
    const titles = async (query: object) =>
      (await ada.ok('listTasks', { id, ...query })).tasks.map(({ title }) => title).sort();
    assert.equal(await titles({ open: true }), ['blocked', 'claimed', 'meant for bob']);
    assert.equal(await titles({ assignee_user: bob.id }), ['claimed', 'meant for bob']);
    assert.equal(await titles({ assignee_user: ada.id, open: true }), []);
    const { tasks } = await ada.ok('listTasks', { id, assignee_user: bob.id });
    assert.equal(new Set(tasks.map(({ assignee_user }) => assignee_user)), new Set([bob.id]));
  },
);

test.run();

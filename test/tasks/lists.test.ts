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

scenario(
  'TSK-4',
  'what a workstream that has ended left to do is in no list of what is to do',
  async (world) => {
    const { id } = world.workspace;
    const ada = world.as('ada');
    for (const title of ['Login', 'Search']) await ada.ok('startWorkstream', { id, title });
    const add = (workstream: string) => ada.ok('createTask', { id, workstream, title: workstream });
    await add('search');
    await add('login');
    await ada.ok('endWorkstream', { id, slug: 'login' });
    const titles = async (query: object) =>
      (await ada.ok('listTasks', { id, ...query })).tasks.map(({ title }) => title).sort();
    assert.equal(await titles({ status: 'todo' }), ['search']);
    assert.equal(await titles({ open: true }), ['search']);
    assert.equal(await titles({ status: 'todo', workstream: 'login' }), ['login']);
    assert.equal(await titles({}), ['login', 'search']);
    assert.is((await ada.ok('summary', { id })).tasks.todo, 1);
  },
);

scenario(
  'TSK-4',
  'no task of a private workstream is given to an agent that does not see it',
  async (world) => {
    const { id } = world.workspace;
    const [ada, bob] = [world.as('ada'), world.as('bob')];
    await bob.ok('startWorkstream', { id, title: 'Secret', visibility: 'private' });
    const [ofAda, ofBob] = [await ada.agent().start('x'), await bob.agent().start('y')];
    const cleo = await world.as('cleo').agent().start('z');
    const give = { id, workstream: 'secret', title: 'T' };
    const refused = await bob.refused('createTask', { ...give, to_session: cleo });
    assert.equal([refused.status, refused.field], [409, 'assignee_session']);
    const made = await bob.ok('createTask', { ...give, to_session: ofBob });
    const change = { id, task_id: made.id, assignee_session: cleo };
    assert.is((await bob.refused('changeTask', change)).status, 409);
    await bob.ok('changeTask', { ...change, assignee_session: ofAda });
  },
);

test.run();

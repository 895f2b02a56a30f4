import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { confirm, record, sha, startStream } from '../gate/steps.ts';
import { relayScenario as scenario } from '../support/scenario.ts';
import type { World } from '../support/harness.ts';

function detailOf(world: World, name: string, seenBy = 'cleo') {
  const { id } = world.workspace;
  return world.as(seenBy).ok('memberDetail', { id, userId: world.as(name).id });
}

/** Reservations as they stand in the store; a hook each would take minutes. */
async function reserve(world: World, sessionId: string, paths: readonly string[]): Promise<void> {
  const expires_at = world.clock.now() + 600_000;
  const rows = paths.map((path, fence) => ({
    ...{ workspace_id: world.workspace.id, path_key: path, file_path: path, symbol: '*' },
    ...{ session_id: sessionId, fence, expires_at, within_symbol: '', base: '', lines: '' },
    asked: 0,
  }));
  for (let at = 0; at < rows.length; at += 500) {
    const part = rows.slice(at, at + 500);
    await world.database.write((db) => db.insertInto('reservations').values(part).execute());
  }
}

function manyPaths(folder: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${folder}/${String(at).padStart(5, '0')}.md`);
}

scenario(
  'ACC-11',
  'of 5,000 reservations each member has their own, all of them',
  async (world) => {
    const bobs = await world.as('bob').agent().start('write');
    const adas = await world.as('ada').agent().start('write');
    // The others come first in the list of the workspace.
    await reserve(world, adas, manyPaths('a', 12_000));
    await reserve(world, bobs, manyPaths('b', 5_000));
    const { reservations, sessions } = await detailOf(world, 'bob');
    assert.is(reservations.length, 5_000);
    assert.ok(reservations.every(({ session_id: id }) => id === bobs));
    assert.is(new Set(reservations.map(({ file_path: path }) => path)).size, 5_000);
    assert.is(sessions[0]?.reserved_files.length, 5_000);
    const { id } = world.workspace;
    const listed = await world.as('cleo').ok('listSessions', { id });
    assert.is(listed.find((session) => session.id === bobs)?.reserved_files.length, 5_000);
  },
);

scenario('ACC-11', 'the tasks that they made or have to do, and their commits', async (world) => {
  const { id } = world.workspace;
  const [ada, bob] = [world.as('ada'), world.as('bob')];
  const { slug: workstream } = await ada.ok('startWorkstream', { id, title: 'Search' });
  const session = await bob.agent().start('search');
  const made = await bob.ok('createTask', { id, workstream, title: 'Made by Bob' });
  const due = await ada.ok('createTask', {
    ...{ id, workstream, title: 'For Bob' },
    to_session: session,
  });
  await ada.ok('createTask', { id, workstream, title: 'For nobody' });
  const { tasks = [] } = await detailOf(world, 'bob');
  assert.equal(tasks.map((one) => one.id).sort(), [made.id, due.id].sort());
  assert.equal((await detailOf(world, 'cleo')).tasks, []);
});

scenario('ACC-11', 'the commits that they recorded', async (world) => {
  await startStream(world);
  const { receipt_id: receipt } = await confirm(world, {}, 'bob');
  await record(world, { receipt }, 'bob');
  const { commits = [] } = await detailOf(world, 'bob');
  assert.equal(
    commits.map(({ commit_sha: commit }) => commit),
    [sha('one')],
  );
  assert.equal((await detailOf(world, 'ada')).commits, []);
});

scenario('ACC-11', 'what is in a private workstream stays there', async (world) => {
  const { id } = world.workspace;
  const bob = world.as('bob');
  const { slug: workstream } = await bob.ok('startWorkstream', {
    ...{ id, title: 'Secret', visibility: 'private' },
  });
  const task = await bob.ok('createTask', { id, workstream, title: 'Hidden' });
  assert.equal((await detailOf(world, 'bob')).tasks, []);
  assert.equal(
    (await detailOf(world, 'bob', 'bob')).tasks?.map((one) => one.id),
    [task.id],
  );
  const { length } = (await detailOf(world, 'bob', 'ada')).tasks ?? [];
  assert.is(length, 1, 'an owner sees every workstream');
});

scenario('ACC-11', 'only the newest 50 tasks are shown', async (world) => {
  const { id } = world.workspace;
  const bob = world.as('bob');
  const { slug: workstream } = await bob.ok('startWorkstream', { id, title: 'Search' });
  for (let at = 0; at < 52; at += 1) {
    world.clock.advance(1);
    await bob.ok('createTask', { id, workstream, title: `Task ${at}` });
  }
  const { tasks = [] } = await detailOf(world, 'bob');
  assert.is(tasks.length, 50);
  assert.is(tasks[0]?.title, 'Task 51');
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../shared/api/operations.ts';
import type { World } from '../support/harness.ts';
import { relayScenario, scenario } from '../support/scenario.ts';
import { eventually } from '../support/waiting.ts';

type Packages = Output<'ingestMeeting'>['work_packages'];

/** Two open work packages. */
async function twoPackages(world: World): Promise<{ one: Packages[0]; two: Packages[0] }> {
  const { id: workspace_id } = world.workspace;
  const transcript =
    'Ann: We decided to use JWT in src/auth.ts.\nBob: We agreed to split src/b.ts.';
  const meeting = { workspace_id, title: 'Login', transcript };
  const { work_packages } = await world.as('ada').ok('ingestMeeting', meeting);
  const [one, two] = work_packages;
  if (one === undefined || two === undefined) throw new Error('two packages were expected');
  return { one, two };
}

scenario('PKG-1', 'a work package goes from open to completed, step by step', async (world) => {
  const { id } = world.workspace;
  const { one } = await twoPackages(world);
  const bob = world.as('bob');
  const move = (status: string) => ({ id, pid: one.id, status });
  for (const status of ['in_progress', 'completed', 'claimed', 'open']) {
    const refused = await bob.refused('movePackage', move(status));
    assert.equal([refused.status, refused.error], [409, 'Conflict'], status);
    assert.match(refused.message, 'is open');
  }
  const feed = await world.as('cleo').feed();
  world.clock.advance(1_000);
  const claimed = await bob.ok('claimPackage', { id, pid: one.id });
  assert.equal(
    [claimed.status, claimed.assignee, claimed.assignee_name],
    ['claimed', bob.id, 'bob'],
  );
  assert.ok(claimed.updated_at > claimed.created_at);
  assert.match(
    (await bob.refused('movePackage', move('completed'))).message,
    'is claimed, with bob',
  );
  assert.is((await bob.ok('movePackage', move('in_progress'))).status, 'in_progress');
  assert.is((await bob.ok('movePackage', move('completed'))).status, 'completed');
  for (const status of ['open', 'claimed', 'in_progress', 'completed']) {
    assert.match((await bob.refused('movePackage', move(status))).message, 'is completed');
  }
  const { data } = await feed.next('work_package_claimed', { user: 'bob' });
  assert.is((data['work_package'] as { id: string }).id, one.id);
  await feed.next('work_package_changed', { user: 'bob' });
  feed.close();
});

scenario('PKG-2', 'of many that claim one gets it', async (world) => {
  const { id } = world.workspace;
  const { one } = await twoPackages(world);
  const people = ['ada', 'bob', 'cleo', 'bob', 'ada'].map((name) => world.as(name));
  const input = { id, pid: one.id };
  const answers = await Promise.all(people.map((person) => person.call('claimPackage', input)));
  const won = answers.filter(({ status }) => status === 200);
  assert.is(won.length, 1);
  assert.is(answers.filter(({ status }) => status === 409).length, people.length - 1);
  const winner = (won[0]?.body ?? {}) as { assignee_name?: string };
  const late = await world.as('cleo').refused('claimPackage', input);
  assert.match(late.message, `with ${winner.assignee_name}`);
});

scenario('PKG-1', 'only its assignee moves it, or an admin', async (world) => {
  const { id } = world.workspace;
  const { one } = await twoPackages(world);
  await world.as('bob').ok('claimPackage', { id, pid: one.id });
  const input = { id, pid: one.id, status: 'in_progress' };
  const refused = await world.as('cleo').refused('movePackage', input);
  assert.is(refused.status, 403);
  assert.match(refused.message, 'with bob. Who has it moves it, or an admin: ask them');
  assert.match((await world.as('cleo').refused('claimPackage', input)).message, 'ask them');
  assert.is((await world.as('ada').ok('movePackage', input)).assignee_name, 'bob');
  const again = await world.as('cleo').refused('movePackage', input);
  assert.not.match(again.message, 'coord packages complete');
});

scenario('PKG-1', 'they are listed by state and assignee', async (world) => {
  const { id } = world.workspace;
  const { one, two } = await twoPackages(world);
  const bob = world.as('bob');
  await bob.ok('claimPackage', { id, pid: two.id });
  const list = async (query: object) => {
    const { packages } = await bob.ok('listPackages', { id, ...query });
    return packages.map((found) => found.id);
  };
  assert.equal((await list({})).toSorted(), [one.id, two.id].toSorted());
  assert.equal(await list({ status: 'open' }), [one.id]);
  assert.equal(await list({ assignee: bob.id }), [two.id]);
  assert.equal(await list({ status: 'open', assignee: bob.id }), []);
  assert.is((await bob.refused('listPackages', { id, status: 'lost' })).status, 400);
  const first = await bob.ok('listPackages', { id, limit: 1 });
  const rest = await bob.ok('listPackages', { id, limit: 1, before: first.next_cursor });
  assert.equal(
    [...first.packages, ...rest.packages].map((found) => found.id).toSorted(),
    [one.id, two.id].toSorted(),
  );
  assert.is((await bob.refused('claimPackage', { id, pid: 'pkg_0' })).status, 404);
});

relayScenario('ACC-2', 'work packages of others do not exist', async (world) => {
  const { id } = world.workspace;
  const { one } = await twoPackages(world);
  for (const name of ['claimPackage', 'movePackage', 'listPackages'] as const) {
    const input = { id, pid: one.id, ...(name === 'movePackage' && { status: 'in_progress' }) };
    assert.is((await world.as('mallory').refused(name, input)).status, 404, name);
  }
});

scenario('PKG-1', 'what a member has claimed is their work, and in their detail', async (world) => {
  const { id } = world.workspace;
  const { one } = await twoPackages(world);
  const bob = world.as('bob');
  await bob.ok('claimPackage', { id, pid: one.id });
  const own = async (name: string) =>
    (await world.as(name).ok('sync', { id, task: 'x' })).your_work;
  const [work] = await eventually('it is known', async () => {
    const found = await own('bob');
    return found.length > 0 ? found : undefined;
  });
  assert.equal([work?.id, work?.status, work?.files], [one.id, 'claimed', ['src/auth.ts']]);
  assert.is(work?.decisions[0]?.title, 'Use JWT in src/auth.ts');
  assert.equal(await own('cleo'), []);
  const detail = await world.as('ada').ok('memberDetail', { id, userId: bob.id });
  assert.equal(
    detail.work_packages.map((found) => found.id),
    [one.id],
  );
  await bob.ok('movePackage', { id, pid: one.id, status: 'in_progress' });
  await bob.ok('movePackage', { id, pid: one.id, status: 'completed' });
  await eventually('it is done', async () => ((await own('bob')).length === 0 ? true : undefined));
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Role } from '../../shared/contract/fields.ts';
import { onPostgres, relayScenario as scenario } from '../support/scenario.ts';
import type { World } from '../support/harness.ts';

scenario('ACC-3', 'who makes a workspace owns it', async (world) => {
  const mallory = world.as('mallory');
  const made = await mallory.ok('createWorkspace', { name: ' Tea Room ', slug: 'tea-room' });
  assert.is(made.name, 'Tea Room');
  assert.is(made.created_at, new Date(world.clock.now()).toISOString());
  const { workspaces } = await mallory.ok('listWorkspaces', {});
  const own = {
    ...made,
    role: 'owner',
    branch_prefix: 'coord',
    gate_policy: 'reported',
    conflict_policy: 'members',
    test_gaps: 'refused',
    must_rules: 'reviewed',
  };
  assert.equal(workspaces, [own]);
  assert.equal(await mallory.ok('getWorkspace', { id: made.id }), own);
  const profile = await mallory.ok('profile', {});
  assert.equal(profile.workspaces, [
    { id: made.id, slug: 'tea-room', name: 'Tea Room', role: 'owner' },
  ]);
});

scenario('ANS-1', 'a slug is one workspace: the second gets a 409, also at once', async (world) => {
  const make = (name: 'ada' | 'bob') =>
    world.as(name).call('createWorkspace', { name: 'Tea', slug: 'tea' });
  const answers = await Promise.all([make('ada'), make('bob'), make('ada')]);
  assert.equal(answers.map(({ status }) => status).sort(), [201, 409, 409]);
  for (const slug of ['Tea', 'tea--room', '-tea', 'tea room', '', 'x'.repeat(65)]) {
    const refused = await world.as('ada').refused('createWorkspace', { name: 'Tea', slug });
    assert.is(refused.status, 400, slug);
    assert.is(refused.field, 'slug');
  }
});

scenario('ACC-3', 'the name changes, the slug stays, and an event says so', async (world) => {
  const { id, slug } = world.workspace;
  const feed = await world.as('bob').feed();
  const renamed = await world.as('ada').ok('changeWorkspace', { id, name: 'New', slug: 'new' });
  assert.is(renamed.name, 'New');
  assert.is(renamed.slug, slug);
  await feed.next('workspace_renamed', { name: 'New' });
  feed.close();
});

/** Who may do what: the roles of actor and target, the role wanted (none: removal), and the status. */
const matrix: readonly (readonly [Role, Role | undefined, Role | undefined, number])[] = [
  ['owner', undefined, 'owner', 201],
  ['owner', undefined, 'admin', 201],
  ['owner', 'admin', 'member', 201],
  ['owner', 'owner', 'member', 201],
  ['owner', 'owner', undefined, 200],
  ['owner', 'admin', undefined, 200],
  ['owner', 'member', undefined, 200],
  ['admin', undefined, 'member', 201],
  ['admin', undefined, 'admin', 403],
  ['admin', undefined, 'owner', 403],
  ['admin', 'member', 'admin', 403],
  ['admin', 'member', 'member', 201],
  ['admin', 'admin', 'member', 403],
  ['admin', 'admin', undefined, 403],
  ['admin', 'owner', 'member', 403],
  ['admin', 'owner', undefined, 403],
  ['admin', 'member', undefined, 200],
  ['member', undefined, 'member', 403],
  ['member', 'member', 'admin', 403],
  ['member', 'member', undefined, 403],
  ['member', 'admin', undefined, 403],
  ['member', 'owner', undefined, 403],
];

scenario('ACC-3', 'the roles say who manages whom', async (world) => {
  const { id } = world.workspace;
  for (const [index, [role, current, next, status]] of matrix.entries()) {
    const [actor, target] = [`actor-${index}`, `target-${index}`];
    await world.addUser(actor);
    await world.addUser(target);
    await world.join(actor, role);
    if (current !== undefined) await world.join(target, current);
    const answer = await change(world, actor, { target, next });
    const title = `${role} makes ${current ?? 'a stranger'} ${next ?? 'a stranger'}`;
    assert.is(answer.status, status, `${title}: ${answer.text}`);
    const after = status < 300 ? next : current;
    assert.is(await roleOf(world, target), after, title);
  }
  assert.is((await world.as('ada').ok('getWorkspace', { id })).role, 'owner');
});

function change(
  world: World,
  actor: string,
  { target, next }: { target: string; next?: Role | undefined },
) {
  const { id } = world.workspace;
  const { id: userId } = world.as(target);
  if (next === undefined) return world.as(actor).call('removeMember', { id, userId });
  return world.as(actor).call('addMember', { id, user_id: userId, role: next });
}

async function roleOf(world: World, name: string): Promise<Role | undefined> {
  const { id } = world.workspace;
  const { members } = await world.as('ada').ok('listMembers', { id, limit: 500 });
  return members.find(({ user_id }) => user_id === world.as(name).id)?.role;
}

scenario('ACC-3', 'the last owner cannot leave or step down', async (world) => {
  const { id } = world.workspace;
  const { id: userId } = world.as('ada');
  const left = await world.as('ada').refused('removeMember', { id, userId });
  assert.is(left.status, 409);
  const stepped = await world
    .as('ada')
    .refused('addMember', { id, user_id: userId, role: 'member' });
  assert.is(stepped.status, 409);
  await world.join('bob', 'owner');
  await world.as('ada').ok('removeMember', { id, userId });
  assert.is((await world.as('ada').refused('getWorkspace', { id })).status, 404);
});

scenario('ACC-3', 'two owners who leave at once do not leave it ownerless', async (world) => {
  const { id } = world.workspace;
  await world.join('bob', 'owner');
  const leave = (name: string) =>
    world.as(name).call('removeMember', { id, userId: world.as(name).id });
  const answers = await Promise.all([leave('ada'), leave('bob')]);
  assert.equal(answers.map(({ status }) => status).sort(), [200, 409]);
});

scenario(
  'ACC-3',
  'nor do they through two relay processes',
  async (world) => {
    const { id } = world.workspace;
    const second = await world.startRelay();
    await world.join('bob', 'owner');
    const leave = (name: string, via: string) =>
      world.as(name).call('removeMember', { id, userId: world.as(name).id }, { via });
    const answers = await Promise.all([leave('ada', world.relay.url), leave('bob', second.url)]);
    assert.equal(answers.map(({ status }) => status).sort(), [200, 409]);
  },
  { on: onPostgres },
);

scenario('ACC-3', 'every member may leave, and nobody is removed twice', async (world) => {
  const { id } = world.workspace;
  const { id: userId } = world.as('bob');
  await world.as('bob').ok('removeMember', { id, userId });
  assert.is((await world.as('ada').refused('removeMember', { id, userId })).status, 404);
});

scenario('ACC-3', 'only admins rename', async (world) => {
  const { id } = world.workspace;
  const refused = await world.as('bob').refused('changeWorkspace', { id, name: 'Mine' });
  assert.is(refused.status, 403);
  assert.is(refused.error, 'Forbidden');
  await world.join('bob', 'admin');
  await world.as('bob').ok('changeWorkspace', { id, name: 'Ours' });
});

scenario('ACC-3', 'an unknown user cannot be made a member', async (world) => {
  const { id } = world.workspace;
  const input = { id, user_id: 'usr_nobody', role: 'member' };
  assert.is((await world.as('ada').refused('addMember', input)).status, 404);
});

scenario(
  'WST-4',
  'a removed member loses sessions, reservations and streams together',
  async (world) => {
    const { id } = world.workspace;
    await world.as('bob').agent('tab-1').edit('docs/plan.md');
    await world.as('bob').agent('tab-2').edit('src/a.ts', ['login']);
    const feed = await world.as('cleo').feed();
    const theirs = await world.as('bob').feed();
    const replica = await world.as('bob').replica();
    await world.as('ada').ok('removeMember', { id, userId: world.as('bob').id });
    assert.equal(await world.as('cleo').reservations(), []);
    assert.equal(await world.as('cleo').sessions(), []);
    const { data } = await feed.next('member_removed');
    const removals = feed.events.filter(({ data: event }) => event['reason'] === 'member_removed');
    assert.equal(removals.map(({ type }) => type).sort(), [
      'file_released',
      'file_released',
      'session_ended',
      'session_ended',
    ]);
    assert.ok(removals.every((event) => event.data['at'] === data['at']));
    await theirs.ended;
    assert.is(await replica.closed, 4403);
    feed.close();
  },
);

scenario('WST-4', 'what a removed member had claimed may be claimed by others', async (world) => {
  const { id, id: workspace_id } = world.workspace;
  const [ada, bob, cleo] = ['ada', 'bob', 'cleo'].map((name) => world.as(name));
  await ada?.ok('startWorkstream', { id, title: 'Pay', slug: 'pay' });
  const task = await ada?.ok('createTask', { id, workstream: 'pay', title: 'Fees' });
  const transcript = 'Ann: We decided to use JWT in src/jwt.ts.';
  const meeting = await ada?.ok('ingestMeeting', { workspace_id, title: 'M', transcript });
  const pid = meeting?.work_packages[0]?.id ?? '';
  const task_id = task?.id ?? '';
  await bob?.ok('claimTask', { id, task_id });
  await bob?.ok('claimPackage', { id, pid });
  await bob?.ok('movePackage', { id, pid, status: 'in_progress' });
  await ada?.ok('removeMember', { id, userId: bob?.id });
  const { packages } = (await ada?.ok('listPackages', { id, status: 'open' })) ?? {};
  assert.equal(
    packages?.map((one) => [one.id, one.assignee]),
    [[pid, undefined]],
  );
  assert.is((await cleo?.ok('claimPackage', { id, pid }))?.status, 'claimed');
  assert.is((await cleo?.ok('claimTask', { id, task_id }))?.status, 'in_progress');
});

scenario('WST-4', 'the removed member is out at once, in every way', async (world) => {
  const { id, slug: workspace_slug } = world.workspace;
  const session_id = await world.as('bob').agent().start();
  await world.as('ada').ok('removeMember', { id, userId: world.as('bob').id });
  const bob = world.as('bob');
  const hook = { workspace_slug, event: 'postToolUse', conversation_id: 'c', file_path: 'a.md' };
  const answers = [
    await bob.refused('hook', hook),
    await bob.refused('heartbeat', { workspace_slug, session_id }),
    await bob.refused('listReservations', { id }),
    await bob.refused('sync', { id }),
    await bob.refused('feed', { id }),
  ];
  for (const { status } of answers) assert.is(status, 404);
  await world.join('bob', 'member');
  assert.is((await bob.agent().send({ event: 'file_check' })).session_id, session_id);
});

scenario('ACC-3', 'the detail of a member shows their work and nobody else’s', async (world) => {
  const { id } = world.workspace;
  await world.as('bob').agent().edit('docs/bob.md');
  await world.as('ada').agent().edit('docs/ada.md');
  const { id: userId } = world.as('bob');
  const detail = await world.as('cleo').ok('memberDetail', { id, userId });
  assert.is(detail.email, 'bob@example.com');
  assert.equal(
    detail.reservations.map(({ file_path }) => file_path),
    ['docs/bob.md'],
  );
  assert.equal(
    detail.sessions.map(({ user_name }) => user_name),
    ['bob'],
  );
  const { id: stranger } = world.as('mallory');
  assert.is((await world.as('ada').refused('memberDetail', { id, userId: stranger })).status, 404);
});

test.run();

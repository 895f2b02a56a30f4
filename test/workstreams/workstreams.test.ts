import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { interceptedRoutes } from '../../daemon/interceptors/interceptors.ts';
import { operations, type Output } from '../../shared/api/operations.ts';
import type { WorkstreamRecord } from '../../shared/workstreams/contract.ts';
import type { World } from '../support/harness.ts';
import type { Input } from '../support/person.ts';
import { onDaemon, relayScenario, scenario } from '../support/scenario.ts';
import { callTool, tool } from '../support/tools.ts';

const sessionMs = 5 * 60_000;
const notGated = 'No commit of it has passed the gate: coord gate run';

function start(world: World, input: Input = {}, name = 'bob'): Promise<Output<'startWorkstream'>> {
  const { id } = world.workspace;
  return world.as(name).ok('startWorkstream', { id, title: 'Guest checkout', ...input });
}

function show(world: World, slug = 'guest-checkout', name = 'cleo'): Promise<WorkstreamRecord> {
  return world.as(name).ok('getWorkstream', { id: world.workspace.id, slug });
}

function join(world: World, name: string, input: Input): Promise<Output<'joinWorkstream'>> {
  return world.as(name).ok('joinWorkstream', { id: world.workspace.id, ...input });
}

function leave(world: World, name: string, input: Input): Promise<WorkstreamRecord> {
  return world.as(name).ok('leaveWorkstream', { id: world.workspace.id, ...input });
}

async function slugs(world: World, name: string, query: Input = {}): Promise<string[]> {
  const { id } = world.workspace;
  const { workstreams } = await world.as(name).ok('listWorkstreams', { id, ...query });
  return workstreams.map(({ slug }) => slug);
}

/** The name of each member, and `joined` or `here` for their sessions. */
function membersOf({ members }: WorkstreamRecord): string[] {
  return members
    .map(({ user_name, session_id, joined_at }) =>
      session_id === undefined
        ? user_name
        : `${user_name} ${joined_at === undefined ? 'here' : 'joined'}`,
    )
    .sort();
}

/** The workstream of each reservation, as everybody is shown it. */
async function shownSlugs(world: World, name = 'cleo'): Promise<Record<string, string>> {
  const found = await world.as(name).reservations();
  return Object.fromEntries(
    found.map(({ file_path, workstream_slug }) => [file_path, workstream_slug ?? '']),
  );
}

scenario('WST-1', 'a workstream has a branch of its own, and its starter in it', async (world) => {
  const feed = await world.as('cleo').feed();
  const session = await world.as('bob').agent().start('Build the checkout');
  const { git, ...made } = await start(world, {
    description: 'For people without an account',
    base_branch: 'develop',
    session_id: session,
  });
  assert.is(typeof git, onDaemon(world.target) ? 'string' : 'undefined');
  assert.equal(made, {
    slug: 'guest-checkout',
    title: 'Guest checkout',
    description: 'For people without an account',
    branch: 'coord/guest-checkout',
    base_branch: 'develop',
    visibility: 'team',
    status: 'active',
    created_by: world.as('bob').id,
    created_by_name: 'bob',
    created_at: made.created_at,
    members: [
      {
        user_id: world.as('bob').id,
        user_name: 'bob',
        session_id: session,
        agent_type: 'claude-code',
        current_task: 'Build the checkout',
        joined_at: made.created_at,
      },
    ],
    reservations: [],
  });
  assert.equal(await show(world), made);
  const { data } = await feed.next('workstream_started', { user: 'bob', session_id: session });
  const shown = { slug: 'guest-checkout', title: 'Guest checkout', branch: 'coord/guest-checkout' };
  assert.equal(data['workstream'], shown);
  feed.close();
});

scenario('WST-1', 'the slug comes from the title, once and for all', async (world) => {
  const { id } = world.workspace;
  const bob = world.as('bob');
  assert.is(
    (await start(world, { title: '  Fix: Überweisung & Co. (2) ' })).slug,
    'fix-uberweisung-co-2',
  );
  assert.is((await start(world, { slug: 'short' })).branch, 'coord/short');
  const twice = await bob.refused('startWorkstream', { id, title: 'T', slug: 'short' });
  assert.is(twice.status, 409);
  await bob.ok('endWorkstream', { id, slug: 'short' });
  const again = await bob.refused('startWorkstream', { id, title: 'T', slug: 'short' });
  assert.is(again.status, 409);
  assert.match(again.message, 'short');
  const wordless = await bob.refused('startWorkstream', { id, title: '購物車' });
  assert.is(wordless.status, 400);
  assert.is(wordless.field, 'slug');
  const bad = await world.as('ada').refused('changeWorkspace', { id, branch_prefix: 'a.lock' });
  assert.is(bad.field, 'branch_prefix', 'git has no branches in such a folder');
  await world.as('ada').ok('changeWorkspace', { id, branch_prefix: 'work' });
  assert.is((await start(world)).branch, 'work/guest-checkout');
});

relayScenario('WST-1', 'what has ended stays as it is', async (world) => {
  const { id } = world.workspace;
  const bob = world.as('bob');
  for (const end of ['completed', 'abandoned'] as const) {
    await start(world, { slug: end });
    const ended = await bob.ok('changeWorkstream', { id, slug: end, status: end });
    assert.is(ended.status, end);
    assert.ok(ended.ended_at);
    const one = { id, slug: end };
    for (const [name, input] of [
      ['changeWorkstream', { title: 'Other' }],
      ['changeWorkstream', { status: 'active' }],
      ['changeWorkstream', { status: end }],
      ['endWorkstream', {}],
      ['joinWorkstream', {}],
      ['leaveWorkstream', {}],
      ['completeWorkstream', {}],
      ['completeWorkstream', { pr_url: 'https://example.com/pull/1' }],
    ] as const) {
      const refused = await bob.refused(name, { ...one, ...input });
      assert.is(refused.status, 409, name);
      assert.match(refused.message, end);
    }
  }
  assert.equal((await slugs(world, 'cleo', { status: 'completed' })).length, 1);
  assert.equal(await slugs(world, 'cleo', { status: 'active' }), []);
  assert.is((await bob.refused('getWorkstream', { id, slug: 'nothing' })).status, 404);
});

relayScenario('WST-1', 'abandoning shows the reason and keeps the branch', async (world) => {
  const { id } = world.workspace;
  const feed = await world.as('cleo').feed();
  await start(world);
  const one = { id, slug: 'guest-checkout', reason: 'Not wanted' };
  await world.as('cleo').ok('joinWorkstream', { id: one.id, slug: one.slug });
  const ended = await world.as('cleo').ok('endWorkstream', one);
  assert.equal(
    [ended.status, ended.reason, ended.branch],
    ['abandoned', 'Not wanted', 'coord/guest-checkout'],
  );
  const { data } = await feed.next('workstream_ended', { status: 'abandoned', user: 'cleo' });
  assert.is(data['reason'], 'Not wanted');
  feed.close();
});

relayScenario(
  'WST-1',
  'only who started it, who is in it and admins change or end it',
  async (world) => {
    const { id } = world.workspace;
    const cleo = world.as('cleo');
    const asked = [
      ['changeWorkstream', { title: 'Mine' }],
      ['changeWorkstream', { description: 'Mine' }],
      ['changeWorkstream', { status: 'completed' }],
      ['endWorkstream', {}],
      ['completeWorkstream', { pr_url: 'https://example.com/pull/1' }],
    ] as const;
    for (const [at, [name, input]] of asked.entries()) {
      const slug = `one-${at}`;
      await world.as('bob').ok('startWorkstream', { id, title: 'One', slug });
      const refused = await cleo.refused(name, { id, slug, ...input });
      assert.is(refused.status, 403, name);
      assert.match(refused.message, 'Join it');
      const kept = await cleo.ok('getWorkstream', { id, slug });
      assert.equal([kept.title, kept.description, kept.status], ['One', '', 'active']);
      await cleo.ok('completeWorkstream', { id, slug });
      await world.as('ada').ok('changeWorkstream', { id, slug, title: 'Two' });
      await cleo.ok('joinWorkstream', { id, slug });
      await cleo.ok(name, { id, slug, ...input });
    }
  },
);

scenario('WST-2', 'sessions that joined and sessions on its branch are in it', async (world) => {
  const [bob, cleo] = [world.as('bob'), world.as('cleo')];
  const made = await start(world);
  assert.equal(membersOf(made), ['bob']);
  const joined = await bob.agent('one').start('Cart');
  const onBranch = cleo.agent('two', { branch: made.branch });
  await onBranch.start('Payment');
  await cleo.agent('three', { branch: 'main' }).start('Elsewhere');
  const feed = await cleo.feed();
  await join(world, 'bob', { slug: made.slug, session_id: joined });
  await feed.next('workstream_joined', { user: 'bob', session_id: joined });
  feed.close();
  assert.equal(membersOf(await show(world)), ['bob', 'bob joined', 'cleo here']);
  await bob.agent('one').edit('src/cart.ts', ['add']);
  await onBranch.edit('src/pay.ts');
  await cleo.agent('three', { branch: 'main' }).edit('src/other.ts');
  const { reservations } = await show(world);
  assert.equal(
    reservations.map(({ file_path, workstream_slug }) => [file_path, workstream_slug]),
    [
      ['src/cart.ts', made.slug],
      ['src/pay.ts', made.slug],
    ],
  );
  const shown = { 'src/cart.ts': made.slug, 'src/pay.ts': made.slug, 'src/other.ts': '' };
  assert.equal(await shownSlugs(world), shown);
  await world.pass(sessionMs + 1);
  assert.equal(membersOf(await show(world)), ['bob'], 'sessions that nobody hears of are gone');
});

scenario('WST-2', 'a session is in one workstream, a person may be in several', async (world) => {
  const bob = world.as('bob');
  const session = await bob.agent().start('Both');
  await start(world, { slug: 'first', session_id: session }, 'bob');
  await start(world, { slug: 'second' }, 'cleo');
  const feed = await world.as('cleo').feed();
  await join(world, 'bob', { slug: 'second', session_id: 'bob-1' });
  await feed.next('workstream_left', { session_id: session });
  await feed.next('workstream_joined', { session_id: session });
  assert.equal(membersOf(await show(world, 'first')), []);
  assert.equal(membersOf(await show(world, 'second')), ['bob joined', 'cleo']);
  await join(world, 'cleo', { slug: 'first' });
  assert.equal(membersOf(await show(world, 'second')), ['bob joined', 'cleo']);
  await join(world, 'bob', { slug: 'second', session_id: session });
  await join(world, 'cleo', { slug: 'first' });
  await start(world, { slug: 'third' });
  await feed.next('workstream_started');
  const joins = feed.events.filter(({ type }) => type === 'workstream_joined');
  assert.is(joins.length, 2, 'joining twice is once');
  feed.close();
});

scenario('WST-2', 'joining counts before the branch', async (world) => {
  const first = await start(world, { slug: 'first' });
  await start(world, { slug: 'second' });
  const agent = world.as('cleo').agent('c', { branch: first.branch });
  const session = await agent.start('Where am I');
  await agent.edit('src/a.ts');
  assert.equal(await shownSlugs(world), { 'src/a.ts': 'first' });
  await join(world, 'cleo', { slug: 'second', session_id: session });
  assert.equal(await shownSlugs(world), { 'src/a.ts': 'second' });
  await world.as('bob').ok('endWorkstream', { id: world.workspace.id, slug: 'second' });
  assert.equal(await shownSlugs(world), { 'src/a.ts': 'first' });
});

scenario('WST-2', 'a subagent is where its conversation is', async (world) => {
  await start(world);
  const main = world.as('cleo').agent('c');
  const session = await main.start('All of it');
  const early = world.as('cleo').agent('c', { agent_id: 'early' });
  await early.start('A part');
  await join(world, 'cleo', { slug: 'guest-checkout', session_id: session });
  const late = world.as('cleo').agent('c', { agent_id: 'late' });
  await late.start('Another part');
  await early.edit('src/early.ts');
  await late.edit('src/late.ts');
  const all = { 'src/early.ts': 'guest-checkout', 'src/late.ts': 'guest-checkout' };
  assert.equal(await shownSlugs(world), all);
  assert.equal(membersOf(await show(world)), ['bob', 'cleo joined', 'cleo joined', 'cleo joined']);
  await leave(world, 'cleo', { slug: 'guest-checkout', session_id: session });
  assert.equal(await shownSlugs(world), { 'src/early.ts': '', 'src/late.ts': '' });
});

scenario('WST-2', 'a session that comes back is still in it', async (world) => {
  const session = await world.as('bob').agent().start('Build');
  await start(world, { session_id: session });
  await world.pass(sessionMs + 1);
  await world.as('bob').agent().edit('src/a.ts');
  assert.equal(membersOf(await show(world)), ['bob joined']);
  assert.equal(await shownSlugs(world), { 'src/a.ts': 'guest-checkout' });
});

scenario('WST-2', 'leaving leaves the others', async (world) => {
  const { id } = world.workspace;
  const bob = world.as('bob');
  const session = await bob.agent().start('Build');
  const made = await start(world, { session_id: session });
  await join(world, 'cleo', { slug: made.slug });
  const onBranch = await bob.agent('b', { branch: made.branch }).start('Beside');
  const feed = await world.as('cleo').feed();
  const left = await leave(world, 'bob', { slug: made.slug, session_id: session });
  assert.equal(membersOf(left), ['bob here', 'cleo']);
  await feed.next('workstream_left', { user: 'bob', session_id: session });
  const here = { id, slug: made.slug, session_id: onBranch };
  const refused = await bob.refused('leaveWorkstream', here);
  assert.is(refused.status, 409);
  assert.match(refused.message, 'branch');
  assert.is((await bob.refused('leaveWorkstream', { id, slug: made.slug })).status, 409);
  assert.equal(membersOf(await leave(world, 'cleo', { slug: made.slug })), ['bob here']);
  const last = await show(world);
  assert.is(last.status, 'active', 'it goes on without members');
  feed.close();
});

relayScenario('WST-2', 'a person who leaves takes all their sessions along', async (world) => {
  const one = await world.as('cleo').agent('one').start('One');
  const two = await world.as('cleo').agent('two').start('Two');
  await start(world);
  for (const session_id of [one, two])
    await join(world, 'cleo', { slug: 'guest-checkout', session_id });
  await join(world, 'cleo', { slug: 'guest-checkout' });
  assert.is((await show(world)).members.length, 4);
  assert.equal(membersOf(await leave(world, 'cleo', { slug: 'guest-checkout' })), ['bob']);
});

scenario('WST-2', 'only the own session acts', async (world) => {
  const { id } = world.workspace;
  const foreign = await world.as('cleo').agent().start('Mine');
  await start(world);
  const one = { id, slug: 'guest-checkout' };
  for (const session_id of [foreign, 'sess_nothing']) {
    const bob = world.as('bob');
    const started = { id, title: 'Other', session_id };
    assert.is((await bob.refused('startWorkstream', started)).status, 404);
    assert.is((await bob.refused('joinWorkstream', { ...one, session_id })).status, 404);
    assert.is((await bob.refused('leaveWorkstream', { ...one, session_id })).status, 404);
  }
  assert.equal(await slugs(world, 'bob'), ['guest-checkout']);
});

relayScenario('WST-2', 'who works in it adds others', async (world) => {
  const { id } = world.workspace;
  await start(world);
  const [bob, cleo] = [world.as('bob'), world.as('cleo')];
  const one = { id, slug: 'guest-checkout' };
  const stranger = await cleo.refused('joinWorkstream', { ...one, user_id: world.as('ada').id });
  assert.is(stranger.status, 403);
  const both = { ...one, user_id: cleo.id, session_id: await bob.agent().start('x') };
  assert.is((await bob.refused('joinWorkstream', both)).status, 400);
  const outside = { ...one, user_id: world.as('mallory').id };
  assert.is((await bob.refused('joinWorkstream', outside)).status, 404);
  await bob.ok('joinWorkstream', { ...one, user_id: cleo.id });
  assert.equal(membersOf(await show(world)), ['bob', 'cleo']);
});

scenario('ACC-2', 'a private workstream exists for its members and for admins', async (world) => {
  const { id } = world.workspace;
  const [ada, bob, cleo] = [world.as('ada'), world.as('bob'), world.as('cleo')];
  const feed = await cleo.feed();
  const session = await bob.agent().start('Secret work');
  const made = await start(world, { visibility: 'private', session_id: session });
  const { data } = await feed.next('workstream_started');
  assert.is((data['workstream'] as Input)['title'], '', 'its title is not in the event');
  const one = { id, slug: made.slug };
  for (const [name, input] of [
    ['getWorkstream', {}],
    ['changeWorkstream', { title: 'Mine' }],
    ['endWorkstream', {}],
    ['joinWorkstream', {}],
    ['joinWorkstream', { user_id: cleo.id }],
    ['leaveWorkstream', {}],
    ['completeWorkstream', {}],
  ] as const) {
    const refused = await cleo.refused(name, { ...one, ...input });
    const unknown = await cleo.refused(name, { ...one, ...input, slug: 'nothing' });
    assert.is(refused.status, 404, name);
    assert.is(refused.text, unknown.text, name);
  }
  assert.equal(await slugs(world, 'cleo'), []);
  await bob.agent().edit('src/secret.ts');
  assert.equal(await shownSlugs(world), { 'src/secret.ts': '' });
  assert.equal(await slugs(world, 'ada'), [made.slug]);
  assert.is((await ada.ok('getWorkstream', one)).reservations.length, 1);
  await leave(world, 'bob', { slug: made.slug, session_id: session });
  assert.equal(await slugs(world, 'bob'), [made.slug], 'its creator still sees it');
  await bob.ok('joinWorkstream', { ...one, user_id: cleo.id });
  assert.equal(await slugs(world, 'cleo'), [made.slug]);
  await bob.ok('changeWorkstream', { ...one, visibility: 'team' });
  const changed = await feed.next('workstream_changed');
  assert.is((changed.data['workstream'] as Input)['title'], 'Guest checkout');
  feed.close();
});

relayScenario('ACC-3', 'only who works in it says who sees it', async (world) => {
  const { id } = world.workspace;
  await start(world);
  const hide = { id, slug: 'guest-checkout', visibility: 'private' };
  assert.is((await world.as('cleo').refused('changeWorkstream', hide)).status, 403);
  await world.as('ada').ok('changeWorkstream', hide);
  assert.is((await world.as('cleo').refused('getWorkstream', hide)).status, 404);
});

relayScenario('ACC-2', 'another workspace sees and moves nothing of it', async (world) => {
  const mallory = world.as('mallory');
  await start(world);
  const own = await mallory.ok('createWorkspace', { name: 'Own', slug: 'own' });
  for (const id of [own.id, world.workspace.id]) {
    const one = { id, slug: 'guest-checkout' };
    for (const name of [
      'getWorkstream',
      'joinWorkstream',
      'leaveWorkstream',
      'endWorkstream',
    ] as const) {
      assert.is((await mallory.refused(name, one)).status, 404, name);
    }
  }
  assert.equal((await mallory.ok('listWorkstreams', { id: own.id })).workstreams, []);
});

scenario('WST-3', 'first a plan, then with the pull request the end', async (world) => {
  const { id } = world.workspace;
  const bob = world.as('bob');
  const session = await bob.agent().start('Build');
  const decide = (title: string, named?: string) =>
    bob.ok('decide', { id, title, rationale: 'Because', session_id: named });
  await decide('Too early', session);
  world.clock.advance(1_000);
  await start(world, { description: 'For guests', session_id: session, base_branch: 'develop' });
  world.clock.advance(1_000);
  await decide('Carts live in Redis', session);
  await decide('Somebody else’s', undefined);
  const given = { workstream: 'guest-checkout', session_id: session };
  const task = await world
    .as('cleo')
    .ok('createTask', { id, title: 'Write tests', ...given, session_id: undefined });
  await bob.agent().edit('src/cart.ts', ['add']);
  const one = { id, slug: 'guest-checkout' };
  const plan = await bob.ok('completeWorkstream', one);
  assert.equal(
    [plan.phase, plan.title, plan.branch],
    ['plan', 'Guest checkout', 'coord/guest-checkout'],
  );
  assert.is(
    plan.body,
    'For guests\n\n## Decisions\n\n- Carts live in Redis: Because\n\n## Tasks\n\n- [ ] Write tests (todo)',
  );
  assert.equal(plan.commands, [
    ['git', 'switch', 'develop'],
    ['git', 'pull', '--ff-only'],
    ['git', 'merge', '--squash', 'coord/guest-checkout'],
    ['git', 'commit', '-m', 'Guest checkout', '-m', plan.body],
    ['git', 'push'],
  ]);
  assert.equal(plan.blockers, [
    `The task ${task.id} is todo: “Write tests”`,
    'bob still holds src/cart.ts#add',
    notGated,
  ]);
  const pr_url = 'https://example.com/shop/pull/7';
  const early = await bob.refused('completeWorkstream', { ...one, pr_url });
  assert.is(early.status, 409);
  assert.match(early.message, '“Write tests”');
  assert.match(early.text, task.id);
  const patched = { ...one, status: 'completed', title: 'Other' };
  assert.is((await bob.refused('changeWorkstream', patched)).status, 409);
  assert.is((await show(world)).title, 'Guest checkout', 'a refused change changes nothing');
  await world.as('cleo').ok('changeTask', { id, task_id: task.id, status: 'cancelled' });
  const feed = await world.as('cleo').feed();
  const done = await bob.ok('completeWorkstream', { ...one, pr_url });
  assert.equal([done.phase, done.pr_url], ['completed', pr_url]);
  const held = 'bob still holds src/cart.ts#add';
  assert.equal(done.blockers, [held, notGated], 'a reservation ends by itself');
  const { data } = await feed.next('workstream_ended', { status: 'completed' });
  assert.is(data['pr_url'], pr_url);
  feed.close();
  const ended = await show(world);
  assert.equal([ended.status, ended.pr_url], ['completed', pr_url]);
});

scenario('WST-4', 'a removed member is in no workstream', async (world) => {
  const { id } = world.workspace;
  const session = await world.as('bob').agent().start('Build');
  await start(world, {}, 'cleo');
  const secret = await start(world, { slug: 'secret', visibility: 'private' }, 'cleo');
  await join(world, 'cleo', { slug: secret.slug, user_id: world.as('bob').id });
  await join(world, 'bob', { slug: 'guest-checkout', session_id: session });
  assert.equal(membersOf(await show(world)), ['bob joined', 'cleo']);
  const feed = await world.as('cleo').feed();
  await world.as('ada').ok('removeMember', { id, userId: world.as('bob').id });
  await feed.next('workstream_left', { user: 'bob', session_id: session });
  await feed.next('session_ended', { reason: 'member_removed' });
  await feed.next('member_removed');
  feed.close();
  assert.equal(membersOf(await show(world)), ['cleo']);
  assert.equal(membersOf(await show(world, 'secret')), ['cleo']);
  await world.join('bob', 'member');
  assert.equal(await slugs(world, 'bob'), ['guest-checkout']);
  await world.as('bob').agent().start('Again');
  assert.equal(membersOf(await show(world)), ['cleo'], 'coming back is not joining again');
});

scenario('ANS-1', 'names that git or a shell could misread are refused', async (world) => {
  const { id } = world.workspace;
  const bob = world.as('bob');
  const hostile = [
    '--output=x',
    '-x',
    ';id',
    '../x',
    'a..b',
    'a b',
    'A',
    'a--b',
    'a/',
    '',
    'x'.repeat(65),
  ];
  for (const slug of hostile) {
    const refused = await bob.refused('startWorkstream', { id, title: 'T', slug });
    assert.equal([refused.status, refused.field], [400, 'slug'], slug);
  }
  const branches = [
    '--output=x',
    '-x',
    '../x',
    'a..b',
    'a b',
    'a~1',
    'a^',
    'a:b',
    'a?',
    'a*',
    'a[',
    'a\\b',
    '/a',
    'a/',
    'a//b',
    'a.',
    '.a',
    'a/.b',
    'a.lock',
    'a.lock/b',
    'a@{1}',
    'a\nb',
    'a\0',
    '',
  ];
  for (const base_branch of branches) {
    const refused = await bob.refused('startWorkstream', { id, title: 'T', base_branch });
    assert.equal([refused.status, refused.field], [400, 'base_branch'], base_branch);
  }
  const itself = { id, title: 'T', slug: 't', base_branch: 'coord/t' };
  assert.is((await bob.refused('startWorkstream', itself)).field, 'base_branch');
  assert.equal(await slugs(world, 'bob'), []);
  await start(world);
  for (const pr_url of [
    'javascript:alert(1)',
    'file:///etc/passwd',
    'ftp://x/y',
    'pull/7',
    'http://',
    '',
  ]) {
    const refused = await bob.refused('completeWorkstream', { id, slug: 'guest-checkout', pr_url });
    assert.equal([refused.status, refused.field], [400, 'pr_url'], pr_url);
  }
  for (const slug of ['..%2f', '%', '%2e%2e', '--help', 'ä', '%00']) {
    const path = `/workspaces/${id}/workstreams/${slug}/join`;
    const answer = await bob.send({ method: 'POST', path });
    assert.ok([400, 404].includes(answer.status), `${slug}: ${answer.status} ${answer.text}`);
  }
  for (const body of ['[]', '"x"', '{', 'null']) {
    const path = `/workspaces/${id}/workstreams`;
    const headers = { 'content-type': 'application/json' };
    assert.is((await bob.send({ method: 'POST', path, headers, body })).status, 400, body);
  }
});

relayScenario('ANS-4', 'pages of workstreams show each once, newest first', async (world) => {
  const { id } = world.workspace;
  for (let index = 0; index < 7; index += 1) {
    if (index % 2 === 0) world.clock.advance(1_000);
    await start(world, { slug: `s-${index}` });
  }
  const found: string[] = [];
  for (let before: string | undefined, turn = 0; turn < 10; turn += 1) {
    const page = await world.as('cleo').ok('listWorkstreams', { id, limit: 3, before });
    found.push(...page.workstreams.map(({ slug }) => slug));
    if ((before = page.next_cursor) === undefined) break;
  }
  assert.equal(found, ['s-6', 's-5', 's-4', 's-3', 's-2', 's-1', 's-0']);
  const wrong = await world.as('cleo').refused('listWorkstreams', { id, before: 'x' });
  assert.is(wrong.status, 400);
});

scenario('ANS-2', 'starting again with the same key starts once', async (world) => {
  const { id } = world.workspace;
  const bob = world.as('bob');
  const asking = { idempotencyKey: 'once' };
  const first = await bob.ok('startWorkstream', { id, title: 'Once' }, asking);
  const again = await bob.ok('startWorkstream', { id, title: 'Once' }, asking);
  assert.is(again.created_at, first.created_at);
  assert.equal(await slugs(world, 'bob'), ['once']);
});

relayScenario(
  'WST-1',
  'the tools start, join, list, leave and complete; one that has ended takes nobody',
  async (world) => {
    const session = await world.as('bob').agent().start('Build');
    const made = await tool<WorkstreamRecord>(world, 'bob', {
      tool: 'workstream_start',
      args: { title: 'Guest checkout', session_id: session },
    });
    assert.equal(membersOf(made), ['bob joined']);
    const args = { slug: made.slug };
    await tool(world, 'cleo', { tool: 'workstream_join', args });
    const listed = await tool<Output<'listWorkstreams'>>(world, 'cleo', {
      tool: 'workstream_list',
      args: { status: 'active' },
    });
    assert.equal(listed.workstreams.map(membersOf), [['bob joined', 'cleo joined']]);
    await tool(world, 'cleo', { tool: 'workstream_leave', args });
    const plan = await tool<Output<'completeWorkstream'>>(world, 'bob', {
      tool: 'workstream_complete',
      args,
    });
    assert.is(plan.phase, 'plan');
    const { id } = world.workspace;
    const ended = await world.as('bob').ok('endWorkstream', { id, ...args, reason: 'Enough' });
    assert.is(ended.status, 'abandoned');
    const late = await callTool(world, world.as('bob'), { tool: 'workstream_join', args });
    assert.ok(late.isError);
    assert.match(late.text, /^Conflict: .*abandoned/);
    const hostile = { tool: 'workstream_start', args: { title: 'T', base_branch: '--output=x' } };
    const refused = await callTool(world, world.as('bob'), hostile);
    assert.ok(refused.isError);
    assert.match(refused.text, /^ValidationError: base_branch/);
  },
);

relayScenario('WST-2', 'a restart of the relay changes nothing', async (world) => {
  const session = await world.as('bob').agent().start('Build');
  await start(world, { session_id: session });
  const before = await show(world);
  await world.restart();
  assert.equal(await show(world), before);
  await world.as('bob').agent().edit('src/a.ts');
  assert.equal(await shownSlugs(world), { 'src/a.ts': 'guest-checkout' });
});

scenario(
  'WST-2',
  'a daemon knows the workstream of a reservation without asking',
  async (world) => {
    const agent = world.as('cleo').agent('c');
    const session = await agent.start('Cart');
    await start(world);
    await agent.edit('src/a.ts');
    await join(world, 'cleo', { slug: 'guest-checkout', session_id: session });
    await world.quiet();
    const known = async (name: string) => {
      const { body } = await world.as(name).get('/status');
      const { reservations } = body as { reservations: { workstream_slug?: string }[] };
      return reservations.map(({ workstream_slug }) => workstream_slug ?? '');
    };
    assert.equal(await known('bob'), ['guest-checkout'], 'from events');
    assert.equal(await known('ada'), ['guest-checkout'], 'from a snapshot');
    await leave(world, 'cleo', { slug: 'guest-checkout', session_id: session });
    await world.quiet();
    assert.equal(await known('bob'), ['']);
  },
  { on: onDaemon },
);

test('WST-1 the daemon adds to the operations at the addresses that they have', () => {
  for (const [name, route] of Object.entries(interceptedRoutes)) {
    const { method, path } = operations[name as keyof typeof interceptedRoutes];
    assert.is(route, `${method} ${path}`);
  }
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { interceptedRoutes } from '../../daemon/interceptors/interceptors.ts';
import { operations } from '../../shared/api/operations.ts';
import { onDaemon, relayScenario, scenario } from '../support/scenario.ts';
import { start, show, slugs } from './steps.ts';

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

test('WST-1 the daemon adds to the operations at the addresses that they have', () => {
  for (const [name, route] of Object.entries(interceptedRoutes)) {
    const { method, path } = operations[name as keyof typeof interceptedRoutes];
    assert.is(route, `${method} ${path}`);
  }
});

test.run();

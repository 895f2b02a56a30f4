import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { onDaemon, relayScenario, scenario } from '../support/scenario.ts';
import { sessionMs, start, show, join, leave, slugs, membersOf, shownSlugs } from './steps.ts';

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

test.run();

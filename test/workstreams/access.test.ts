import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Input } from '../support/person.ts';
import { relayScenario, scenario } from '../support/scenario.ts';
import { start, leave, slugs, shownSlugs } from './steps.ts';

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

test.run();

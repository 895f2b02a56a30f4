/** SES-6: sessions that hold more than one transaction releases. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { releasedAtOnce } from '../../relay/reservations/release-queries.ts';
import { minutes } from '../support/fake-clock.ts';
import type { World } from '../support/harness.ts';
import { relayScenario } from '../support/scenario.ts';
import { eventually } from '../support/waiting.ts';

const count = 3_000;
const fileAt = (at: number) => `src/f${String(at).padStart(5, '0')}.ts`;
/** Behind those that are released at once. */
const last = fileAt(count - 1);

async function hold(world: World, sessionId: string, lastsMs: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, at) => ({
    workspace_id: world.workspace.id,
    path_key: fileAt(at),
    symbol: '*',
    file_path: fileAt(at),
    session_id: sessionId,
    fence: 1,
    expires_at: world.clock.now() + lastsMs,
    within_symbol: '*',
    base: '',
    lines: '',
    asked: 0,
  }));
  for (let at = 0; at < count; at += 500) {
    const part = rows.slice(at, at + 500);
    await world.database.write((db) => db.insertInto('reservations').values(part).execute());
  }
}

/** How many rows a session has, whether they count or not. */
async function left(world: World, sessionId: string): Promise<number> {
  const rows = world.database.rows.selectFrom('reservations').where('session_id', '=', sessionId);
  return (await rows.select('symbol').execute()).length;
}

async function stateOf(world: World, id: string): Promise<string | undefined> {
  const row = world.database.rows.selectFrom('sessions').where('id', '=', id).select('state');
  return (await row.executeTakeFirst())?.state;
}

async function start(world: World, lastsMs = minutes(10)) {
  const ada = world.as('ada').agent();
  const id = await ada.start();
  await hold(world, id, lastsMs);
  return { ada, id, bob: world.as('bob').agent() };
}

relayScenario('SES-6', 'what a session held that ends counts no longer at once', async (world) => {
  const { ada, bob, id } = await start(world);
  assert.is((await bob.check(last)).permission, 'deny');
  const waiting = await bob.start();
  const wait = await world.as('bob').ok('addWait', {
    ...{ id: world.workspace.id, session_id: waiting, file: fileAt(count - 2) },
    wish: 'grant',
  });
  const feed = await world.as('bob').feed();
  await ada.end();
  await feed.next('session_ended', { session_id: id, reason: 'ended' });
  assert.ok((await left(world, id)) > 0, 'not all rows are deleted in one transaction');
  const cleo = world.as('cleo').agent();
  assert.is((await cleo.check(last)).permission, 'allow');
  assert.equal((await cleo.edit(last)).reserved, [last]);
  const { id: workspace } = world.workspace;
  const asked = await world.as('bob').ok('getWait', { id: workspace, wait_id: wait.id });
  assert.is(asked.status, 'granted');
  const held = (await world.as('bob').reservations()).map(({ file_path }) => file_path);
  assert.equal(held, [fileAt(count - 2), last]);
  await world.sweep();
  assert.is(await left(world, id), 0);
  assert.is(await stateOf(world, id), 'ended');
  await feed.next('file_released', { file: last, session_id: id, reason: 'session_ended' });
  feed.close();
});

relayScenario('SES-6', 'others are answered between the slices', async (world) => {
  const { ada, bob, id } = await start(world);
  await bob.start();
  await ada.end();
  const seen = [await left(world, id)];
  const released = world.sweep();
  while ((seen.at(-1) ?? 0) > 0) {
    await bob.edit('docs/notes.md');
    seen.push(await left(world, id));
  }
  await released;
  assert.ok(new Set(seen).size >= 3, seen.join(' '));
  assert.ok((seen[0] ?? 0) >= releasedAtOnce, seen.join(' '));
});

relayScenario('SES-6', 'a relay that was stopped in between goes on', async (world) => {
  const { id, bob } = await start(world);
  const update = { state: 'ending' };
  await world.closeRelay(world.relay);
  await world.database.write((db) =>
    db.updateTable('sessions').set(update).where('id', '=', id).execute(),
  );
  await world.restart();
  assert.is((await bob.check(last)).permission, 'allow');
  await eventually('the rest to be released', async () =>
    (await stateOf(world, id)) === 'ended' ? true : undefined,
  );
  assert.is(await left(world, id), 0);
});

relayScenario(
  'SES-6',
  'a conversation that comes back while its session is ending has its id, and nothing reserved',
  async (world) => {
    const { ada, id } = await start(world);
    await ada.end();
    const answer = await ada.send({ event: 'postToolUse', file_path: last });
    assert.equal(answer.reserved, [last]);
    assert.is(await left(world, id), 1);
    assert.is(await stateOf(world, id), 'active');
    assert.is(await ada.start(), id);
  },
);

relayScenario('SES-6', 'a session that has expired is ended in slices too', async (world) => {
  const { ada, bob, id } = await start(world);
  await world.pass(minutes(5));
  const feed = await world.as('bob').feed();
  await ada.end();
  await feed.next('session_ended', { session_id: id, reason: 'ended' });
  assert.is((await bob.check(last)).permission, 'allow');
  await world.sweep();
  assert.is(await left(world, id), 0);
  feed.close();
});

relayScenario('SES-6', 'what expires is released in slices', async (world) => {
  const { id, bob } = await start(world, minutes(1));
  await bob.start();
  world.clock.advance(minutes(2));
  const swept = world.sweep();
  const seen = [count];
  while ((seen.at(-1) ?? 0) > 0) {
    await bob.edit('docs/notes.md');
    seen.push(await left(world, id));
  }
  await swept;
  assert.ok(new Set(seen).size >= 3, seen.join(' '));
});

relayScenario('SES-6', 'what a removed member holds counts no longer at once', async (world) => {
  const bob = world.as('bob').agent();
  const id = await bob.start();
  await hold(world, id, minutes(10));
  await world.as('ada').ok('removeMember', { id: world.workspace.id, userId: world.as('bob').id });
  assert.ok((await left(world, id)) > 0);
  assert.is((await world.as('ada').agent().check(last)).permission, 'allow');
  assert.equal(await world.as('ada').reservations(), []);
  await world.sweep();
  assert.is(await left(world, id), 0);
});

test.run();

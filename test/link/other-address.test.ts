/** A daemon that goes on at another address while it has something to tell the relay (OFF-3). */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Sandbox, TestDaemon, TestRelay, tryToStart, type Account } from '../daemon/support.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';

interface Scene {
  sandbox: Sandbox;
  root: string;
  home: string;
  database: string;
  ana: Account;
}

const test = suite<Scene>('the relay at another address');

/** A daemon that has reserved `offline.txt` while its relay was away, and ended. */
test.before.each(async (scene) => {
  scene.sandbox = new Sandbox();
  scene.database = join(scene.sandbox.folder('relay'), 'relay.db');
  scene.root = scene.sandbox.repository('one');
  scene.home = scene.sandbox.folder('home');
  const relay = new TestRelay(scene.database);
  await relay.start();
  scene.ana = await relay.join('Ana');
  const daemon = await startAt(scene, relay, scene.ana);
  await daemon.until('the link', (status) => status.relay.state === 'live');
  await relay.stop();
  await daemon.until('the relay to be away', (status) => status.relay.state === 'offline');
  const held = await daemon.hook('postToolUse', 'a', { file_path: 'offline.txt' });
  assert.equal(held['reserved'], ['offline.txt']);
  await daemon.daemon.close();
});

test.after.each(({ sandbox }) => sandbox.remove());

function startAt({ root, home }: Scene, { url }: TestRelay, { key }: Account): Promise<TestDaemon> {
  return TestDaemon.start(root, home, { kind: 'remote', url, key });
}

test('OFF-3: another relay of the same database is told what the first one was not', async (scene) => {
  const other = new TestRelay(scene.database);
  await other.start();
  const daemon = await startAt(scene, other, scene.ana);
  await daemon.until('the outbox to be empty', ({ outbox }) => outbox === 0);
  await daemon.untilHeld('offline.txt');
  const list = await daemon.send('GET', `/workspaces/${daemon.workspaceId}/reservations`);
  assert.match(list.text, 'offline.txt');
  await daemon.daemon.close();
  await other.stop();
});

test('OFF-3: what waits stays until the other address answers', async (scene) => {
  const other = new TestRelay(scene.database);
  await other.start();
  const { url } = other;
  await other.stop();
  const relay = { kind: 'remote', url, key: scene.ana.key } as const;
  const early = await tryToStart(scene.root, scene.home, relay);
  if (isRefusal(early)) throw new Error(early.message);
  await sleep(500);
  await early.close();
  await other.start();
  const daemon = await startAt(scene, other, scene.ana);
  await daemon.until('the outbox to be empty', ({ outbox }) => outbox === 0);
  await daemon.untilHeld('offline.txt');
  await daemon.daemon.close();
  await other.stop();
});

test('OFF-3: another workspace of the same name is told nothing of it, and its hooks know nothing of it', async (scene) => {
  const other = new TestRelay(join(scene.sandbox.folder('other'), 'relay.db'));
  await other.start();
  const daemon = await startAt(scene, other, await other.join('Ana'));
  await daemon.until('the link', (status) => status.relay.state === 'live');
  const { outbox, reservations } = await daemon.status();
  assert.is(outbox, 0);
  assert.equal(reservations, []);
  const list = await daemon.send('GET', `/workspaces/${daemon.workspaceId}/reservations`);
  assert.not.match(list.text, 'offline.txt');
  const asked = await daemon.hook('preToolUse', 'b', { file_path: 'offline.txt' });
  assert.is(asked['permission'], 'allow');
  await daemon.daemon.close();
  await other.stop();
});

test.run();

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { toDaemon, workspaceOf } from '../../cli/connection/connect.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { Sandbox, TestDaemon, TestRelay, tryToStart } from '../daemon/support.ts';

interface Scene {
  sandbox: Sandbox;
  relay: TestRelay;
  /** Starts the daemon of one of two clones, with the state that it had before. */
  start: (name: 'one' | 'two') => Promise<TestDaemon>;
}

const test = suite<Scene>('the first moments of a daemon');

test.before.each(async (scene) => {
  const sandbox = (scene.sandbox = new Sandbox());
  scene.relay = new TestRelay(join(sandbox.folder('relay'), 'relay.db'));
  await scene.relay.start();
  const { key } = await scene.relay.join('Ana');
  const one = sandbox.repository('one');
  const roots = { one, two: sandbox.clone(one, 'two') };
  scene.start = (name) =>
    TestDaemon.start(roots[name], sandbox.folder(`home-${name}`), {
      kind: 'remote',
      url: scene.relay.url,
      key,
    });
});

test.after.each(async ({ relay, sandbox }) => {
  await relay.stop();
  sandbox.remove();
});

const symbol = 'src/auth.ts#login';
const fields = { file_path: 'src/auth.ts', symbol_ids: [symbol] };

test('OFF-6: a check at the start of a daemon knows what the relay has acknowledged meanwhile', async ({
  start,
}) => {
  const before = await start('one');
  await before.until('the link', ({ relay }) => relay.state === 'live');
  await before.daemon.close();
  const other = await start('two');
  await other.hook('sessionStart', 'conv');
  assert.equal((await other.hook('postToolUse', 'conv', fields))['reserved'], [symbol]);
  const again = await start('one');
  const answer = await again.hook('preToolUse', 'other', fields);
  assert.is(answer['permission'], 'deny');
  await again.daemon.close();
  await other.daemon.close();
});

test('OFF-6: with the relay away a check at the start waits for the first try alone', async ({
  start,
  relay,
}) => {
  const before = await start('one');
  await before.until('the link', ({ relay: link }) => link.state === 'live');
  await before.daemon.close();
  await relay.stop();
  const again = await start('one');
  const startedMs = performance.now();
  const answer = await again.hook('preToolUse', 'other', fields);
  assert.is(answer['permission'], 'allow');
  assert.ok(performance.now() - startedMs < 1_000, `${performance.now() - startedMs} ms`);
  await again.daemon.close();
  await relay.start();
});

test('OFF-7: what only the relay can answer waits for the first link of a daemon', async ({
  start,
}) => {
  await (await start('one')).daemon.close();
  const again = await start('one');
  const answer = await again.send('GET', '/workspaces');
  assert.is(answer.status, 200, answer.text);
  await again.daemon.close();
});

test('OFF-7: a command waits until a new daemon knows its workspace', async ({ sandbox }) => {
  const daemon = await tryToStart(sandbox.repository('fresh'), sandbox.folder('home-fresh'));
  if (isRefusal(daemon)) throw new Error(daemon.message);
  const token = readFileSync(daemon.tokenFile, 'utf8').trim();
  const { url, socket } = daemon;
  const found = await workspaceOf(toDaemon({ endpoint: { url, socket }, token }), undefined);
  await daemon.close();
  assert.is(isRefusal(found) ? found.message : found.slug, 'fresh');
});

test.run();

import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runTier } from '../../relay/main.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import type { Tier } from '../../shared/contract/tiers.ts';
import { eventually } from '../support/waiting.ts';
import { Sandbox, TestDaemon, TestRelay, tryToStart, type Account } from './support.ts';

interface Scene {
  sandbox: Sandbox;
  data: string;
  relay: TestRelay;
  ana: Account;
  bob: Account;
  root: string;
  home: string;
}

const test = suite<Scene>('a user without requests left');

test.before(async (scene) => {
  const sandbox = (scene.sandbox = new Sandbox());
  scene.data = sandbox.folder('relay');
  scene.relay = new TestRelay(join(scene.data, 'relay.db'));
  await scene.relay.start();
  scene.ana = await scene.relay.join('Ana');
  scene.bob = await scene.relay.join('Bob', scene.ana);
  scene.root = sandbox.repository('ana');
  scene.home = sandbox.folder('ana-home');
});

test.after(async ({ relay, sandbox }) => {
  await relay.stop();
  sandbox.remove();
});

function startDaemon({ root, home, relay, ana }: Scene): Promise<TestDaemon> {
  return TestDaemon.start(root, home, { kind: 'remote', url: relay.url, key: ana.key });
}

async function setTier({ data }: Scene, tier: Tier): Promise<void> {
  assert.equal(await runTier({ data, workspace: 'team', tier }), [{ slug: 'team', tier }]);
}

async function asks(
  { relay }: Scene,
  { key }: Account,
  [method, path]: readonly [string, string],
  body?: object,
): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return fetch(relay.url + path, { method, headers, body: body ? JSON.stringify(body) : null });
}

/** Says that Ana has made all her requests of today. */
async function useUp(scene: Scene): Promise<void> {
  await setTier(scene, 'free');
  const file = new Sqlite(join(scene.data, 'relay.db'), { timeout: 5_000 });
  const day = new Date().toISOString().slice(0, 10);
  file
    .prepare(
      `INSERT INTO usage (user_id, day, requests) VALUES (?, ?, 1000)
       ON CONFLICT (user_id, day) DO UPDATE SET requests = 1000`,
    )
    .run(scene.ana.userId, day);
  file.close();
  await eventually('the end of the requests', async () => {
    const { status } = await asks(scene, scene.ana, ['GET', '/users/profile']);
    return status === 429 ? true : undefined;
  });
}

const said = /takes no more of you today.*begin anew at .*coord relay tier/;

test('LIM-4 its agents are told once, the log is followed on, and nothing that was acknowledged is lost', async (scene) => {
  const { ana, bob } = scene;
  const daemon = await startDaemon(scene);
  await daemon.claude('SessionStart', 'one');
  await daemon.until('the link', ({ relay }) => relay.state === 'live');
  await useUp(scene);
  const first = await daemon.edits('one', 'src/auth.ts', ['login', 'signIn']);
  assert.match(first, said);
  assert.not.match(first, '"deny"');
  assert.not.match(await daemon.edits('one', 'src/auth.ts', ['signIn', 'enter']), said, 'once');
  assert.match((await daemon.claude('SessionStart', 'two')).text, said);
  const status = await daemon.until('the queue', ({ outbox }) => outbox > 0);
  assert.is(status.relay.state, 'live');
  assert.match(status.relay.problem ?? '', said);

  const hook = { workspace_slug: 'team', event: 'postToolUse', conversation_id: 'bobs' };
  const wrote = await asks(scene, bob, ['POST', '/workspaces/sessions/hook'], {
    ...hook,
    file_path: 'src/taken.ts',
  });
  assert.is(wrote.status, 200);
  await daemon.untilHeld('src/taken.ts');
  const checked = await daemon.hook('preToolUse', 'one', { file_path: 'src/taken.ts' });
  assert.is(checked['permission'], 'deny', 'what the team does is known');
  const unknown = { session_id: 'sess_unknown', conversation_id: undefined };
  const passed = await daemon.hook('preToolUse', '', { ...unknown, file_path: 'src/auth.ts' });
  assert.is(passed['permission'], 'allow');
  assert.match(String(passed['message']), /begin anew at .* nothing is checked/);

  await daemon.daemon.close();
  const again = await startDaemon(scene);
  assert.match((await again.claude('UserPromptSubmit', 'one', { prompt: 'Go on' })).text, said);
  const before = await again.status();
  assert.ok(before.outbox > 0, 'what was queued is still there');

  await setTier(scene, 'unlimited');
  await again.until('the end of the queue', ({ outbox, relay }) => outbox === 0 && !relay.problem);
  const held = await asks(scene, bob, ['GET', `/workspaces/${ana.workspaceId}/reservations`]);
  const files = ((await held.json()) as { file_path: string }[]).map(({ file_path }) => file_path);
  assert.ok(files.includes('src/auth.ts'), 'the team knows what was reserved meanwhile');
  await again.until('the link', ({ relay }) => relay.state === 'live');
  await again.daemon.close();
});

test('LIM-4 a daemon that starts without requests left waits for them', async (scene) => {
  await useUp(scene);
  const home = scene.sandbox.folder('new-home');
  const root = scene.sandbox.repository('new');
  const { url } = scene.relay;
  const daemon = await tryToStart(root, home, { kind: 'remote', url, key: scene.ana.key });
  if (isRefusal(daemon)) throw new Error(daemon.message);
  const outcome = await Promise.race([
    daemon.identified,
    new Promise((resolve) => setTimeout(() => resolve('waits'), 1_500)),
  ]);
  await daemon.close();
  assert.is(outcome, 'waits');
});

test.run();

import { join } from 'node:path';
import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Access } from '../../daemon/relay-connection/access.ts';
import { silentLogger } from '../../daemon/kernel/logger.ts';
import type { Client } from '../../shared/api/client.ts';
import { refuse } from '../../shared/kernel/refusal.ts';
import { Sandbox, TestRelay, type Account } from '../daemon/support.ts';
import { eventually } from '../support/waiting.ts';
import { coord, DaemonProcess, type Place } from './daemon-process.ts';
import { LyingRelay } from './lying-relay.ts';

interface Scene {
  sandbox: Sandbox;
  relay: TestRelay;
  liar: LyingRelay;
  url: string;
  ana: Account;
}

const test = suite<Scene>('a relay that lets the daemon in no more');

test.before(async (scene) => {
  scene.sandbox = new Sandbox();
  scene.relay = new TestRelay(join(scene.sandbox.folder('relay'), 'relay.db'));
  await scene.relay.start();
  scene.ana = await scene.relay.join('Ana');
  scene.liar = new LyingRelay(scene.relay.url);
  scene.url = await scene.liar.start();
});

test.after(async ({ liar, relay, sandbox }) => {
  liar.close();
  await relay.stop();
  sandbox.remove();
});

async function ask<T>(scene: Scene, key: string, method: string, path: string): Promise<T> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = method === 'POST' ? '{}' : null;
  const answer = await fetch(scene.relay.url + path, { method, headers, body });
  assert.ok(answer.ok, `${method} ${path}: ${answer.status}`);
  return (await answer.json()) as T;
}

/** A daemon of Ana's or Bob's that follows the log, with one conversation. */
async function startDaemon(scene: Scene, name: string, key: string) {
  const place = { folder: scene.sandbox.repository(name), home: scene.sandbox.folder(`${name}-h`) };
  const daemon = await DaemonProcess.start(
    ['--relay', scene.url, '--key', key, '--workspace', 'team'],
    place,
  );
  await daemon.until('the link', ({ relay }) => relay.state === 'live');
  await daemon.hook('SessionStart', { source: 'startup' });
  return { daemon, place };
}

/** An agent writes a file: the hook after it reserves, or queues. */
function writes(daemon: DaemonProcess, { folder }: Place) {
  const tool_input = { file_path: join(folder, 'src/auth.ts'), content: 'export const a = 2;\n' };
  const tool = { tool_name: 'Write', tool_use_id: `toolu_${Math.random()}`, tool_input };
  return daemon.hook('PostToolUse', tool);
}

/** What the relay is asked while an agent works on for a while. */
async function askedWhile(scene: Scene, work: () => Promise<unknown>): Promise<readonly string[]> {
  const before = scene.liar.asked.length;
  await work();
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  return scene.liar.asked.slice(before);
}

test('LNK-5, OFF-5: a revoked key is said, nothing more is asked, what is queued stays, and a new login goes on', async (scene) => {
  const { ana } = scene;
  const { key: old, id } = await ask<{ key: string; id: string }>(
    scene,
    ana.key,
    'POST',
    '/users/keys',
  );
  const { daemon, place } = await startDaemon(scene, 'revoked', old);
  await ask(scene, ana.key, 'DELETE', `/users/keys/${id}`);
  const gone = /no longer accepts this key; sign in again with: coord login/;
  const { relay } = await daemon.until('the problem', (status) => !!status.relay.problem);
  assert.match(relay.problem ?? '', gone);
  const asked = await askedWhile(scene, async () => {
    const first = await writes(daemon, place);
    assert.match(first.text, gone, 'the agent is told');
    assert.not.match((await writes(daemon, place)).text, gone, 'once');
    assert.match((await daemon.hook('SessionStart', { session_id: 'conv-2' })).text, gone);
    assert.ok((await daemon.mayWrite()).ms < 2_000);
  });
  assert.equal(asked, []);
  const shown = await coord(['status'], place);
  assert.match(shown.out, /no longer accepts this key/);
  assert.match(shown.out, /messages? to the relay not sent yet/);
  assert.match((await coord(['doctor'], place)).out, gone);
  assert.match((await coord(['workspace', 'list'], place)).err, gone);

  const signedIn = await coord(['login', '--relay', scene.url], place, `${ana.key}\n`);
  assert.is(signedIn.code, 0, signedIn.err);
  const status = await daemon.until(
    'the link and the queue',
    ({ relay: link, outbox }) => link.state === 'live' && outbox === 0,
  );
  assert.is(status.relay.problem, undefined);
  assert.ok(status.reservations.some(({ provisional }) => provisional !== true));
  assert.is((await coord(['workspace', 'list'], place)).code, 0);
  await daemon.stop();
});

test('LNK-5: the login of somebody who is not in the workspace does not end the search for one who is', async (scene) => {
  const { ana, relay } = scene;
  const made = await ask<{ key: string; id: string }>(scene, ana.key, 'POST', '/users/keys');
  const zoe = await relay.join('Zoe', ana);
  const { daemon, place } = await startDaemon(scene, 'stranger', made.key);
  const members = `/workspaces/${ana.workspaceId}/members`;
  await ask(scene, ana.key, 'DELETE', `${members}/${zoe.userId}`);
  await ask(scene, ana.key, 'DELETE', `/users/keys/${made.id}`);
  await daemon.until('the problem', (status) => !!status.relay.problem);
  await coord(['login', '--relay', scene.url], place, `${zoe.key}\n`);
  await daemon.until('why Zoe is not let in', ({ relay: link }) =>
    /You are in no workspace team/.test(link.problem ?? ''),
  );
  const signedIn = await coord(['login', '--relay', scene.url], place, `${ana.key}\n`);
  assert.is(signedIn.code, 0, signedIn.err);
  const { relay: link } = await daemon.until('the link', (status) => status.relay.state === 'live');
  assert.is(link.problem, undefined);
  await daemon.stop();
});

test('LNK-5: a key that is not accepted is the only cause that agents are told, once each, by the first hook that can', async (scene) => {
  const { ana } = scene;
  const made = await ask<{ key: string; id: string }>(scene, ana.key, 'POST', '/users/keys');
  const { daemon, place } = await startDaemon(scene, 'cause', made.key);
  for (const session_id of ['conv-2', 'conv-3']) await daemon.hook('SessionStart', { session_id });
  await ask(scene, ana.key, 'DELETE', `/users/keys/${made.id}`);
  await daemon.until('the problem', (status) => !!status.relay.problem);
  const gone = /no longer accepts this key; sign in again with: coord login/;
  const first = [
    await writes(daemon, place),
    await daemon.hook('UserPromptSubmit', { session_id: 'conv-2', prompt: 'Go on' }),
    await daemon.hook('PreToolUse', { session_id: 'conv-3', tool_name: 'Read', tool_input: {} }),
    await daemon.hook('SessionStart', { session_id: 'conv-4', source: 'startup' }),
  ];
  for (const { text } of first) {
    assert.match(text, gone);
    assert.not.match(text, 'has not answered');
  }
  const again = await writes(daemon, place);
  assert.not.match(again.text, /accepts this key|has not answered/);
  await daemon.stop();
});

test('OFF-2: each conversation is told once in an outage that the relay has not answered', async (scene) => {
  const { liar } = scene;
  const { daemon, place } = await startDaemon(scene, 'outage', scene.ana.key);
  const silent = /the relay has not answered, so the reservation is provisional/;
  for (const outage of ['first', 'second']) {
    liar.lies = { answer: () => ({ status: 502, body: '' }) };
    assert.match((await writes(daemon, place)).text, silent, outage);
    assert.not.match((await writes(daemon, place)).text, silent, 'once');
    liar.lies = {};
    await daemon.until('the queue', ({ outbox }) => outbox === 0);
    assert.not.match((await writes(daemon, place)).text, silent);
  }
  await daemon.stop();
});

test('LNK-5: who is taken out of the workspace is told so, and what was queued goes when they are back', async (scene) => {
  const { ana, relay } = scene;
  const bob = await relay.join('Bob', ana);
  const { daemon, place } = await startDaemon(scene, 'removed', bob.key);
  const members = `/workspaces/${ana.workspaceId}/members`;
  await ask(scene, ana.key, 'DELETE', `${members}/${bob.userId}`);
  const gone = /no longer in the workspace team/;
  await daemon.until('the problem', ({ relay: link }) => gone.test(link.problem ?? ''));
  assert.match((await writes(daemon, place)).text, gone);
  assert.equal(await askedWhile(scene, () => writes(daemon, place)), []);
  const { outbox } = await daemon.status();
  assert.ok(outbox > 0, 'what is queued stays queued');
  await daemon.stop();

  const again = await DaemonProcess.start(
    ['--relay', scene.url, '--key', bob.key, '--workspace', 'team'],
    place,
  );
  await again.until('the problem', ({ relay: link }) => gone.test(link.problem ?? ''));
  assert.is((await again.status()).outbox, outbox);
  await again.stop();
});

test('LNK-5: who was taken out and is added again goes on when they look, without a restart', async (scene) => {
  const { ana, relay } = scene;
  const eve = await relay.join('Eve', ana);
  const { daemon, place } = await startDaemon(scene, 'back', eve.key);
  const members = `/workspaces/${ana.workspaceId}/members`;
  await ask(scene, ana.key, 'DELETE', `${members}/${eve.userId}`);
  const gone = /no longer in the workspace team.* it is tried again each minute/;
  await daemon.until('the problem', ({ relay: link }) => gone.test(link.problem ?? ''));
  await relay.join('Eve', ana);
  const shown = await coord(['status'], place);
  assert.not.match(shown.out, 'no longer in the workspace');
  await daemon.until('the link', ({ relay: link }) => link.state === 'live');
  await daemon.stop();
});

test('LNK-5: a relay that lets nobody in is asked again each minute', async () => {
  mock.timers.enable({ apis: ['setInterval'] });
  const { client, asked } = refusingClient();
  const access = new Access({
    ...{ url: 'http://relay', client, workspace: { id: 'ws', slug: 'team' } },
    ...{ logger: silentLogger, newKey: () => undefined },
    ...{ onChange: () => undefined, onNewKey: () => undefined },
  });
  try {
    await access.check();
    assert.is(asked(), 1);
    for (const minute of [1, 2]) {
      mock.timers.tick(60_000);
      await eventually('the question', async () => asked() === 1 + minute || undefined);
    }
  } finally {
    access.close();
    mock.timers.reset();
  }
});

/** Of a relay that does not take the key. */
function refusingClient() {
  let count = 0;
  const call: Client['call'] = () => {
    count += 1;
    return Promise.resolve(refuse('Unauthorized', 'No such key.'));
  };
  const client: Client = { call };
  return { client, asked: () => count };
}

test('LNK-5: a page in between that answers 401, 403 or 404 takes no access, and no queued write', async (scene) => {
  const { liar } = scene;
  const { daemon, place } = await startDaemon(scene, 'portal', scene.ana.key);
  for (const status of [401, 403, 404]) {
    const page = { status, headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' };
    liar.lies = {
      answer: () => page,
      upgrade(socket) {
        socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`);
        return true;
      },
    };
    for (const socket of liar.followers) socket.terminate();
    await writes(daemon, place);
    await eventually('a command in the queue', async () => {
      return (await daemon.status()).outbox > 0 || undefined;
    });
    liar.lies = {};
    await daemon.until(
      'the link and the queue',
      ({ relay, outbox }) => relay.state === 'live' && outbox === 0,
    );
  }
  await daemon.stop();
});

test.run();

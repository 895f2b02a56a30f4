import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openFeed } from '../support/streams.ts';
import { Sandbox, TestDaemon, TestRelay } from './support.ts';

const test = suite('the page at a daemon without its relay');
const sandbox = new Sandbox();
const relay = new TestRelay(`${sandbox.folder('relay')}/relay.db`);
let daemon: TestDaemon;

test.before(async () => {
  await relay.start();
  const { key } = await relay.join('Ana');
  const home = sandbox.folder('home');
  const choice = { kind: 'remote', url: relay.url, key } as const;
  daemon = await TestDaemon.start(sandbox.repository('shop'), home, choice);
});

test.after(async () => {
  await daemon.daemon.close();
  await relay.stop();
  sandbox.remove();
});

function feed() {
  const headers = { authorization: `Bearer ${daemon.token}` };
  const path = `/workspaces/${daemon.workspaceId}/feed`;
  return openFeed({ url: daemon.daemon.url, path, headers });
}

async function statusOf(path: string): Promise<number> {
  return (await daemon.send('GET', path)).status;
}

const retryMs = 200;

test('DSH-22: the feed ends with the relay, is 503 until it is back, and is live within two seconds of that', async () => {
  const open = await feed();
  assert.is(open.status, 200);
  const startedMs = performance.now();
  await relay.stop();
  await open.ended;
  assert.ok(performance.now() - startedMs < 5_000);
  for (let at = 0; at < 3; at++) {
    const refused = await feed();
    assert.is(refused.status, 503);
    await refused.ended;
  }
  await relay.start();
  const backMs = performance.now();
  for (;;) {
    const again = await feed();
    if (again.status === 200) {
      again.close();
      break;
    }
    await sleep(retryMs);
  }
  assert.ok(performance.now() - backMs < 2_000, `${performance.now() - backMs} ms`);
});

test('DSH-22: with the relay gone the page, sessions, reservations, sync and what agents were told are answered, the rest is 503', async () => {
  await daemon.hook('sessionStart', 'ana', { task: 'Remember logins' });
  const change = ['remembered: false', 'remembered: true'] as const;
  await daemon.edits('ana', 'src/auth.ts', change);
  await relay.stop();
  const id = daemon.workspaceId;
  const page = await fetch(`${daemon.daemon.url}/dashboard/team/now`);
  assert.is(page.status, 200);
  const sessions = await daemon.send('GET', `/workspaces/${id}/sessions`);
  assert.is(sessions.status, 200);
  assert.match(sessions.text, 'Remember logins');
  const reservations = await daemon.send('GET', `/workspaces/${id}/reservations`);
  assert.match(reservations.text, 'src/auth.ts');
  const here = ['/status', '/agents/answers', '/health', '/ready'];
  for (const path of here) assert.is(await statusOf(path), 200, path);
  const sync = await daemon.send('POST', `/workspaces/${id}/sync`, { task: 'x', files: [] });
  assert.is(sync.status, 200);
  const away = ['/decisions', '/tasks', '/members', '/feed', '/negotiations'];
  for (const path of away) {
    const { status, text } = await daemon.send('GET', `/workspaces/${id}${path}`);
    assert.is(status, 503, path);
    assert.match(text, 'cannot be reached');
    assert.not.match(text, 'recorded');
  }
  const search = { workspace_id: id, query: 'sessions' };
  const found = await daemon.send('POST', '/decisions/search', search);
  assert.is(found.status, 503);
  assert.match(found.text, 'cannot be reached. Reservations', 'a search records nothing anyway');
  const writes = { decisions: { title: 'Short sessions', rationale: 'x' }, tasks: { title: 'x' } };
  for (const [kind, body] of Object.entries(writes)) {
    const { status, text } = await daemon.send('POST', `/workspaces/${id}/${kind}`, body);
    assert.is(status, 503, kind);
    assert.match(text, 'cannot be reached. Nothing was recorded. Reservations', 'OFF-1');
  }
  await relay.start();
});

test.run();

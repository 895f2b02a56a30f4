import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openFeed } from '../support/streams.ts';
import { Sandbox, TestDaemon, TestRelay, type Account } from './support.ts';

const test = suite('a tab at a daemon whose key was revoked');
const sandbox = new Sandbox();
const relay = new TestRelay(join(sandbox.folder('relay'), 'relay.db'));
let ana: Account;

test.before(async () => {
  await relay.start();
  ana = await relay.join('Ana');
});

test.after(async () => {
  await relay.stop();
  sandbox.remove();
});

async function ask(method: string, path: string): Promise<{ id: string; key: string }> {
  const headers = { authorization: `Bearer ${ana.key}` };
  const answer = await fetch(relay.url + path, { method, headers });
  return (await answer.json()) as { id: string; key: string };
}

async function openTab(daemon: TestDaemon): Promise<string> {
  const { body } = await daemon.send('POST', '/dashboard/code', {});
  const { code } = body as { code: string };
  const headers = { authorization: '', origin: daemon.daemon.url };
  const traded = await daemon.send('POST', '/dashboard/session', { code }, headers);
  return `Bearer ${(traded.body as { token: string }).token}`;
}

test('ACC-9: its feed ends within two seconds, and every request is a 401 that says to sign in', async () => {
  const made = await ask('POST', '/users/keys');
  const choice = { kind: 'remote', url: relay.url, key: made.key } as const;
  const daemon = await TestDaemon.start(sandbox.repository('shop'), sandbox.folder('home'), choice);
  try {
    await daemon.until('the link', (status) => status.relay.state === 'live');
    const authorization = await openTab(daemon);
    const path = `/workspaces/${ana.workspaceId}`;
    const url = daemon.daemon.url;
    const feed = await openFeed({ url, path: `${path}/feed`, headers: { authorization } });
    assert.is(feed.status, 200);
    const revokedAt = performance.now();
    await ask('DELETE', `/users/keys/${made.id}`);
    const asTab = (rest: string) => daemon.send('GET', path + rest, undefined, { authorization });
    const asked = ['/sessions', '/reservations', '/usage', '/feed'];
    await feed.ended;
    assert.ok(performance.now() - revokedAt < 2_000, 'the feed');
    const seen = async () => {
      for (const rest of asked) {
        const { status, text } = await asTab(rest);
        assert.is(status, 401, rest + text);
        assert.match(text, 'no longer accepts this key; sign in again with: coord login', rest);
      }
    };
    await seen();
    await daemon.until('the problem', (status) => status.relay.problem !== undefined);
    await seen();
    const commands = await daemon.send('GET', `${path}/sessions`);
    assert.is(commands.status, 200, 'commands go on with what is known here');
  } finally {
    await daemon.daemon.close();
  }
});

test.run();

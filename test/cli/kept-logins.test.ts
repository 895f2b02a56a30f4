import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { keepLogin, loginsFile, loginsText, readLogins } from '../../shared/node/logins.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { makeSandbox, run, start, type Sandbox } from './support.ts';

interface Scene {
  sandbox: Sandbox;
  servers: Server[];
}

const test = suite<Scene>('the logins of a person');

test.before.each(async (scene) => {
  scene.sandbox = await makeSandbox();
  scene.servers = [];
});

test.after.each(async ({ sandbox, servers }) => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
  await sandbox.remove();
});

/** A relay that takes every invitation and gives this key, once it has done what is to be done before. */
async function relayWithKey(scene: Scene, key: string, before = async () => {}): Promise<string> {
  const server = createServer((_request, response) => {
    void before().then(() => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({
          user_id: 'usr_1',
          email: 'bob@example.com',
          name: 'Bob',
          role: 'member',
          workspace: { id: 'ws_1', slug: 'shop', name: 'Shop' },
          api_key: key,
          key_id: 'key_1',
        }),
      );
    });
  });
  scene.servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function joining(relay: string): string[] {
  return ['join', relay, 'inv_x', '--name', 'Bob', '--no-daemon'];
}

function keysIn({ home }: Sandbox): string[] {
  const logins = readLogins(home);
  return isRefusal(logins) ? [] : logins.map(({ key }) => key).sort();
}

test('INV-6 what another command keeps while coord join waits for its relay stays', async (scene) => {
  const { sandbox } = scene;
  const other = await relayWithKey(scene, 'coord_other');
  const slow = await relayWithKey(scene, 'coord_slow', async () => {
    assert.is((await run(joining(other), sandbox)).code, 0);
  });
  const { code, err } = await run(joining(slow), sandbox);
  assert.is(code, 0, err);
  assert.equal(keysIn(sandbox), ['coord_other', 'coord_slow']);
});

test('INV-6 nor does coord join replace a login that is kept while the person types their name', async (scene) => {
  const { sandbox } = scene;
  const relay = await relayWithKey(scene, 'coord_new');
  const [command = '', url = '', invitation = ''] = joining(relay);
  const running = start([command, url, invitation, '--no-daemon'], sandbox);
  Object.assign(running.input, { isTTY: true });
  // The question is there.
  await once(running.input, 'resume');
  await keepLogin(sandbox.home, { relay, key: 'coord_first' });
  running.input.write('Bob\n');
  assert.is((await running.finished).code, 0);
  assert.equal(keysIn(sandbox), ['coord_first']);
});

test('INV-6 the next step leads to the relay that was joined, also beside a login of another one', async (scene) => {
  const { sandbox } = scene;
  const relay = await relayWithKey(scene, 'coord_k');
  const elsewhere = { relay: 'https://other.example.com', key: 'coord_other' };
  const outside = { directory: sandbox.folder };
  await keepLogin(sandbox.home, { relay, key: 'coord_k' });
  await keepLogin(sandbox.home, elsewhere);
  const environment = { COORD_KEY: 'coord_given', COORD_RELAY: relay };
  const given = await run(joining(relay), sandbox, { environment });
  assert.match(given.err, /^Next: coord daemon\n$/, 'COORD_RELAY names it');
  assert.equal(readLogins(sandbox.home), [elsewhere, { relay, key: 'coord_k' }]);
  const known = await run(joining(relay), sandbox, outside);
  assert.match(known.err, /: coord daemon --workspace shop\n$/);
  assert.equal(readLogins(sandbox.home), [{ relay, key: 'coord_k' }, elsewhere]);
  const other = { ...outside, environment: { COORD_RELAY: elsewhere.relay } };
  const named = `coord daemon --relay ${relay}`;
  assert.match((await run(joining(relay), sandbox, other)).err, `: ${named} --workspace shop\n`);
});

/** From here on nothing may be kept in the folder: it is another user's. */
async function giveAway(folder: string): Promise<void> {
  if (process.geteuid?.() === 0) return chown(folder, 65_533, 65_533);
  await rm(folder, { recursive: true });
  await symlink('/', folder);
}

test('INV-6 a key that could not be kept is said, with who can make another one', async (scene) => {
  const { sandbox } = scene;
  const relay = await relayWithKey(scene, 'coord_k', () => giveAway(sandbox.home));
  const { code, out, err } = await run(joining(relay), sandbox);
  assert.is(code, 1, out);
  assert.match(err, 'coord relay user key --email bob@example.com');
  assert.match(err, `coord login --relay ${relay}`);
  assert.not.match(out, 'Signed in');
});

test('INV-6 a login is kept when no other process changes the file', async ({ sandbox }) => {
  await mkdir(sandbox.home, { mode: 0o700 });
  const lock = join(sandbox.home, `${loginsFile}.lock`);
  await writeFile(lock, '');
  const kept = keepLogin(sandbox.home, { relay: 'https://a', key: 'coord_late' });
  await writeFile(
    join(sandbox.home, loginsFile),
    loginsText([{ relay: 'https://b', key: 'coord_b' }]),
    {
      mode: 0o600,
    },
  );
  await sleep(100);
  assert.equal(keysIn(sandbox), ['coord_b']);
  await rm(lock);
  assert.is(await kept, undefined);
  assert.equal(keysIn(sandbox), ['coord_b', 'coord_late']);
  assert.not(existsSync(lock));
});

test('INV-6 a lock that a killed process has left does not stay', async ({ sandbox }) => {
  await mkdir(sandbox.home, { mode: 0o700 });
  await writeFile(join(sandbox.home, `${loginsFile}.lock`), '');
  await keepLogin(sandbox.home, { relay: 'https://a', key: 'coord_a' });
  assert.equal(keysIn(sandbox), ['coord_a']);
});

test.run();

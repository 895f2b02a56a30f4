import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { z } from 'zod';
import { refuseToTab } from '../../daemon/local-api/proxy.ts';
import { DashboardLinks } from '../../daemon/local-api/dashboard/dashboard-links.ts';
import { Guard } from '../../daemon/local-api/guard.ts';
import { operationNames, operations } from '../../shared/api/operations.ts';
import type { Operation } from '../../shared/contract/operation.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { Sandbox, TestDaemon } from './support.ts';

const test = suite('links of coord open');
const sandbox = new Sandbox();
let daemon: TestDaemon;
const run = promisify(execFile);

test.before(async () => {
  daemon = await TestDaemon.start(sandbox.repository('shop'), sandbox.folder('home'));
});

test.after(async () => {
  await daemon.daemon.close();
  sandbox.remove();
});

async function newCode(): Promise<string> {
  const { status, body } = await daemon.send('POST', '/dashboard/code', {});
  assert.is(status, 200);
  return (body as { code: string }).code;
}

function trade(code: unknown, headers: Record<string, string> = {}) {
  const origin = daemon.daemon.url;
  const sent = { authorization: '', origin, ...headers };
  return daemon.send('POST', '/dashboard/session', { code }, sent);
}

function asTab(
  token: string,
  path: string,
  method: 'GET' | 'POST' | 'DELETE' = 'GET',
  body?: unknown,
) {
  return daemon.send(method, path, body, { authorization: `Bearer ${token}` });
}

test('LOC-8: a code is good once, and its token does what the user may do', async () => {
  const code = await newCode();
  const first = await trade(code);
  assert.is(first.status, 200);
  const { token } = first.body as { token: string };
  assert.is((await trade(code)).status, 401, 'replayed');
  assert.is((await asTab(token, '/users/profile')).status, 200);
  assert.is((await asTab(token, '/status')).status, 200);
});

test('LOC-8: what only the command may do, a tab may not', async () => {
  const { token } = (await trade(await newCode())).body as { token: string };
  assert.is((await asTab(token, '/dashboard/code', 'POST', {})).status, 403);
  assert.is((await asTab(token, '/gate/command')).status, 403);
  const key = readFileSync(daemon.daemon.keyFile, 'utf8').trim();
  assert.is((await asTab(key, '/dashboard/code', 'POST', {})).status, 403);
  assert.is((await asTab('', '/dashboard/code', 'POST', {})).status, 401);
});

function outputFields(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, inner]) => [name, ...outputFields(inner)]);
}

/** Fields of an answer that hold what signs somebody in. */
const secretFields = ['key', 'api_key', 'invitation', 'token', 'secret', 'code'];

test('LOC-8: no tab gets a secret that outlives it, however the path is written, and reads the command', async () => {
  const { token } = (await trade(await newCode())).body as { token: string };
  const before = (await asTab(token, '/users/keys')).text;
  const paths = [
    '/users/keys',
    '//users/keys',
    '/users/keys/',
    '/users/%6beys',
    '/x/../users/keys',
  ];
  for (const path of [
    ...paths,
    '/users/keys?a=b',
    '/users/keys#a',
    '/users/keys;a',
    '/USERS/keys',
    '//a:b/../users/keys',
    '/%5cusers%5ckeys',
    '/users/keys;%ff',
  ]) {
    const refused = await asTab(token, path, 'POST', { name: 'permanent' });
    assert.is(refused.status, 403, path);
    assert.match(refused.text, 'coord key create');
  }
  const { keys } = JSON.parse(before) as { keys: { id: string }[] };
  const revoked = await asTab(token, `/users/keys/${keys[0]?.id}`, 'DELETE');
  assert.is(revoked.status, 403);
  assert.match(revoked.text, 'coord key revoke');
  const invited = await asTab(token, '/workspaces/any/invitations', 'POST', {
    email: 'a@b.example',
  });
  assert.is(invited.status, 403);
  assert.match(invited.text, 'coord invite');
  assert.is((await asTab(token, '/users/keys')).text, before);
});

test('LOC-8: every operation that answers a secret is refused to a tab', () => {
  const answering = operationNames.filter((name) => {
    const { output } = operations[name];
    const schema = z.toJSONSchema(output, { unrepresentable: 'any', io: 'input' });
    return outputFields(schema).some((field) => secretFields.includes(field));
  });
  assert.ok(answering.includes('createKey') && answering.includes('invite'));
  for (const name of answering) {
    const { method, path, access } = operations[name];
    // What needs no key does nothing with the tab's.
    const isOpen = access === 'public' && name !== 'acceptInvitation';
    assert.ok(isOpen || refuseToTab(method, path) !== undefined, name);
    assert.is((operations[name] as Operation).tool, undefined, name);
  }
});

test('LOC-8: guesses, other origins, other names and programs without an origin get nothing', async () => {
  const code = await newCode();
  for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1'])
    assert.is((await trade(code, { origin })).status, 403, origin);
  assert.is((await trade(code, { host: 'evil.example' })).status, 403);
  assert.is((await trade(code, { 'sec-fetch-site': 'cross-site' })).status, 403);
  const bare = { authorization: '' };
  assert.is((await daemon.send('POST', '/dashboard/session', { code }, bare)).status, 403);
  for (const guess of ['', 'x', code.slice(1), 7, null, {}, 'x'.repeat(10_000)])
    assert.is((await trade(guess)).status, 401);
  assert.is((await trade(code)).status, 200, 'nothing of it has used the code up');
});

test('LOC-8: another user of the machine gets no token for a code that they have seen', async () => {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') return;
  const code = await newCode();
  const url = daemon.daemon.url;
  const curl = ['curl', '-s', '-o', '/dev/null', '-w', '%{http_code}', '-H', `Origin: ${url}`];
  const data = ['-H', 'Content-Type: application/json', '-d', JSON.stringify({ code })];
  const other = ['--reuid=65534', '--regid=65534', '--clear-groups'];
  const { stdout } = await run('setpriv', [...other, ...curl, ...data, `${url}/dashboard/session`]);
  assert.is(stdout, '403');
  assert.is((await trade(code)).status, 200);
});

test('LOC-8: a code lives for a minute and a token for twelve hours, and neither any longer offline', () => {
  const clock = new FakeClock();
  const userId = () => 'usr_1';
  const guard = new Guard({ token: 't'.repeat(40), clock, userId, userOfKey: async () => 'usr_1' });
  const links = new DashboardLinks({
    clocks: { elapsed: clock, ofDay: clock },
    store: { contents: { tabKeys: [] }, save: () => undefined },
    onToken: (token, signIn) => guard.acceptTab(token, signIn),
  });
  const [late, good] = [links.newCode(), links.newCode()];
  const token = links.trade(good) ?? '';
  clock.advance(60_000);
  assert.is(links.trade(late), undefined);
  const header = `Bearer ${token}`;
  assert.equal(guard.callerOf(header), { kind: 'tab' });
  clock.advance(12 * 60 * 60_000);
  const refused = guard.callerOf(header);
  assert.ok(isRefusal(refused) && refused.message.includes('coord open'));
});

test('LOC-8: nothing of a code or a token is on the disk', async () => {
  const code = await newCode();
  const { token } = (await trade(await newCode())).body as { token: string };
  const found = await run('grep', ['-rlE', `${code}|${token}`, sandbox.folder('home')]).then(
    ({ stdout }) => stdout,
    () => '',
  );
  assert.is(found, '');
});

test.run();

import { connect } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Guard } from '../../daemon/local-api/guard.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { Sandbox, TestDaemon } from './support.ts';

const test = suite('guard of the daemon');
const sandbox = new Sandbox();
let daemon: TestDaemon;

test.before(async () => {
  daemon = await TestDaemon.start(sandbox.repository('shop'), sandbox.folder('home'));
});

test.after(async () => {
  await daemon.daemon.close();
  sandbox.remove();
});

/** Sends the request as it is written and answers the status line and the body. */
function raw(lines: readonly string[], body = ''): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(daemon.daemon.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (chunk) => (text += String(chunk)));
    socket.on('error', reject);
    socket.on('close', () => resolve({ status: Number(text.split(' ')[1]), text }));
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  });
}

async function get(path: string, ...headers: string[]): Promise<number> {
  const given = headers.some((header) => header.startsWith('Host:')) ? [] : ['Host: 127.0.0.1'];
  const lines = [`GET ${path} HTTP/1.1`, 'Connection: close', ...given, ...headers];
  return (await raw(lines)).status;
}

test('LOC-1: a name that leads here by DNS is turned away', async () => {
  assert.is(await get('/health', 'Host: evil.example'), 403);
  assert.is(await get('/health', 'Host: 127.0.0.1.evil.example:80'), 403);
  assert.is(await get('/health', 'Host: localhost'), 200);
  assert.is(await get('/health', 'Host: [::1]:4177'), 200);
  for (const second of ['Host: evil.example', 'host: localhost'])
    assert.is(await get('/health', 'Host: localhost', second), 403, 'exactly one');
  assert.is(await get('/health', 'Host:'), 403);
  assert.is((await raw(['GET /health HTTP/1.0'])).status, 403, 'none');
  assert.is((await raw(['GET /health HTTP/1.1', 'Connection: close'])).status, 400, 'none');
});

test('LOC-1: no web page gets in, and no answer is readable by one', async () => {
  for (const origin of ['https://evil.example', 'null', 'http://localhost:1', 'http://127.0.0.1']) {
    assert.is(await get('/health', `Origin: ${origin}`), 403, origin);
  }
  assert.is(await get('/health', 'Sec-Fetch-Site: cross-site'), 403);
  assert.is(await get('/health', `Origin: ${daemon.daemon.url}`), 200);
  const { text } = await raw(['GET /health HTTP/1.1', 'Host: localhost', 'Connection: close']);
  assert.not.match(text.toLowerCase(), 'access-control');
});

test('ACC-1: nothing but the public operations without a key', async () => {
  for (const path of ['/status', '/users/profile', '/workspaces', '/nowhere', '/metrics']) {
    assert.is(await get(path), 401, path);
    assert.is(await get(path, 'Authorization: Bearer wrong'), 401, path);
  }
  for (const path of ['/', '/health', '/ready', '/openapi.json'])
    assert.is(await get(path), 200, path);
});

test('LOC-2: the developer’s own API key opens the daemon, and so does another key of the same user', async () => {
  const { body } = await daemon.send('POST', '/users/keys', { name: 'second' });
  const authorization = `Bearer ${String(body['key'])}`;
  const profile = await daemon.send('GET', '/users/profile', undefined, { authorization });
  assert.is(profile.status, 200);
  assert.is(profile.body['email'], 'ana@example.com');
});

test('validate-key answers 200 for a good and for a bad key', async () => {
  assert.is((await daemon.send('POST', '/users/validate-key')).body['valid'], true);
  const bad = await daemon.send('POST', '/users/validate-key', undefined, {
    authorization: 'Bearer wrong',
  });
  assert.is(bad.status, 200);
  assert.is(bad.body['valid'], false);
});

test('ANS-1, ANS-2: odd requests get an error body of ours', async () => {
  const hook = '/workspaces/sessions/hook';
  const cases: [string, unknown, Record<string, string>, number, string][] = [
    [hook, 'not json', {}, 400, 'ValidationError'],
    [hook, '[]', {}, 400, 'ValidationError'],
    [hook, 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }, 400, 'ValidationError'],
    [hook, `"${'x'.repeat(1_100_000)}"`, {}, 413, 'TooLarge'],
    [hook, { event: 'preToolUse', workspace_slug: 'shop' }, {}, 400, 'ValidationError'],
    [
      hook,
      { event: 'x', workspace_slug: 'shop', conversation_id: 'c' },
      {},
      400,
      'ValidationError',
    ],
    [
      hook,
      { event: 'preToolUse', workspace_slug: 'other', conversation_id: 'c' },
      {},
      404,
      'NotFound',
    ],
    [
      hook,
      { event: 'preToolUse', workspace_slug: 'shop', conversation_id: 'c', file_path: 'a\0b' },
      {},
      400,
      'ValidationError',
    ],
    [
      hook,
      { event: 'preToolUse', workspace_slug: 'shop', conversation_id: 'c', file_path: '../a' },
      {},
      400,
      'ValidationError',
    ],
    [
      '/workspaces/sessions/end',
      { workspace_slug: 'shop', session_id: 'sess_none' },
      {},
      404,
      'NotFound',
    ],
    ['/hooks/unknown-client', {}, {}, 404, 'NotFound'],
  ];
  for (const [path, body, headers, status, error] of cases) {
    const answer = await daemon.send('POST', path, body, headers);
    assert.is(answer.status, status, JSON.stringify(body).slice(0, 100));
    assert.is(answer.body['error'], error);
    assert.type(answer.body['message'], 'string');
  }
  assert.is((await daemon.send('GET', '/workspaces/%/sessions')).status, 400);
  assert.is((await raw(['rubbish'])).status, 400);
});

test('an upgrade that is not the tool channel is turned down', async () => {
  const upgrade = ['Connection: Upgrade, close', 'Upgrade: websocket', 'Host: localhost'];
  const authorization = `Authorization: Bearer ${daemon.token}`;
  assert.is((await raw(['GET /x HTTP/1.1', ...upgrade])).status, 401);
  assert.is((await raw(['GET /x HTTP/1.1', ...upgrade, authorization])).status, 404);
});

test('ACC-4: a key goes on while the relay is away, and never after the relay has turned it down', async () => {
  const clock = new FakeClock();
  const away = refuse('Unavailable', 'away');
  let said: string | undefined | Refusal = 'usr_1';
  const guard = new Guard({
    token: 'token',
    clock,
    userId: () => 'usr_1',
    userOfKey: () => Promise.resolve(said),
  });
  const isLetIn = async () => {
    clock.advance(60_000);
    return !isRefusal(await guard.callerOf('Bearer coord_key'));
  };
  assert.ok(await isLetIn());
  said = away;
  assert.ok(await isLetIn(), 'known before');
  said = undefined;
  assert.not(await isLetIn(), 'revoked');
  said = away;
  assert.not(await isLetIn(), 'known to be revoked');
});

test('CON-4: a burst of requests with one key asks the relay about it once', async () => {
  let asked = 0;
  const guard = new Guard({
    token: 'token',
    clock: new FakeClock(),
    userId: () => 'usr_1',
    userOfKey: async () => `usr_${(asked += 1)}`,
  });
  const callers = Array.from({ length: 300 }, () => guard.callerOf('Bearer coord_key'));
  for (const caller of await Promise.all(callers)) assert.not(isRefusal(caller));
  assert.is(asked, 1);
});

test.run();

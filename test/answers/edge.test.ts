import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isOwnPage } from '../../relay/transport/exchange.ts';
import { join } from '../meetings/live.ts';
import type { Answer } from '../support/http.ts';
import type { World } from '../support/harness.ts';
import { refusalIn } from '../support/person.ts';
import { onDaemon, onRelay, scenario } from '../support/scenario.ts';

const noKey = { authorization: '' };
const asText = { 'content-type': 'text/plain' };
const asJson = { 'content-type': 'application/json' };

function assertNotAllowed(answer: Answer, allow: string): void {
  assert.is(answer.status, 405, answer.text);
  assert.is(refusalIn(answer).error, 'MethodNotAllowed');
  assert.is(answer.headers['allow'], allow);
  assert.match(refusalIn(answer).message, allow);
}

scenario('ANS-8', 'a wrong method is a 405 that names the right ones', async (world) => {
  const { id } = world.workspace;
  const asked = [
    ['PUT', '/workspaces', 'GET, HEAD, POST'],
    ['OPTIONS', '/workspaces', 'GET, HEAD, POST'],
    ['POST', '/health', 'GET, HEAD'],
    ['TRACE', '/health', 'GET, HEAD'],
    ['PROPFIND', '/users/profile', 'GET, HEAD'],
    ['GET', '/workspaces/sessions/hook', 'POST'],
    ['HEAD', '/workspaces/sessions/hook', undefined],
    ['PUT', `/workspaces/${id}/reservations`, 'GET, HEAD'],
    ['PUT', '/mcp', 'DELETE, POST'],
  ] as const;
  for (const [method, path, allow] of asked) {
    const answer = await world.as('ada').send({ method, path });
    if (allow === undefined) assert.is(answer.status, 405);
    else assertNotAllowed(answer, allow);
  }
});

scenario(
  'ANS-8',
  'so it is at what only a daemon has',
  async (world) => {
    const ask = (method: string, path: string) => world.as('ada').send({ method, path });
    assertNotAllowed(await ask('POST', '/status'), 'GET, HEAD');
    assertNotAllowed(await ask('GET', '/hooks/claude-code'), 'POST');
    assertNotAllowed(await ask('PUT', '/dashboard/session'), 'DELETE, GET, HEAD, POST');
  },
  { on: onDaemon },
);

scenario(
  'ANS-8',
  'so it is with a body that cannot be read',
  async (world) => {
    const sending = { method: 'PUT', path: '/workspaces', headers: asText, body: 'a=b' };
    assertNotAllowed(await world.as('ada').send(sending), 'GET, HEAD, POST');
  },
  { on: onRelay },
);

/** A body that is wrong in each way in which one can be. */
const unread = [
  { headers: asText, body: 'a=b' },
  { headers: asJson, body: '{' },
  { headers: asJson, body: `"${'x'.repeat(9_000_000)}"` },
];

scenario('ANS-8', 'who has no key is told so before what is wrong with the body', async (world) => {
  const ada = world.as('ada');
  for (const path of ['/workspaces', '/workspaces/sessions/hook', '/mcp'])
    for (const { headers, body } of unread) {
      const title = `${path} ${body.slice(0, 9)}`;
      const without = await ada.send({
        method: 'POST',
        path,
        body,
        headers: { ...headers, ...noKey },
      });
      assert.is(without.status, 401, title);
      assert.is(without.headers['www-authenticate'], 'Bearer', title);
      const withKey = await ada.send({ method: 'POST', path, body, headers });
      assert.ok([400, 413].includes(withKey.status), `${title}: ${withKey.text}`);
    }
});

function assertPrivate({ headers }: Answer, title: string): void {
  assert.is(headers['x-content-type-options'], 'nosniff', title);
  assert.is(headers['cache-control'], 'no-store', title);
}

scenario('ANS-8', 'no JSON answer is kept or taken for a page', async (world) => {
  const ada = world.as('ada');
  for (const path of ['/', '/health', '/workspaces', '/nowhere', '/workspaces?limit=x'])
    assertPrivate(await ada.get(path), path);
  const posted = { method: 'POST', headers: asJson, body: '{}' };
  for (const path of ['/workspaces/sessions/hook', '/mcp'])
    assertPrivate(await ada.send({ ...posted, path }), path);
  const page = await ada.get('/dashboard');
  assert.is(page.headers['cache-control'], 'no-cache', 'the page says itself how it is kept');
});

async function meetingOf(world: World): Promise<{ url: string; protocols: string[] }> {
  const ada = world.as('ada');
  const started = { workspace_id: world.workspace.id, title: 'Standup' };
  const { ws_url: url } = await ada.ok('startMeeting', started);
  return { url, protocols: ['coord', ada.account.key] };
}

scenario('ANS-9', 'a WebSocket opens for no page but the own one', async (world) => {
  const { url, protocols } = await meetingOf(world);
  const { host } = new URL(url);
  const opens = async (headers: Record<string, string>) => {
    const client = await join(url, { protocols, headers });
    if (typeof client !== 'number') client.cut();
    return typeof client === 'number' ? client : 101;
  };
  for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1'])
    assert.is(await opens({ origin }), 403, origin);
  assert.is(await opens({ origin: `http://${host}` }), 101);
  assert.is(await opens({}), 101, 'a client that is no browser');
});

scenario(
  'ANS-9',
  'nor does the log for daemons',
  async (world) => {
    const log = `${world.relay.url.replace('http', 'ws')}/workspaces/${world.workspace.id}/replica?since=0`;
    const headers = { authorization: `Bearer ${world.as('ada').account.key}` };
    assert.is(await join(log, { headers: { ...headers, origin: 'https://evil.example' } }), 403);
    const client = await join(log, { headers });
    assert.type(client, 'object');
    if (typeof client !== 'number') client.cut();
  },
  { on: onRelay },
);

scenario(
  'ANS-9',
  'the address of a meeting is the one that a proxy was asked for',
  async (world) => {
    const body = JSON.stringify({ workspace_id: world.workspace.id, title: 'Standup' });
    const started = async (headers: Record<string, string>) => {
      const request = { method: 'POST', path: '/meetings/start', body } as const;
      const { text } = await world.as('ada').send({
        ...request,
        headers: { 'content-type': 'application/json', ...headers },
      });
      return new URL((JSON.parse(text) as { ws_url: string }).ws_url).origin;
    };
    const own = new URL(world.relay.url).origin.replace('http', 'ws');
    assert.is(await started({}), own);
    assert.is(await started({ 'x-forwarded-proto': 'HTTPS' }), own.replace('ws', 'wss'));
    const proxied = { 'x-forwarded-host': 'coord.example.com', 'x-forwarded-proto': 'https' };
    assert.is(await started(proxied), 'wss://coord.example.com');
    const twice = {
      'x-forwarded-host': 'coord.example.com:8443, inner.example',
      'x-forwarded-proto': 'https, http',
    };
    assert.is(await started(twice), 'wss://coord.example.com:8443');
    const odd = { 'x-forwarded-host': 'a b', 'x-forwarded-proto': 'http,https' };
    assert.is(await started(odd), own);
  },
  { on: onRelay },
);

test('ANS-9: the own page is known by what the browser or a proxy says was asked for', () => {
  const origin = 'https://coord.example.com:8443';
  assert.ok(isOwnPage({ host: 'coord.example.com:8443', origin }));
  assert.ok(isOwnPage({ host: 'Coord.example.com', origin }), 'a proxy that leaves out the port');
  assert.ok(
    isOwnPage({ host: '10.0.0.5:4180', 'x-forwarded-host': 'coord.example.com:8443', origin }),
  );
  assert.ok(isOwnPage({ host: 'a.example:443', origin: 'https://a.example' }));
  assert.ok(isOwnPage({ host: 'a.example' }), 'no page');
  assert.not.ok(isOwnPage({ host: 'coord.example.com:4180', origin }), 'another port');
  assert.not.ok(isOwnPage({ host: 'example.com', origin }));
  assert.not.ok(isOwnPage({ origin }));
});

test.run();

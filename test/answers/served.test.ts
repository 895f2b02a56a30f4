import { request } from 'node:http';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { operations } from '../../shared/api/operations.ts';
import type { Operation } from '../../shared/contract/operation.ts';
import type { World } from '../support/harness.ts';
import { onDaemon, onRelay, scenario } from '../support/scenario.ts';

interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
}

const methods = ['GET', 'POST', 'PATCH', 'DELETE'];
const fillings: Readonly<Record<string, string>> = { client: 'claude-code' };

/** The address of one that nobody has. */
function filled(world: World, path: string): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) =>
    name === 'id' ? world.workspace.id : (fillings[name] ?? `no-${name}`),
  );
}

interface Head {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** The answer, or of a stream its beginning. */
async function ask(world: World, method: string, path: string): Promise<Head> {
  const { hostname, port } = new URL(await world.as('ada').base());
  const headers: Record<string, string> = {
    authorization: `Bearer ${world.as('ada').account.key}`,
    'content-type': 'application/json',
    connection: 'close',
  };
  const body = methods.indexOf(method) > 0 ? '{}' : undefined;
  if (body !== undefined) headers['content-length'] = '2';
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, method, path, headers });
    asked.once('error', reject);
    asked.once('response', (response) => {
      const { statusCode: status = 0, headers: answered } = response;
      let text = '';
      response.on('data', (data: Buffer) => {
        text += data.toString();
        if (answered['content-type']?.startsWith('text/event-stream')) done();
      });
      const done = () => {
        resolve({ status, headers: answered, text });
        asked.destroy();
      };
      response.once('end', done);
    });
    asked.end(body);
  });
}

async function endpointsOf(world: World): Promise<readonly Endpoint[]> {
  const { text } = await ask(world, 'GET', '/');
  return (JSON.parse(text) as { endpoints: Endpoint[] }).endpoints;
}

function nameOf({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

const noRoute = /There is no [A-Z]+ \/|has no log to follow/;

scenario('ANS-6', 'every operation that is listed is served, and no other', async (world) => {
  const endpoints = await endpointsOf(world);
  const listed = new Set(endpoints.map(nameOf));
  assert.is(listed.size, endpoints.length, 'each is listed once');
  for (const { method, path, summary } of endpoints) {
    assert.ok(summary.length > 5, `${method} ${path} says what it is`);
    const { status, text } = await ask(world, method, filled(world, path));
    assert.not.match(text, noRoute, `${method} ${path} is no route: ${status}`);
  }
  for (const path of new Set(endpoints.map((one) => one.path))) {
    for (const method of methods.filter((one) => !listed.has(`${one} ${path}`))) {
      const { status } = await ask(world, method, filled(world, path));
      // What nobody listed is no route; a route with a parameter may be at the same address.
      const isOther = [404, 405].includes(status) || matchesAnother(endpoints, method, path);
      assert.ok(isOther, `${method} ${path} is served and not listed: ${status}`);
    }
  }
});

function matchesAnother(endpoints: readonly Endpoint[], method: string, path: string): boolean {
  return endpoints.some((one) => {
    const whole = new RegExp(`^${one.path.replaceAll(/:\w+/g, '[^/]+')}$`);
    return one.method === method && one.path !== path && whole.test(path);
  });
}

scenario('ANS-6', 'the OpenAPI document has the same list', async (world) => {
  const endpoints = await endpointsOf(world);
  const { text } = await ask(world, 'GET', '/openapi.json');
  const { paths } = JSON.parse(text) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const described = Object.entries(paths).flatMap(([path, ofPath]) =>
    Object.keys(ofPath).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const listed = endpoints.map((one) => nameOf(one).replaceAll(/:(\w+)/g, '{$1}'));
  assert.equal(described.sort(), listed.sort());
  const ids = Object.values(paths).flatMap((ofPath) =>
    Object.values(ofPath).map(({ operationId }) => operationId),
  );
  assert.is(new Set(ids).size, ids.length, 'each has an id of its own');
});

const literal = [
  'PATCH /workspaces/:id/workstreams',
  'DELETE /workspaces/:id/workstreams',
  'PATCH /workspaces/:id/tasks',
  'GET /dashboard',
  'POST /mcp',
];
const webSockets = Object.values<Operation>(operations)
  .filter(({ delivery }) => delivery === 'websocket')
  .map(nameOf);

scenario(
  'ANS-6',
  'a relay lists the literal paths of the interface, its dashboard and its WebSockets',
  async (world) => {
    const listed = (await endpointsOf(world)).map(nameOf);
    for (const name of [...literal, ...webSockets]) assert.ok(listed.includes(name), name);
    assert.not.ok(listed.includes('GET /status'));
    const { status, text } = await ask(world, 'GET', '/ws/transcribe');
    assert.is(status, 400);
    assert.match(text, 'WebSocket client');
  },
  { on: onRelay },
);

scenario(
  'ANS-6',
  'a daemon lists what only it has, and no log to follow, for which it names the relay',
  async (world) => {
    const listed = (await endpointsOf(world)).map(nameOf);
    const own = ['POST /hooks/:client', 'GET /status', 'POST /radar', 'POST /gate/run'];
    for (const name of [...literal, ...own]) assert.ok(listed.includes(name), name);
    assert.ok(listed.includes('GET /ws/transcribe'));
    const log = '/workspaces/:id/replica';
    assert.not.ok(listed.includes(`GET ${log}`));
    const { status, text } = await ask(world, 'GET', filled(world, log));
    assert.is(status, 404);
    assert.match(text, world.relay.url);
    const plain = await ask(world, 'GET', '/ws/transcribe');
    assert.is(plain.status, 400);
    assert.match(plain.text, 'WebSocket client');
  },
  { on: onDaemon },
);

/** What says when it was answered, how often was asked, or how the bytes travel. */
const passing = new Set(['date', 'x-ratelimit-remaining', 'transfer-encoding', 'content-length']);

function lasting({ status, headers }: Head): unknown {
  const kept = Object.entries(headers).filter(([name]) => !passing.has(name));
  return { status, ...Object.fromEntries(kept) };
}

scenario('ANS-6', 'HEAD answers what GET does, without the body, and ends', async (world) => {
  const endpoints = (await endpointsOf(world)).filter(({ method }) => method === 'GET');
  assert.ok(endpoints.some(({ path }) => path === '/workspaces/:id/feed'));
  for (const { path } of endpoints) {
    const at = filled(world, path);
    const head = await ask(world, 'HEAD', at);
    const get = await ask(world, 'GET', at);
    assert.is(head.text, '', path);
    assert.equal(lasting(head), lasting(get), path);
    const isSteady = ['/health', '/dashboard', '/openapi.json'].includes(path);
    if (isSteady) assert.is(head.headers['content-length'], String(Buffer.byteLength(get.text)));
  }
  assert.is((await ask(world, 'HEAD', '/nowhere')).status, 404);
});

test.run();

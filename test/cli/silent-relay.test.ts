import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { namingService } from '../../cli/connection/service-away.ts';
import { refuse } from '../../shared/kernel/refusal.ts';
import { makeSandbox, run, type Sandbox } from './support.ts';

interface Scene {
  sandbox: Sandbox;
  server: Server;
  url: string;
  speak: (socket: Socket) => void;
  open: Set<Socket>;
}

const test = suite<Scene>('commands and a relay that does not answer as one');

test.before.each(async (scene) => {
  scene.sandbox = await makeSandbox();
  scene.speak = () => undefined;
  scene.open = new Set();
  scene.server = createServer((socket) => {
    scene.open.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => scene.speak(socket));
  });
  await new Promise<void>((resolve) => scene.server.listen(0, '127.0.0.1', resolve));
  scene.url = `http://127.0.0.1:${(scene.server.address() as AddressInfo).port}`;
});

test.after.each(async ({ sandbox, server, open }) => {
  server.close();
  for (const socket of open) socket.destroy();
  await sandbox.remove();
});

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n';

for (const [what, speak, reason] of [
  ['hangs', () => undefined, /did not answer within 5 s/],
  ['stops in its answer', (socket: Socket) => void socket.write(head), /did not answer within 5 s/],
  ['is no HTTP', (socket: Socket) => void socket.end('SSH-2.0-x\r\n'), /no HTTP/],
  ['breaks off', (socket: Socket) => void socket.destroy(), /breaks the connection off/],
] as const) {
  test(`doctor says why the relay cannot be used when it ${what}`, async (scene) => {
    scene.speak = speak;
    const environment = { COORD_RELAY: scene.url, COORD_KEY: 'coord_k' };
    const { out } = await run(['doctor'], scene.sandbox, { environment });
    assert.match(out, reason);
    assert.not.match(out, 'Nothing answers on http');
  });
}

test('status says within three seconds that it is the relay that did not answer', async (scene) => {
  const environment = { COORD_RELAY: scene.url, COORD_KEY: 'coord_k' };
  const startedMs = performance.now();
  const { code, err } = await run(['status'], scene.sandbox, { environment });
  assert.is(code, 1);
  assert.ok(performance.now() - startedMs < 3_000, `${performance.now() - startedMs} ms`);
  assert.match(err, `The relay ${scene.url} did not answer in time.`);
  assert.match(err, /coord daemon/);
});

test('a command says which relay cannot be reached, and what starts one', async ({ sandbox }) => {
  const relay = 'http://127.0.0.1:1';
  const environment = { COORD_RELAY: relay, COORD_KEY: 'coord_k' };
  for (const words of [['decisions', 'list'], ['whoami'], ['tasks', 'list'], ['status']]) {
    const { code, err } = await run(words, sandbox, { environment });
    assert.is(code, 1, words.join(' '));
    assert.match(
      err,
      `The relay ${relay} cannot be reached (ECONNREFUSED). Start it where it runs`,
    );
    assert.match(err, /coord relay; .*coord daemon/);
  }
});

test('OFF-1: a command whose answer is lost says that it may have been recorded', async (scene) => {
  const workspace = {
    ...{ id: 'ws_1', slug: 'shop', name: 'Shop', role: 'owner', branch_prefix: 'coord' },
    ...{
      created_at: '2026-01-01T00:00:00.000Z',
      gate_policy: 'reported',
      conflict_policy: 'members',
    },
  };
  const list = JSON.stringify({ workspaces: [workspace] });
  const relay = createHttpServer((request, response) => {
    if (request.method === 'GET') return void response.end(list);
    request.socket.destroy();
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(relay.address() as AddressInfo).port}`;
  const environment = { COORD_RELAY: url, COORD_KEY: 'coord_k' };
  const words = ['decide', 'Cents', '--rationale', 'Money is in cents.'];
  const { code, err } = await run(words, scene.sandbox, { environment });
  relay.close();
  assert.is(code, 1);
  assert.match(err, `The relay ${url} cannot be reached`);
  assert.match(err, 'Whether it was recorded is not known: look before you repeat it.');
});

test('OFF-1: a daemon that gives no answer in time may wait for its relay', () => {
  const late = refuse('Unavailable', 'The service did not answer in time.');
  const told = (isWrite: boolean) => namingService(late, { relay: undefined, isWrite }).message;
  assert.match(told(true), /^The daemon, or its relay, did not answer in time\. Whether it was/);
  assert.match(told(true), 'coord status');
  assert.not.match(told(false), 'recorded');
});

test('INV-6: join says which relay cannot be reached', async ({ sandbox }) => {
  const relay = 'http://127.0.0.1:1';
  const words = ['join', relay, 'inv_abc', '--name', 'Ann'];
  const { code, err } = await run(words, sandbox);
  assert.is(code, 1);
  assert.match(err, `The relay ${relay} cannot be reached (ECONNREFUSED).`);
});

test.run();

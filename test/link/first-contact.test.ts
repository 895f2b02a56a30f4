import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { tryReadText } from '../../shared/node/disk/files.ts';
import { makeSandbox, run, start, type Sandbox } from '../cli/support.ts';

interface Told {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body: string;
}

interface Scene {
  server: Server;
  url: string;
  told: Told;
  sandbox: Sandbox;
}

const test = suite<Scene>('the first contact with something that is no relay');

test.before(async (scene) => {
  scene.sandbox = await makeSandbox();
  scene.server = createServer((_request, response) => {
    const { status, headers, body } = scene.told;
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => scene.server.listen(0, '127.0.0.1', resolve));
  scene.url = `http://127.0.0.1:${(scene.server.address() as AddressInfo).port}`;
});

test.after(async ({ server, sandbox }) => {
  server.close();
  server.closeAllConnections();
  await sandbox.remove();
});

const json = { 'content-type': 'application/json' };
const strangers: readonly Told[] = [
  { status: 200, headers: json, body: '{}' },
  { status: 200, headers: json, body: 'null' },
  { status: 200, headers: json, body: '[]' },
  { status: 200, headers: json, body: '{"valid":true}' },
  { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Welcome</html>' },
  { status: 302, headers: { location: 'http://portal.example/sign-in' }, body: '' },
  { status: 404, headers: { 'content-type': 'text/html' }, body: '<html>None</html>' },
  { status: 500, headers: json, body: '{"error":"__proto__","message":{}}' },
];

const commands: readonly (readonly string[])[] = [
  ['login'],
  ['status'],
  ['feed', '--workspace', 'shop'],
  ['search', 'word'],
  ['decisions', 'list'],
  ['workspace', 'list'],
];

/** A sentence of ours, and no stack of JavaScript. */
function assertSentence(text: string, what: string): void {
  assert.match(text, /^coord: .*(answered|address)/m, what);
  assert.not.match(text, /TypeError|undefined|\bat .*\.ts:|is not a function/, what);
}

test('LNK-1: every command says in a sentence that this is no relay', async (scene) => {
  for (const told of strangers) {
    scene.told = told;
    for (const command of commands) {
      const what = `${command.join(' ')} <- ${told.status} ${told.body}`;
      const args = [...command, '--relay', scene.url];
      const environment = { COORD_KEY: 'coord_k' };
      const { code, err } = await run(args, scene.sandbox, { environment, input: 'coord_k\n' });
      assert.is(code, 1, `${what}: ${err}`);
      assertSentence(err, what);
    }
  }
});

test('LNK-1: the first start of a daemon says it too, and goes on when a relay is there', async (scene) => {
  for (const told of strangers) {
    scene.told = told;
    const args = ['daemon', '--port', '0', '--relay', scene.url, '--key', 'coord_k'];
    const running = start(args, scene.sandbox);
    const timer = setTimeout(() => running.stop(), 1_500);
    const { code, err } = await running.finished;
    clearTimeout(timer);
    assert.not.match(err, /TypeError/, `${told.status} ${told.body}`);
    // What may pass is waited for, until somebody stops it.
    if (code !== 0) assertSentence(err, `${told.status} ${told.body}`);
  }
});

test('LNK-1: doctor finds that what answers is no relay', async (scene) => {
  for (const told of strangers) {
    scene.told = told;
    const environment = { COORD_RELAY: scene.url, COORD_KEY: 'coord_k' };
    const { out, err } = await run(['doctor'], scene.sandbox, { environment });
    assert.not.match(out + err, /TypeError/, `${told.status} ${told.body}`);
    assert.match(out, /answer/);
    assert.not.match(out, /relay\s+answers on/, `${told.status} ${told.body}`);
  }
});

const accepted = {
  user_id: 'usr_1',
  email: 'bob@example.com',
  name: 'Bob',
  role: 'member',
  workspace: { id: 'ws_1', slug: 'shop', name: 'Shop' },
  api_key: 'coord_k',
  key_id: 'key_1',
};
const workspace = { ...accepted.workspace, created_at: '2026-01-01T00:00:00.000Z' };
const join = ['join', '{url}', 'inv_x', '--name', 'Bob', '--no-daemon'];
const login = ['login', '--relay', '{url}'];
const create = ['workspace', 'create', 'shop', '--relay', '{url}', '--key', 'coord_k'];

const unfit: readonly (readonly [args: readonly string[], answer: object, what: string])[] = [
  [join, { ...accepted, api_key: 'a key\nof two lines' }, 'API key'],
  [join, { ...accepted, user_id: '\u0007' }, 'id'],
  [join, { ...accepted, key_id: '' }, 'id'],
  [join, { ...accepted, workspace: { ...accepted.workspace, slug: '; rm -rf x' } }, 'short name'],
  [login, { valid: true, user_id: '', email: 'bob@example.com' }, 'id'],
  [create, { ...workspace, slug: '../shop' }, 'short name'],
];

test('LNK-7: nothing is kept of an answer whose key, slug or id is none', async (scene) => {
  const { sandbox, url } = scene;
  for (const [command, answer, what] of unfit) {
    scene.told = { status: 200, headers: json, body: JSON.stringify(answer) };
    const args = command.map((word) => word.replace('{url}', url));
    const { code, out, err } = await run(args, sandbox, { input: 'coord_k\n' });
    assert.is(code, 1, `${args.join(' ')}: ${out}${err}`);
    assert.match(err, `answered something that is no ${what}`);
    const kept = ['home/credentials.json', 'shop/.git/coord/workspace'].map((file) =>
      tryReadText(`${sandbox.folder}/${file}`),
    );
    assert.not.match(kept.join(''), /coord_k|key|shop|rm/, args.join(' '));
  }
  scene.told = { status: 200, headers: json, body: JSON.stringify(accepted) };
  const joined = await run(
    join.map((word) => word.replace('{url}', url)),
    sandbox,
  );
  assert.is(joined.code, 0, joined.err);
});

test.run();

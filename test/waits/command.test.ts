/** `coord wait` at a relay of the test's own, which answers as told. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { makeSandbox, start, type Running, type Sandbox } from '../cli/support.ts';
import { eventually } from '../support/waiting.ts';

type Answer = readonly [status: number, body: object];

interface Scene {
  sandbox: Sandbox;
  server: Server;
  url: string;
  /** `METHOD /path` below the workspace, in order. */
  asked: string[];
  /** What is answered to those that begin so, or to `POST file`, in place of the usual. */
  told: Map<string, Answer>;
  feeds: ServerResponse[];
}

const test = suite<Scene>('coord wait');

const at = '2026-01-01T00:00:00.000Z';

const workspace = {
  ...{ id: 'ws_1', name: 'Shop', slug: 'shop', created_at: at, role: 'owner' },
  ...{ branch_prefix: 'coord', gate_policy: 'reported', conflict_policy: 'members' },
};

function waitOf(file: string, status = 'waiting') {
  const usual = { session_id: 's', user_name: 'Ada', symbol_ids: [], wish: 'grant', before: 0 };
  return { id: `wait_${file[0]}`, file, status, created_at: at, ...usual };
}

function refusal(error: string, message: string): object {
  return { error, message };
}

async function usual(request: IncomingMessage, what: string, told: Scene['told']): Promise<Answer> {
  if (what.startsWith('GET /workspaces?')) return [200, { workspaces: [workspace] }];
  if (what === 'POST /waits') {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { file } = JSON.parse(body) as { file: string };
    return told.get(`POST ${file}`) ?? [201, waitOf(file)];
  }
  const file = what.endsWith('wait_a') ? 'a.ts' : 'b.ts';
  return [200, waitOf(file, what.startsWith('DELETE') ? 'given_up' : 'waiting')];
}

test.before.each(async (scene) => {
  scene.sandbox = await makeSandbox();
  Object.assign(scene, { asked: [], told: new Map(), feeds: [] });
  scene.server = createServer((request, response) => {
    const what = `${request.method} ${request.url?.replace('/workspaces/ws_1', '')}`;
    scene.asked.push(what);
    const isFeed = what.startsWith('GET /feed');
    const told = [...scene.told].find(([start]) => what.startsWith(start))?.[1];
    if (isFeed && told === undefined) {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': after 7\n\n');
      return void scene.feeds.push(response);
    }
    void (async () => {
      const [status, body] = told ?? (await usual(request, what, scene.told));
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    })();
  });
  await new Promise<void>((resolve) => scene.server.listen(0, '127.0.0.1', resolve));
  scene.url = `http://127.0.0.1:${(scene.server.address() as AddressInfo).port}`;
});

test.after.each(async ({ sandbox, server }) => {
  server.close();
  server.closeAllConnections();
  await sandbox.remove();
});

function waiting({ sandbox, url }: Scene, ...args: readonly string[]): Running {
  const where = ['--relay', url, '--key', 'coord_k', '--session', 's'];
  // Outside of a repository no file is looked for.
  return start(['wait', ...args, ...where], sandbox, { directory: sandbox.folder });
}

function count({ asked }: Scene, what: string): number {
  return asked.filter((one) => one.startsWith(what)).length;
}

/** Once its feed is followed, and what was missed before has been asked for. */
async function settled(scene: Scene, targets = 1): Promise<void> {
  await eventually('the feed to be followed', async () =>
    count(scene, 'GET /feed') >= 2 && count(scene, 'GET /waits/') >= targets ? true : undefined,
  );
}

test('LIM-1 it asks seldom: the feed tells when a wait has ended', async (scene) => {
  const running = waiting(scene, 'a.ts', 'b.ts');
  await settled(scene, 2);
  const before = scene.asked.length;
  await sleep(2_500);
  assert.is(scene.asked.length, before, scene.asked.join('\n'));
  const event = (id: string) => ({
    ...{ type: 'wait_ended', workspace_id: 'ws_1', at, wait_id: id, session_id: 's', user: 'Ada' },
    ...{ file: `${id.at(-1)}.ts`, symbols: [], wish: 'grant', status: 'granted' },
  });
  ['wait_c', 'wait_b', 'wait_a'].forEach((id, index) => {
    const text = JSON.stringify({ seq: 8 + index, ...event(id) });
    scene.feeds.at(-1)?.write(`id: ${8 + index}\ndata: ${text}\n\n`);
  });
  const { code, out, err } = await running.finished;
  assert.is(code, 0, err);
  assert.match(out, /^a.ts is yours now.*\nb.ts is yours now.*\n$/);
  assert.is(scene.asked.length, before, scene.asked.join('\n'));
});

test('QUE-2 what ended before the feed is followed is asked for', async (scene) => {
  scene.told.set('GET /waits/wait_a', [200, waitOf('a.ts', 'granted')]);
  const { code, out, err } = await waiting(scene, 'a.ts').finished;
  assert.is(code, 0, err);
  assert.match(out, 'a.ts is yours now');
});

test('QUE-4 who cannot leave the queue is not told to have left it', async (scene) => {
  scene.told.set('DELETE', [503, refusal('Unavailable', 'The relay is away.')]);
  for (const format of [[], ['--json']]) {
    const { code, out, err } = await waiting(scene, 'a.ts', '--timeout', '1s', ...format).finished;
    assert.is(code, 1);
    assert.match(err, 'You may still be in the queue for a.ts, and get it: The relay is away.');
    assert.match(err, '--timeout 0s');
    assert.not.match(err, 'You left');
    assert.not.match(out, 'given_up');
  }
  const stopped = waiting(scene, 'a.ts');
  await settled(scene);
  stopped.stop();
  assert.match((await stopped.finished).err, 'You may still be in the queue for a.ts');
});

test('QUE-4 who is granted it when they leave is told, and keeps it', async (scene) => {
  scene.told.set('DELETE', [409, refusal('Conflict', 'The wait has ended: granted.')]);
  const running = waiting(scene, 'a.ts');
  await settled(scene);
  scene.told.set('GET /waits', [200, waitOf('a.ts', 'granted')]);
  running.stop();
  const { code, out, err } = await running.finished;
  assert.is(code, 0, err);
  assert.match(out, 'a.ts is yours now');
  assert.not.match(err, 'You left');
});

test('QUE-4 when one of several is refused, the other queues are left', async (scene) => {
  scene.told.set('GET /waits/wait_b', [403, refusal('Forbidden', 'No longer.')]);
  const { code, err } = await waiting(scene, 'a.ts', 'b.ts').finished;
  assert.is(code, 1);
  assert.match(err, 'You left the queue for a.ts.');
  assert.match(err, 'No longer.');
  assert.is(count(scene, 'DELETE /waits/wait_a'), 1);
});

test('QUE-4 what was granted at once is said where a later one is refused', async (scene) => {
  scene.told.set('POST a.ts', [201, waitOf('a.ts', 'granted')]);
  scene.told.set('POST b.ts', [403, refusal('Forbidden', 'Not this one.')]);
  const { code, out, err } = await waiting(scene, 'a.ts', 'b.ts').finished;
  assert.is(code, 1);
  assert.match(out, 'a.ts is yours now');
  assert.match(err, 'Not this one.');
});

test('LIM-3 a relay that takes no requests for now ends no wait', async (scene) => {
  const running = waiting(scene, 'a.ts');
  scene.told.set('GET /waits', [429, refusal('RateLimited', 'The limit is reached.')]);
  await settled(scene);
  await sleep(300);
  running.stop();
  const { code, err } = await running.finished;
  assert.is(code, 1);
  assert.match(err, 'You left the queue for a.ts.');
});

test.run();

import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openUpstream } from '../../daemon/relay-connection/upstream.ts';
import { dispatcherTo } from '../../cli/connection/http.ts';
import { createClient, type Client } from '../../shared/api/client.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { readEventStream } from '../../shared/feed/event-stream.ts';
import { languageModel } from '../../relay/models/language-model.ts';
import { speechModel } from '../../relay/models/speech-model.ts';
import { connectModelServer } from '../../relay/search/embedders.ts';
import { timeoutSignal } from '../../shared/node/time/system-clock.ts';

interface Scene {
  server: Server;
  url: string;
  answer: (response: ServerResponse) => void;
}

const test = suite<Scene>('answers that are none');

test.before(async (scene) => {
  scene.server = createServer((_request, response) => scene.answer(response));
  await new Promise<void>((resolve) => scene.server.listen(0, '127.0.0.1', resolve));
  scene.url = `http://127.0.0.1:${(scene.server.address() as AddressInfo).port}`;
});

test.after(({ server }) => {
  server.close();
  server.closeAllConnections();
});

function refusalOf(answer: unknown): Refusal {
  assert.ok(isRefusal(answer), JSON.stringify(answer));
  return answer;
}

const bodies = [
  'null',
  'true',
  '"text"',
  '7',
  '[]',
  '{}',
  '',
  '<html></html>',
  '{"id":1,"email":"a","name":"A","created_at":"2026-01-01T00:00:00.000Z","workspaces":[]}',
  '{"id":"u","email":"a","name":"A","created_at":"soon","workspaces":[]}',
  '{"id":"u","email":"a","name":"A","created_at":"2026-01-01T00:00:00.000Z","workspaces":[null]}',
  `{"id":"u","email":"a","name":"A","created_at":"2026-01-01T00:00:00.000Z","workspaces":[],"x":${'['.repeat(9_000)}${']'.repeat(9_000)}}`,
];

test('LNK-1: an answer of the wrong shape is an Unavailable that names the operation', async () => {
  for (const body of bodies) {
    const dispatcher = {
      request: () => Promise.resolve({ statusCode: 200, body: Readable.from([Buffer.from(body)]) }),
    };
    const client = createClient({ dispatcher, key: 'k', timeoutSignal });
    const { error, message } = refusalOf(await client.call('profile', {}));
    assert.is(error, 'Unavailable', body.slice(0, 60));
    assert.match(message, /answered profile with something that is not an answer of coord/);
  }
});

test('LNK-1: an error whose name every object has, or that says nothing, is no refusal of a relay', async () => {
  for (const error of ['__proto__', 'constructor', 'toString', 'Nonsense', 7, null]) {
    const dispatcher = {
      request: () =>
        Promise.resolve({
          statusCode: 500,
          body: Readable.from([Buffer.from(JSON.stringify({ error, message: 'no' }))]),
        }),
    };
    const client = createClient({ dispatcher, key: 'k', timeoutSignal });
    assert.is(refusalOf(await client.call('profile', {})).error, 'Unavailable');
  }
});

test('LNK-1: of an answer with several forms, half of one is none', async () => {
  const half = '{"ok":true,"session_id":"sess_1","reserved":["src/a.ts"]}';
  const dispatcher = {
    request: () => Promise.resolve({ statusCode: 200, body: Readable.from([Buffer.from(half)]) }),
  };
  const client = createClient({ dispatcher, key: 'k', timeoutSignal });
  const body = { event: 'postToolUse', workspace_slug: 'team', conversation_id: 'c' } as const;
  assert.is(refusalOf(await client.call('hook', body)).error, 'Unavailable');
});

/** The client as the daemon has it, and as the commands have it. */
async function clients(url: string): Promise<{ client: Client; close(): Promise<void> }[]> {
  const upstream = await openUpstream(url, 'k');
  const command = createClient({ dispatcher: dispatcherTo({ url }), key: 'k', timeoutSignal });
  return [upstream, { client: command, close: async () => undefined }];
}

const piece = Buffer.alloc(1_048_576, ' ');
/** More than any bound and what lies in buffers on the way. */
const enough = 96 * piece.length;

/** Lets the server answer on and on. */
function answerWithoutEnd(scene: Scene, first: string): { bytes: number } {
  const sent = { bytes: 0 };
  scene.answer = (response) => {
    response.on('error', () => undefined);
    response.setHeader('content-type', 'application/json');
    response.write(first);
    const more = (): void => {
      if (response.destroyed) return;
      sent.bytes += piece.length;
      if (response.write(piece)) setImmediate(more);
      else response.once('drain', more);
    };
    more();
  };
  return sent;
}

test('LNK-3: an answer without end is cut off, and memory does not grow with it', async (scene) => {
  for (const { client, close } of await clients(scene.url)) {
    const sent = answerWithoutEnd(scene, ' ');
    const { message } = refusalOf(await client.call('profile', {}));
    assert.match(message, /answered profile with more than coord reads/);
    assert.ok(sent.bytes < enough, `it read on: ${sent.bytes}`);
    await close();
  }
});

test('LNK-3: a model server without end is cut off', async (scene) => {
  const settings = { model: 'm', url: scene.url, key: 'k' };
  const model = languageModel({ provider: 'openai-compatible', ...settings });
  const uses = [
    () => model.complete('say', 'nothing'),
    () => speechModel(settings).transcribe(Buffer.alloc(2_000)),
    () => connectModelServer(settings),
  ];
  for (const use of uses) {
    const sent = answerWithoutEnd(scene, ' ');
    const failed = await use().then(
      () => false,
      () => true,
    );
    assert.ok(failed);
    assert.ok(sent.bytes < enough, `it read on: ${sent.bytes}`);
  }
});

test('LNK-3: a line of the feed without end breaks the connection', async () => {
  let given = 0;
  async function* endless() {
    for (;;) {
      given += 1;
      yield given === 1 ? 'data: ' : 'x'.repeat(1_000_000);
    }
  }
  const read = async () => {
    for await (const item of readEventStream(endless())) assert.unreachable(item.kind);
  };
  await read().then(
    () => assert.unreachable('it ended'),
    (error: Error) => assert.match(error.message, /no end/),
  );
  assert.ok(given < 20);
});

test('LNK-3: an answer that comes byte by byte is given up when its time is over', async (scene) => {
  scene.answer = (response) => {
    const timer = setInterval(() => response.write(' '), 50);
    response.on('close', () => clearInterval(timer));
  };
  for (const { client, close } of await clients(scene.url)) {
    const started = performance.now();
    const { message } = refusalOf(await client.call('profile', {}, { timeoutMs: 400 }));
    assert.match(message, /did not answer in time/);
    assert.ok(performance.now() - started < 3_000);
    await close();
  }
});

test.run();

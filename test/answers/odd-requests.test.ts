/** Requests that are no HTTP, or of another protocol, and a daemon that gets odd input. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { limits } from '../../shared/contract/fields.ts';
import { operations } from '../../shared/api/operations.ts';
import { statusOf } from '../../shared/kernel/refusal.ts';
import { sendRaw } from '../support/http.ts';
import { onDaemon, onRelay, relayScenario as scenario } from '../support/scenario.ts';
import { json, assertCalm, oddValues, sendOdd, rawBodies, oddPaths } from './odd-input.ts';

const atTheEdge = [
  'hook',
  'heartbeat',
  'endSession',
  'sync',
  'listSessions',
  'listReservations',
] as const;

scenario(
  'ANS-2',
  'a daemon is as calm as its relay',
  async (world) => {
    for (const name of atTheEdge) {
      for (const field of Object.keys(operations[name].input.shape)) {
        for (const value of oddValues(world)) await sendOdd(world, name, { field, value });
      }
    }
    for (const [title, body] of Object.entries(rawBodies)) {
      const path = '/workspaces/sessions/hook';
      const answer = await world.as('ada').send({ method: 'POST', path, headers: json, body });
      assertCalm(answer, title);
      assert.is(answer.status, 400, title);
    }
    for (const path of oddPaths) assertCalm(await world.as('ada').get(path), path.slice(0, 80));
    const body = JSON.stringify({ task: 'x'.repeat(limits.bodyBytes) });
    const path = '/workspaces/sessions/hook';
    assert.is(
      (await world.as('ada').send({ method: 'POST', path, headers: json, body })).status,
      413,
    );
  },
  { on: onDaemon },
);

function rawRequests(key: string): Readonly<Record<string, string>> {
  const head = `host: relay\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\n`;
  const post = `POST /workspaces HTTP/1.1\r\n${head}`;
  return {
    'no HTTP': 'hello\r\n\r\n',
    binary: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n',
    'an unknown method': `BREW /coffee HTTP/1.1\r\n${head}\r\n`,
    'a bad chunk size': `${post}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
    'a chunk that lies': `${post}transfer-encoding: chunked\r\n\r\n5\r\n{}\r\n0\r\n\r\n`,
    'two lengths': `${post}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`,
    'length and chunks': `${post}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    'a negative length': `${post}content-length: -1\r\n\r\n`,
    'a great header': `GET /health HTTP/1.1\r\nhost: relay\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`,
    'a line break in a header': `GET /health HTTP/1.1\r\nhost: relay\r\nx: a\n\nb\r\n\r\n`,
    'an old version': `GET /health HTTP/0.9\r\n\r\n`,
    'no host': `GET /health HTTP/1.1\r\n\r\n`,
    'an odd wish': `GET /nothing HTTP/1.1\r\n${head}expect: cake\r\n\r\n`,
  };
}

scenario(
  'ANS-2',
  'requests that are no HTTP',
  async (world) => {
    for (const [title, bytes] of Object.entries(rawRequests(world.as('ada').account.key))) {
      const answer = await sendRaw(world.relay.url, bytes);
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      assert.match(head, /^HTTP\/1\.1 [234]\d\d /, `${title}: ${answer.slice(0, 200)}`);
      if (head.startsWith('HTTP/1.1 200')) continue;
      const refusal = JSON.parse(body) as { error: string; message: string };
      assert.ok(refusal.error in statusOf, `${title}: ${body}`);
      assert.type(refusal.message, 'string');
    }
    await world.as('ada').ok('health', {});
  },
  { on: onRelay },
);

scenario(
  'ANS-1',
  'a request without a Host is told so, and an odd wish is passed over',
  async (world) => {
    const url = await world.as('ada').base();
    const missing = await sendRaw(url, 'GET /health HTTP/1.1\r\n\r\n');
    assert.match(missing, /^HTTP\/1\.1 400 [^]*"ValidationError"[^]*no Host header/);
    const { host } = new URL(url);
    const ask = `GET /nothing HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\nexpect: cake\r\n\r\n`;
    assert.match(await sendRaw(url, ask), /^HTTP\/1\.1 40[14] [^]*"message"/);
  },
);

scenario(
  'ANS-2',
  'a client that offers HTTP/2 is answered as if it did not',
  async (world) => {
    const url = await world.as('ada').base();
    const body = '{"name":"Tea","slug":"tea-h2c"}';
    const offer =
      'connection: Upgrade, HTTP2-Settings, close\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAAQ\r\n';
    const answer = await sendRaw(
      url,
      `POST /workspaces HTTP/1.1\r\nhost: ${new URL(url).host}\r\nauthorization: Bearer ${world.as('ada').account.key}\r\n` +
        `content-type: application/json\r\ncontent-length: ${body.length}\r\n${offer}\r\n${body}`,
    );
    assert.match(answer, /^HTTP\/1\.1 201 /);
  },
  { on: ({ database }) => database === 'sqlite' },
);

scenario(
  'ANS-2',
  'odd WebSocket requests',
  async (world) => {
    const { key } = world.as('ada').account;
    const { id } = world.workspace;
    const upgrade = (
      path: string,
      more = 'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nsec-websocket-version: 13\r\n',
    ) =>
      `GET ${path} HTTP/1.1\r\nhost: relay\r\nconnection: Upgrade\r\nupgrade: websocket\r\n${more}` +
      `authorization: Bearer ${key}\r\n\r\n`;
    const requests = [
      upgrade('/workspaces/%ff/replica'),
      upgrade('/workspaces/%00/replica'),
      upgrade('//'),
      upgrade('*'),
      upgrade('/nothing'),
      upgrade(`/workspaces/${id}/replica?since=x`),
      upgrade(`/workspaces/${id}/replica?since=-1`),
      upgrade(`/workspaces/${id}/replica`, ''),
      upgrade(
        `/workspaces/${id}/replica`,
        'sec-websocket-key: short\r\nsec-websocket-version: 13\r\n',
      ),
      upgrade(`/workspaces/${'x'.repeat(9_000)}/replica`),
    ];
    for (const bytes of requests) {
      const answer = await sendRaw(world.relay.url, bytes);
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      const title = `${bytes.slice(0, 60)}: ${answer.slice(0, 200)}`;
      assert.match(head, /^HTTP\/1\.1 4\d\d /, title);
      const refusal = JSON.parse(body) as { error: string; message: string };
      assert.ok(refusal.error in statusOf, title);
    }
    await world.as('ada').ok('health', {});
  },
  { on: onRelay },
);

scenario(
  'ANS-2',
  'a replica client that talks too much, or nonsense, loses its stream only',
  async (world) => {
    const { default: WebSocket } = await import('ws');
    const { key } = world.as('ada').account;
    const url = `${world.relay.url.replace('http', 'ws')}/workspaces/${world.workspace.id}/replica`;
    for (const message of ['hello', Buffer.alloc(100_000), '{"kind":"x"}']) {
      const socket = new WebSocket(url, { headers: { authorization: `Bearer ${key}` } });
      const closed = new Promise((resolve) => socket.on('close', resolve));
      socket.on('error', () => undefined);
      await new Promise((resolve) => socket.on('open', resolve));
      socket.send(message);
      if (message.length > 10_000) await closed;
      socket.terminate();
    }
    await world.as('ada').ok('health', {});
  },
  { on: onRelay },
);

test.run();

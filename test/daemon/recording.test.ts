import { once } from 'node:events';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { WebSocket, WebSocketServer } from 'ws';
import { carryToRelay } from '../../daemon/relay-connection/carried-socket.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, joined } from '../meetings/live.ts';
import { eventually } from '../support/waiting.ts';
import { Sandbox, TestDaemon, TestRelay, type Account } from './support.ts';

const test = suite('recording at a daemon');
const sandbox = new Sandbox();
const relay = new TestRelay(`${sandbox.folder('relay')}/relay.db`);
let daemon: TestDaemon;
let ana: Account;

test.before(async () => {
  await relay.start();
  ana = await relay.join('Ana');
  const choice = { kind: 'remote', url: relay.url, key: ana.key } as const;
  const home = sandbox.folder('home');
  daemon = await TestDaemon.start(sandbox.repository('shop'), home, choice);
});

test.after(async () => {
  await daemon.daemon.close();
  await relay.stop();
  sandbox.remove();
});

async function tabToken(): Promise<string> {
  const made = await daemon.send('POST', '/dashboard/code', {});
  const { code } = made.body as { code: string };
  const headers = { authorization: '', origin: daemon.daemon.url };
  const traded = await daemon.send('POST', '/dashboard/session', { code }, headers);
  return (traded.body as { token: string }).token;
}

/** A meeting that a tab has begun, and how it joins. */
async function begun() {
  const token = await tabToken();
  const body = { workspace_id: daemon.workspaceId, title: 'Standup' };
  const headers = { authorization: `Bearer ${token}` };
  const made = await daemon.send('POST', '/meetings/start', body, headers);
  assert.is(made.status, 201);
  const url = String(made.body['ws_url']);
  const asTab = { protocols: ['coord', token], headers: { origin: daemon.daemon.url } };
  return { id: String(made.body['id']), url, asTab, token };
}

test('LOC-10: a tab of coord open records a meeting through the daemon', async () => {
  const { id, url, asTab } = await begun();
  assert.is(new URL(url).host, new URL(daemon.daemon.url).host);
  const client = await joined(url, asTab);
  assert.is(client.protocol, 'coord');
  client.send({ type: 'text', speaker: 'Ann', text: 'We decided to use JWT in src/auth.ts.' });
  assert.match((await client.next('transcript_chunk')).text ?? '', 'Ann: We decided');
  client.send(Buffer.from('sound'));
  assert.match((await client.next('error')).message ?? '', 'no speech model');
  client.send({ type: 'stop' });
  const done = await client.next('complete');
  assert.equal([done.meeting_id, done.decisions?.length], [id, 1]);
  assert.is(await client.closed, 1000, 'the code of the relay');
});

test('LOC-10: the address of a meeting is that of who asks, and over the socket the port of the daemon', async () => {
  const { port } = new URL(daemon.daemon.url);
  const body = { workspace_id: daemon.workspaceId, title: 'Standup' };
  for (const [host, expected] of [
    [`localhost:${port}`, `localhost:${port}`],
    ['localhost', `127.0.0.1:${port}`],
  ] as const) {
    const made = await daemon.send('POST', '/meetings/start', body, { host });
    assert.is(new URL(String(made.body['ws_url'])).host, expected);
  }
  const refused = await daemon.send('POST', '/meetings/start', { workspace_id: 'wsp_no' });
  assert.is(refused.status, 400, refused.text);
});

test('LOC-10: other origins, other names and who has no key are refused', async () => {
  const { url, token, asTab } = await begun();
  const protocols = ['coord', token];
  for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1'])
    assert.is(await join(url, { protocols, headers: { origin } }), 403, origin);
  assert.is(await join(url, { protocols, headers: { host: 'evil.example' } }), 403);
  const crossSite = { ...asTab.headers, 'sec-fetch-site': 'cross-site' };
  assert.is(await join(url, { protocols, headers: crossSite }), 403);
  assert.is(await join(url, { protocols: ['coord', 'wrong'] }), 401);
  assert.is(await join(url, {}), 401);
  assert.is(await join(url.replace(/mtg_\w+/, 'mtg_0'), asTab), 404, 'as the relay says');
  assert.is(await join(url.replace('/ws/transcribe', '/ws/other'), asTab), 401, 'no such channel');
});

test('MTG-4 LOC-10: a key is found among the protocols wherever it stands, and is not the one agreed on', async () => {
  const { url, token, asTab } = await begun();
  const agreed = async (...protocols: string[]) => {
    const client = await joined(url, { ...asTab, protocols });
    client.cut();
    return client.protocol;
  };
  assert.is(await agreed(ana.key, 'chat'), 'chat');
  assert.is(await agreed('chat', 'coord', token), 'chat');
  assert.is(await agreed(token, 'coord'), 'coord');
  assert.is(await agreed(ana.key), ana.key);
});

test('LOC-10: a key of the user is taken in the header and in the query, and is not passed on', async () => {
  const { url } = await begun();
  const byHeader = await joined(url, { headers: { authorization: `Bearer ${ana.key}` } });
  byHeader.send({ type: 'text', text: 'one' });
  await byHeader.next('transcript_chunk');
  const byQuery = await joined(`${url}&api_key=${ana.key}`, {});
  byQuery.send({ type: 'text', text: 'two' });
  await byQuery.next('transcript_chunk');
  const bob = await relay.join('Bob', ana);
  assert.is(await join(url, { headers: { authorization: `Bearer ${bob.key}` } }), 401);
});

test('LOC-8: a recording is cut when its tab signs out, with the code for who has no access, and those of others go on', async () => {
  const mine = await begun();
  const socket = new WebSocket(mine.url, mine.asTab.protocols, { headers: mine.asTab.headers });
  await once(socket, 'open');
  const cut = once(socket, 'close') as Promise<[number, Buffer]>;
  const others = await begun();
  const client = await joined(others.url, others.asTab);
  const authorization = `Bearer ${mine.token}`;
  const out = await daemon.send('DELETE', '/dashboard/session', undefined, { authorization });
  assert.is(out.status, 200);
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error('it goes on')), 1_500).unref(),
  );
  const [code, reason] = await Promise.race([cut, late]);
  assert.equal([code, String(reason)], [4403, 'This page has signed out.']);
  client.send({ type: 'text', speaker: 'Ann', text: 'Still here.' });
  assert.match((await client.next('transcript_chunk')).text ?? '', 'Still here');
  client.send({ type: 'stop' });
  assert.is(await client.closed, 1000);
});

test('LOC-10: with the relay gone a recording ends with a code and a reason, and begins again when it is back', async () => {
  const { url, asTab } = await begun();
  const socket = new WebSocket(url, asTab.protocols, { headers: asTab.headers });
  await once(socket, 'open');
  const cut = once(socket, 'close') as Promise<[number, Buffer]>;
  await relay.stop();
  const [code] = await cut;
  assert.ok(code === 1001 || code === 1013, String(code));
  const late = new WebSocket(url, asTab.protocols, { headers: asTab.headers });
  const [lateCode, reason] = (await once(late, 'close')) as [number, Buffer];
  assert.is(lateCode, 1013);
  assert.match(String(reason), 'The relay cannot be reached.');
  await relay.start();
  await eventually('the recording to go on', async () => {
    const again = new WebSocket(url, asTab.protocols, { headers: asTab.headers });
    again.on('close', () => undefined);
    const first = await Promise.race([
      once(again, 'close').then(() => 'close'),
      once(again, 'open').then(() => 'open'),
    ]);
    again.send(JSON.stringify({ type: 'stop' }), () => undefined);
    const [ended] = first === 'open' ? ((await once(again, 'close')) as [number]) : [0];
    return ended === 1000 ? true : undefined;
  });
});

/** Carries from a server of its own to a relay that is not one of ours. */
async function carriedTo(atRelay: (socket: WebSocket) => void) {
  const far = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  far.on('connection', atRelay);
  await once(far, 'listening');
  const address = `ws://127.0.0.1:${(far.address() as AddressInfo).port}`;
  const near = createServer();
  near.on('upgrade', (request, socket, head) => {
    const asked = { request, socket, head };
    void carryToRelay(asked, { address, authorization: 'Bearer x' });
  });
  near.listen(0, '127.0.0.1');
  await once(near, 'listening');
  const client = new WebSocket(`ws://127.0.0.1:${(near.address() as AddressInfo).port}`, 'coord');
  client.on('error', () => undefined);
  return {
    client,
    close() {
      client.terminate();
      far.close();
      near.close();
    },
  };
}

test('LOC-10: a relay that reads slowly slows the page down, and nothing is lost', async () => {
  const pieces = 200;
  let taken = 0;
  let slow: WebSocket | undefined;
  const carried = await carriedTo((socket) => {
    slow = socket;
    socket.pause();
    socket.on('message', (data) => {
      taken += (data as Buffer).length;
      if (taken === pieces * 262_144) socket.close(1000, 'all of it');
    });
  });
  const { client } = carried;
  await once(client, 'open');
  for (let at = 0; at < pieces; at++) client.send(Buffer.alloc(262_144));
  let waiting = -1;
  // What the kernel does not take stays with the page, and not in the daemon.
  await eventually('the page to be held back', async () => {
    const before = waiting;
    waiting = client.bufferedAmount;
    return waiting > 0 && waiting === before ? true : undefined;
  });
  assert.ok(waiting > (pieces * 262_144) / 4, `${waiting} bytes wait in the page`);
  slow?.resume();
  const [code, reason] = (await once(client, 'close')) as [number, Buffer];
  assert.equal([code, String(reason)], [1000, 'all of it']);
  carried.close();
});

test('LOC-10: a relay that is cut off in the middle is told of, and a page that goes is gone at the relay', async () => {
  const cut = await carriedTo((socket) => socket.terminate());
  const [code, reason] = (await once(cut.client, 'close')) as [number, Buffer];
  assert.is(code, 1013);
  assert.match(String(reason), 'The relay was lost.');
  cut.close();
  let gone = false;
  const left = await carriedTo((socket) => socket.on('close', () => (gone = true)));
  await once(left.client, 'open');
  left.client.terminate();
  await eventually('the relay to see it', async () => (gone ? true : undefined));
  left.close();
});

test.run();

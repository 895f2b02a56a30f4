/** LNK-4: a relay that was brought back from a backup has another log with the same numbers. */
import { once } from 'node:events';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { request } from 'undici';
import { WebSocket } from 'ws';
import { Sandbox, TestDaemon, TestRelay, type Account } from '../daemon/support.ts';

const test = suite('a relay from a backup');
const sandbox = new Sandbox();
const folder = sandbox.folder('relay');
const relay = new TestRelay(join(folder, 'relay.db'));
const root = sandbox.repository('shop');
let ann: Account;
let ben: Account;
let daemon: TestDaemon;

test.before(async () => {
  await relay.start();
  ann = await relay.join('Ann');
  ben = await relay.join('Ben', ann);
  daemon = await startDaemon();
});

test.after(async () => {
  await daemon.daemon.close();
  await relay.stop();
  sandbox.remove();
});

function startDaemon(): Promise<TestDaemon> {
  const choice = { kind: 'remote', url: relay.url, key: ben.key } as const;
  return TestDaemon.start(root, sandbox.folder('home'), choice);
}

/** Ann's agent, which has no daemon, writes a file. */
async function annWrites(file: string): Promise<void> {
  const answer = await request(`${relay.url}/workspaces/sessions/hook`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ann.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      event: 'postToolUse',
      workspace_slug: 'team',
      conversation_id: 'a',
      agent_type: 'test',
      file_path: file,
    }),
  });
  assert.is(answer.statusCode, 200, await answer.body.text());
}

async function backUp(to: string): Promise<void> {
  await relay.stop();
  cpSync(folder, to, { recursive: true });
  await relay.start();
}

async function restore(from: string): Promise<void> {
  await relay.stop();
  rmSync(folder, { recursive: true });
  cpSync(from, folder, { recursive: true });
  await relay.start();
}

async function mayWrite(file: string): Promise<unknown> {
  const answer = await daemon.hook('preToolUse', 'b', { file_path: file });
  return answer['permission'];
}

test('LNK-4 a daemon that was away takes the log anew, though it goes on further than the one that it has seen', async () => {
  const backup = join(sandbox.folder('backups'), 'one');
  await annWrites('kept.txt');
  await backUp(backup);
  await annWrites('ghost.txt');
  await daemon.untilHeld('ghost.txt');
  await daemon.daemon.close();
  await restore(backup);
  for (let at = 0; at < 30; at += 1) await annWrites(`gap-${at}.txt`);
  daemon = await startDaemon();
  await daemon.untilHeld('gap-29.txt');
  assert.is(await mayWrite('gap-0.txt'), 'deny', 'its event has a number that the daemon had seen');
  assert.is(await mayWrite('kept.txt'), 'deny');
  assert.is(await mayWrite('ghost.txt'), 'allow', 'nobody holds it in this log');
});

/** Every text of the answer to a hook of Ben's agent. */
async function toldTo(conversation: string): Promise<string> {
  return JSON.stringify(await daemon.hook('beforeSubmitPrompt', conversation, { prompt: 'Go on' }));
}

test('LNK-8 an agent is told once that the log was passed over, and not where it only goes on', async () => {
  const jumped = /some of what the others did meanwhile was not told[^]*coord_sync/;
  const backup = join(sandbox.folder('backups'), 'told');
  await daemon.hook('sessionStart', 'works');
  await daemon.daemon.close();
  await backUp(backup);
  await annWrites('while-away.txt');
  daemon = await startDaemon();
  await daemon.untilHeld('while-away.txt');
  assert.not.match(await toldTo('works'), jumped, 'the events came one by one');
  await daemon.daemon.close();
  await restore(backup);
  await annWrites('in-the-other-log.txt');
  daemon = await startDaemon();
  await daemon.untilHeld('in-the-other-log.txt');
  assert.match(await toldTo('works'), jumped);
  assert.not.match(await toldTo('works'), jumped);
});

test('LNK-4 so does one whose last event came with a snapshot', async () => {
  const backup = join(sandbox.folder('backups'), 'two');
  await backUp(backup);
  await annWrites('second-ghost.txt');
  await daemon.daemon.close();
  rmSync(sandbox.folder('home'), { recursive: true });
  daemon = await startDaemon();
  await daemon.untilHeld('second-ghost.txt');
  await daemon.daemon.close();
  await restore(backup);
  for (let at = 0; at < 5; at += 1) await annWrites(`second-${at}.txt`);
  daemon = await startDaemon();
  await daemon.untilHeld('second-4.txt');
  await daemon.untilHeld('second-ghost.txt', false);
  assert.is(await mayWrite('second-0.txt'), 'deny');
});

interface First {
  readonly kind: string;
  readonly seq: number;
  readonly at: string;
}

/** What the relay sends first to a daemon that asks so. */
async function firstMessage(query: string): Promise<First> {
  const url = `${relay.url.replace('http', 'ws')}/workspaces/${ann.workspaceId}/replica${query}`;
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${ann.key}` } });
  const [data] = (await once(socket, 'message')) as [Buffer];
  socket.terminate();
  return JSON.parse(data.toString()) as First;
}

test('LNK-4 where the log is the same it is resumed, and so does an earlier daemon, which names no time', async () => {
  const { kind, seq, at } = await firstMessage('');
  assert.is(kind, 'snapshot');
  const time = encodeURIComponent(at);
  assert.is((await firstMessage(`?since=${seq}&since_at=${time}`)).kind, 'heartbeat');
  assert.is((await firstMessage(`?since=${seq}`)).kind, 'heartbeat');
  const other = encodeURIComponent('2001-01-01T00:00:00.000Z');
  assert.is((await firstMessage(`?since=${seq}&since_at=${other}`)).kind, 'snapshot');
});

test.run();

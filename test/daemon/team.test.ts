import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { request } from 'undici';
import type { LogEvent } from '../../shared/contract/events/events.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { Sandbox, TestDaemon, TestRelay, tryToStart, type Account } from './support.ts';

const test = suite('two daemons on one relay');
const sandbox = new Sandbox();
const relay = new TestRelay(join(sandbox.folder('relay'), 'relay.db'));
const origin = sandbox.repository('origin');
const folders = { ana: sandbox.clone(origin, 'ana'), ben: sandbox.clone(origin, 'ben') };
let owner: Account;
let member: Account;
let ana: TestDaemon;
let ben: TestDaemon;

test.before(async () => {
  await relay.start();
  owner = await relay.join('Ana');
  member = await relay.join('Ben', owner);
  [ana, ben] = await Promise.all([startFor('ana', owner), startFor('ben', member)]);
  await Promise.all([ana.indexed(), ben.indexed()]);
});

test.after(async () => {
  await Promise.all([ana.daemon.close(), ben.daemon.close()]);
  await relay.stop();
  sandbox.remove();
});

test('RSV-4: what one developer holds the other one is denied, until the session ends', async () => {
  await ana.hook('beforeSubmitPrompt', 'a', { task: 'Tidy up' });
  await ana.edits('a', 'src/auth.ts', ['remembered: false', 'remembered: true']);
  await ben.untilHeld('src/auth.ts#login');
  const denied = await ben.edits('b', 'src/auth.ts', ['remembered: false', 'remembered: 0']);
  assert.match(denied, 'src/auth.ts#login is held by Ana (task: “Tidy up”)');
  await ana.claude('SessionEnd', 'a');
  await ben.untilHeld('src/auth.ts#login', false);
  assert.is(await ben.edits('b', 'src/auth.ts', ['remembered: false', 'remembered: 0']), '');
  await ben.claude('SessionEnd', 'b');
});

test('a denial reaches the team as conflict_detected', async () => {
  await ana.hook('postToolUse', 'a', { file_path: 'shared.txt' });
  await ben.untilHeld('shared.txt');
  await ben.hook('preToolUse', 'b', { file_path: 'shared.txt', tool_use_id: 'shared' });
  await eventOf('shared.txt', 'conflict_detected');
});

test('OFF-1 OFF-2: what others held still denies, own writes are held provisionally, lists answer', async () => {
  await ana.hook('postToolUse', 'a', { file_path: 'before.txt' });
  await ben.untilHeld('before.txt');
  await relay.stop();
  await ben.until('the relay to be away', (status) => status.relay.state === 'offline');
  const denied = await ben.hook('preToolUse', 'b', { file_path: 'before.txt' });
  assert.is(denied['permission'], 'deny');
  assert.match(String(denied['message']), 'nobody can be asked for it now');
  assert.not.match(String(denied['message']), 'negotiate_open');
  const held = await ben.hook('postToolUse', 'b', { file_path: 'offline.txt' });
  assert.equal(held['reserved'], ['offline.txt']);
  assert.match(String(held['message']), 'provisional');
  assert.is(
    (await ben.hook('preToolUse', 'c', { file_path: 'offline.txt' }))['permission'],
    'deny',
  );
  const list = await ben.send('GET', `/workspaces/${ben.workspaceId}/reservations`);
  assert.is(list.status, 200);
  const proxied = await ben.send('GET', '/users/profile');
  assert.is(proxied.status, 503);
  assert.is(proxied.body['error'], 'Unavailable');
  await relay.start();
  await ben.until('the outbox to be empty', ({ outbox }) => outbox === 0);
  await ana.untilHeld('offline.txt');
});

test('SES-3: while the relay is away, a conversation has what its subagent wrote when that ends', async () => {
  const written = {
    tool_name: 'Write',
    tool_input: { file_path: join(folders.ben, 'by-sub.txt'), content: 'x' },
  };
  const sub = { agent_id: 'child' };
  await ben.claude('SessionStart', 'parent');
  await ben.claude('SubagentStart', 'parent', { ...sub, agent_type: 'general-purpose' });
  await relay.stop();
  await ben.until('the relay to be away', (status) => status.relay.state === 'offline');
  await ben.claude('PostToolUse', 'parent', { ...written, ...sub, tool_use_id: 'sub' });
  const asked = async (conversation: string) =>
    (await ben.claude('PreToolUse', conversation, written)).text;
  assert.match(await asked('parent'), '"permissionDecision":"deny"');
  await ben.claude('SubagentStop', 'parent', sub);
  assert.is(await asked('parent'), '');
  assert.match(await asked('other'), '"permissionDecision":"deny"');
  await ben.claude('SessionEnd', 'parent', { reason: 'exit' });
  assert.is(await asked('other'), '');
  await relay.start();
  await ben.until('the outbox to be empty', ({ outbox }) => outbox === 0);
});

test('RSV-6: of two who wrote the same file offline one wins; both are notified, and so is the team', async () => {
  await relay.stop();
  for (const daemon of [ana, ben]) {
    const held = await daemon.hook('postToolUse', 'racer', { file_path: 'raced.txt' });
    assert.equal(held['reserved'], ['raced.txt']);
  }
  await relay.start();
  for (const daemon of [ana, ben]) {
    await daemon.until('the outbox to be empty', ({ outbox }) => outbox === 0);
    await daemon.untilHeld('raced.txt');
  }
  const messages = await Promise.all(
    [ana, ben].map(async (daemon) => (await daemon.claude('UserPromptSubmit', 'racer')).text),
  );
  const { reservations } = await ana.status();
  const [winner, ...others] = reservations.filter((held) => held.file_path === 'raced.txt');
  assert.is(others.length, 0);
  const [byAna = '', byBen = ''] = messages;
  const anaWon = winner?.user_name === 'Ana';
  const toldOther = anaWon ? byBen : byAna;
  assert.match(toldOther, `raced.txt: held by ${winner?.user_name}`);
  assert.match(toldOther, 'while the relay was away you and another session wrote the same');
  assert.not.match(toldOther, 'reserved first');
  assert.match(
    anaWon ? byAna : byBen,
    `${anaWon ? 'Ben' : 'Ana'} wrote raced.txt, which you had reserved.`,
  );
  await eventOf('raced.txt', 'conflict_detected');
});

test('RSV-6 RSV-18: who wrote offline what another one got is told that alone, not that the lines do not touch', async () => {
  await relay.stop();
  await ana.edits('offline', 'src/auth.ts', ['gone: false', 'gone: 1']);
  await ben.edits('offline', 'src/auth.ts', ['gone: false', 'gone: 2']);
  await relay.start();
  for (const daemon of [ana, ben]) {
    await daemon.until('the outbox to be empty', ({ outbox }) => outbox === 0);
    await daemon.untilHeld('src/auth.ts#logout');
  }
  const told = await Promise.all(
    [ana, ben].map(async (daemon) => (await daemon.claude('UserPromptSubmit', 'offline')).text),
  );
  assert.match(told.join(''), /src\/auth\.ts#logout.*: held by/);
  assert.not.match(told.join(''), 'works next to you');
  for (const daemon of [ana, ben]) await daemon.claude('SessionEnd', 'offline');
});

test('OFF-2: a session that began offline gets its real id', async () => {
  await relay.stop();
  const local = await ben.hook('sessionStart', 'fresh');
  assert.match(String(local['session_id']), /^sess_local_/);
  await ben.hook('postToolUse', 'fresh', { file_path: 'fresh.txt' });
  await relay.start();
  await ana.untilHeld('fresh.txt');
  const { sessions } = await ben.until('the real id', (status) =>
    status.sessions.some((one) => one.conversation_id === 'fresh' && !one.id.includes('local')),
  );
  assert.is(sessions.filter((one) => one.conversation_id === 'fresh').length, 1);
  assert.equal(await ben.hook('preToolUse', 'fresh', { file_path: 'fresh.txt' }), {
    permission: 'allow',
  });
});

test('OFF-2: the id that a session had while the relay was away goes on meaning it, also after a restart', async () => {
  const asked = (path: string, session_id: string, fields: object = {}) => {
    const body = { workspace_slug: ben.slug, session_id, ...fields };
    return ben.send('POST', `/workspaces/sessions/${path}`, body);
  };
  const write = { event: 'postToolUse', agent_type: 'test', file_path: 'by-local-id.txt' };
  await relay.stop();
  const local = String((await ben.hook('sessionStart', 'by-local-id'))['session_id']);
  assert.match(local, /^sess_local_/);
  assert.is((await asked('heartbeat', local)).status, 200);
  await relay.start();
  await ben.until('the real id', ({ sessions }) =>
    sessions.some((one) => one.conversation_id === 'by-local-id' && !one.id.includes('local')),
  );
  const beat = await asked('heartbeat', local);
  assert.is(beat.status, 200, beat.text);
  const real = String(beat.body['session_id']);
  assert.not.match(real, 'local');
  await ben.daemon.close();
  ben = await startFor('ben', member);
  assert.is((await asked('hook', local, write)).status, 200);
  await ana.untilHeld('by-local-id.txt');
  const ended = await asked('end', local);
  assert.equal(ended.body, { ok: true, session_id: real, released: ['by-local-id.txt'] });
  await ana.untilHeld('by-local-id.txt', false);
});

test('ANS-5: two conversations that chose one key are both carried out, also from the queue', async () => {
  const key = { 'idempotency-key': '1' };
  const write = (conversation: string, file_path: string) =>
    ben.hook('postToolUse', conversation, { file_path }, key);
  await relay.stop();
  await write('key-a', 'key-a.txt');
  await write('key-b', 'key-b.txt');
  await relay.start();
  await ben.until('the outbox to be empty', ({ outbox }) => outbox === 0);
  await ana.untilHeld('key-a.txt');
  await ana.untilHeld('key-b.txt');
  await ben.claude('SessionEnd', 'key-a');
  await ben.claude('SessionEnd', 'key-b');
});

test('OFF-4: a daemon that starts while the relay is away has the workspace’s latest name, and keeps it', async () => {
  const path = `/workspaces/${owner.workspaceId}`;
  assert.is((await ana.send('PATCH', path, { name: 'Team two' })).status, 200);
  await ben.until('the new name', ({ workspace }) => workspace?.name === 'Team two');
  await relay.stop();
  await ben.daemon.close();
  ben = await startFor('ben', member);
  assert.is((await ben.status()).workspace?.name, 'Team two');
  await relay.start();
  await ben.until('the relay', (status) => status.relay.state === 'live');
  assert.is((await ben.status()).workspace?.name, 'Team two');
});

test('OFF-4: a daemon that starts while the relay is away answers from what it stored', async () => {
  await ana.hook('postToolUse', 'a', { file_path: 'stored.txt' });
  await ben.untilHeld('stored.txt');
  await ben.hook('beforeSubmitPrompt', 'b', { task: 'Keep it' });
  await relay.stop();
  await ben.hook('postToolUse', 'b', { file_path: 'kept.txt' });
  await ben.daemon.close();
  ben = await startFor('ben', member);
  assert.is((await ben.hook('preToolUse', 'b', { file_path: 'stored.txt' }))['permission'], 'deny');
  assert.is((await ben.hook('preToolUse', 'b', { file_path: 'kept.txt' }))['permission'], 'allow');
  const denied = await ben.hook('preToolUse', 'c', { file_path: 'kept.txt' });
  assert.match(
    String(denied['message']),
    'kept.txt is held by Ben, by another agent of the same person (task: “Keep it”)',
  );
  const { sessions } = await ben.status();
  assert.ok(sessions.every((one) => one.user_name !== ''));
  await relay.start();
  await ana.untilHeld('kept.txt');
});

test('OFF-3: the end of a session waits in the queue behind its writes', async () => {
  await relay.stop();
  await ben.hook('postToolUse', 'ending', { file_path: 'ending.txt' });
  await ben.hook('sessionEnd', 'ending');
  assert.equal(await ben.hook('preToolUse', 'c', { file_path: 'ending.txt' }), {
    permission: 'allow',
  });
  await relay.start();
  await ben.until('the outbox to be empty', ({ outbox }) => outbox === 0);
  const { body } = await ana.send('GET', `/workspaces/${ana.workspaceId}/reservations`);
  assert.not.match(JSON.stringify(body), 'ending.txt');
});

test('OFF-4: a daemon that never reached its relay lets agents work, says why it is not ready, and stops', async () => {
  await relay.stop();
  const root = sandbox.clone(origin, 'cara');
  const choice = { kind: 'remote', url: relay.url, key: 'coord_unknown' } as const;
  const told: string[] = [];
  const daemon = await tryToStart(root, sandbox.folder('home-cara'), choice, {
    onNotice: (sentence) => void told.push(sentence),
  });
  assert.ok(!isRefusal(daemon));
  const ready = await request(`${daemon.url}/ready`);
  assert.is(ready.statusCode, 503);
  await ready.body.dump();
  const token = readFileSync(daemon.tokenFile, 'utf8').trim();
  const asked = await request(`${daemon.url}/hooks/claude-code`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      session_id: 'c',
      hook_event_name: 'PreToolUse',
      tool_name: 'Write',
      tool_input: { file_path: join(root, 'a.txt'), content: '' },
    }),
  });
  assert.is(asked.statusCode, 204);
  assert.is(told.length, 1, 'said once');
  assert.match(told[0] ?? '', 'It is asked again until it answers');
  await daemon.close();
  await relay.start();
});

test('the feed streams through the daemon', async () => {
  const abort = new AbortController();
  const response = await request(`${ana.daemon.url}/workspaces/${ana.workspaceId}/feed?since=0`, {
    headers: { authorization: `Bearer ${ana.token}` },
    signal: abort.signal,
  });
  for await (const chunk of response.body) {
    if (String(chunk).includes('"type":"session_started"')) break;
  }
  abort.abort();
});

function startFor(name: keyof typeof folders, { key }: Account): Promise<TestDaemon> {
  const home = sandbox.folder(`home-${name}`);
  return TestDaemon.start(folders[name], home, { kind: 'remote', url: relay.url, key });
}

/** Resolves when the relay's feed has sent the event. */
async function eventOf(file: string, type: LogEvent['type']): Promise<void> {
  const abort = AbortSignal.timeout(10_000);
  const response = await request(`${relay.url}/workspaces/${owner.workspaceId}/feed?since=0`, {
    headers: { authorization: `Bearer ${owner.key}` },
    signal: abort,
  });
  let text = '';
  for await (const chunk of response.body) {
    text += String(chunk);
    if (text.split('\n').some((line) => line.includes(`"type":"${type}"`) && line.includes(file)))
      return;
  }
}

test.run();

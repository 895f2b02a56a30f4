/** SYM-6: two developers write different symbols of one file, each in a clone that does not have what the other one wrote. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../support/waiting.ts';
import {
  authSource,
  Sandbox,
  TestDaemon,
  TestRelay,
  edit,
  git,
  write,
  type Account,
} from './support.ts';

const test = suite('symbols of two clones');
const sandbox = new Sandbox();
const relay = new TestRelay(join(sandbox.folder('relay'), 'relay.db'));
const origin = sandbox.repository('origin');
const folders = { ann: sandbox.clone(origin, 'ann'), bob: sandbox.clone(origin, 'bob') };
let owner: Account;
let ann: TestDaemon;
let bob: TestDaemon;

test.before(async () => {
  await relay.start();
  owner = await relay.join('Ann');
  const member = await relay.join('Bob', owner);
  [ann, bob] = await Promise.all([startFor('ann', owner), startFor('bob', member)]);
  await Promise.all([ann.indexed(), bob.indexed()]);
  await eventually('the graph', async () => ((await hashes()).size >= 2 ? true : undefined));
});

test.after(async () => {
  await Promise.all([ann.daemon.close(), bob.daemon.close()]);
  await relay.stop();
  sandbox.remove();
});

function startFor(who: 'ann' | 'bob', { key }: Account): Promise<TestDaemon> {
  const choice = { kind: 'remote', url: relay.url, key } as const;
  return TestDaemon.start(folders[who], sandbox.folder(`home-${who}`), choice);
}

async function hashes(): Promise<Map<string, string>> {
  const path = `/workspaces/${owner.workspaceId}/symbols?file=src/auth.ts`;
  const { body } = await ann.send('GET', path);
  const symbols = body['symbols'] as { name: string; meaning_hash: string }[];
  return new Map(symbols.map((one) => [one.name, one.meaning_hash]));
}

async function decide(title: string): Promise<string> {
  const { workspaceId: workspace_id } = owner;
  const made = { workspace_id, title, files: ['src/auth.ts'] };
  return String((await ann.send('POST', '/decisions', made)).body['id']);
}

async function reaffirm(id: string): Promise<void> {
  const path = `/workspaces/${owner.workspaceId}/decisions/${id}/reaffirm`;
  assert.is((await ann.send('POST', path, {})).status, 200);
}

test('SYM-6 who writes one symbol is not told that it has changed another', async () => {
  const id = await decide('login is settled');
  const told = await bob.edits('b', 'src/auth.ts', ['remembered: false', 'remembered: true']);
  assert.match(told, '`src/auth.ts#login`, which you have just changed');
  await reaffirm(id);
  const { size } = await hashes();
  const login = (await hashes()).get('login');
  const logout = (await hashes()).get('logout');
  assert.is(await ann.edits('a', 'src/auth.ts', ['gone: false', 'gone: true']), '');
  assert.is((await hashes()).get('login'), login, 'login stays as Bob wrote it');
  assert.is.not((await hashes()).get('logout'), logout);
  assert.is((await hashes()).size, size);
});

test('SYM-6 what a checkout brought is nobody’s change', async () => {
  await decide('logout is settled');
  await bob.claude('SessionEnd', 'b');
  const text = authSource.replace('gone: false', 'gone: 1').replace('false', '0');
  write(folders.ann, 'src/auth.ts', text);
  git(folders.ann, 'commit', '-qam', 'merged');
  const told = await ann.edits('a', 'src/auth.ts', ['remembered: 0', 'remembered: 2']);
  assert.not.match(told, 'logout');
});

test('SYM-6 who removes a symbol is told that it has removed it', async () => {
  await decide('logout stays');
  const whole = readFileSync(join(folders.ann, 'src/auth.ts'), 'utf8');
  const from = whole.slice(whole.indexOf('export function logout'));
  const told = await ann.edits('a', 'src/auth.ts', [from, '']);
  assert.match(told, '`src/auth.ts#logout`, which you have just removed');
});

test('SYM-6 a change of the signature is told as one', async () => {
  await decide('login takes a name');
  const told = await ann.edits('a', 'src/auth.ts', [
    'name: string',
    'name: string, again: boolean',
  ]);
  assert.match(told, '`src/auth.ts#login`, whose signature you have just changed');
});

test('SYM-6 what a shell command writes is published as the change of its session', async () => {
  const id = await decide('login is for people');
  const tool = { tool_name: 'Bash', tool_input: { command: 'sed -i' } };
  await bob.claude('PreToolUse', 'shell', tool);
  edit(folders.bob, 'src/auth.ts', 'remembered: true', 'remembered: 7');
  const stale = await eventually('the decision to be stale', async () => {
    const path = `/workspaces/${owner.workspaceId}/decisions/${id}`;
    const { body } = await ann.send('GET', path);
    return body['state'] === 'stale' ? body : undefined;
  });
  assert.is(stale['stale_symbol'], 'src/auth.ts#login');
  const told = await eventually('the notification', async () => {
    const { text } = await bob.claude('UserPromptSubmit', 'shell', { prompt: 'go on' });
    return text.includes('login is for people') ? text : undefined;
  });
  assert.match(told, 'which you have just changed');
  await bob.claude('PostToolUse', 'shell', tool);
});

test.run();

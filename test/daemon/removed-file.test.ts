/** RSV-6, HOK-6: what an agent is told of a file that it removed while others had reserved parts of it, and what is its own of one made again. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { removedAmong } from '../../daemon/changes/gone-places.ts';
import { racedMessage } from '../../daemon/hooks/notices/messages.ts';
import { eventually } from '../support/waiting.ts';
import { git, Sandbox, TestDaemon, TestRelay, write, type Account } from './support.ts';

const test = suite('a removed file');
const sandbox = new Sandbox();
const relay = new TestRelay(join(sandbox.folder('relay'), 'relay.db'));
const origin = sandbox.repository('origin');
const path = 'src/users.ts';
const auth = 'src/auth.ts';
const again = 'src/again.ts';
const source = [
  'export interface User {',
  '  id: number;',
  '}',
  '',
  'const users: User[] = [];',
  '',
  'export function findUser(id: number) {',
  '  return users.find((user) => user.id === id);',
  '}',
  '',
].join('\n');
const daemons: TestDaemon[] = [];
/** Longer than the watcher takes to report a change. */
const watchedMs = 1_000;

test.before(async () => {
  for (const one of [path, again]) write(origin, one, source);
  git(origin, 'add', '-A');
  git(origin, 'commit', '-qm', 'users');
  await relay.start();
  const owner = await relay.join('Ann');
  await startFor('ann', owner);
  for (const name of ['Bob', 'Cay']) await startFor(name, await relay.join(name, owner));
});

test.after(async () => {
  for (const { daemon } of daemons) await daemon.close();
  await relay.stop();
  sandbox.remove();
});

async function startFor(who: string, { key }: Account): Promise<void> {
  const choice = { kind: 'remote', url: relay.url, key } as const;
  const root = sandbox.clone(origin, who);
  const daemon = await TestDaemon.start(root, sandbox.folder(`home-${who}`), choice);
  daemons.push(daemon);
  await daemon.indexed();
}

test('RSV-6 of each symbol that a removal takes away its own holder is named', async () => {
  const [ann, bob, cay] = daemons as [TestDaemon, TestDaemon, TestDaemon];
  await cay.edits('c', path, ['user.id === id', 'id === user.id']);
  await bob.edits('b', path, ['User[] = []', 'User[] = [{ id: 1 }]']);
  for (const name of ['findUser', 'users']) await ann.untilHeld(`${path}#${name}`);
  const told = await toldOf(ann, `rm ${path}`, () => rmSync(join(ann.root, path)));
  assert.match(told, 'you removed what another session had reserved');
  assert.match(told, /#users: held by Bob/i);
  assert.match(told, /#findUser: held by Cay/i);
  assert.not.match(told, '#User:');
});

test('RSV-6 of a file that is moved away only the function is named that another had added at its end', async () => {
  const [ann, bob] = daemons as [TestDaemon, TestDaemon];
  const end = 'gone: false };\n}\n';
  await bob.edits('b2', auth, [end, `${end}\nexport function renew() {\n  return 1;\n}\n`]);
  await ann.untilHeld(`${auth}#renew`);
  const moved = 'src/sign-in.ts';
  const told = await toldOf(ann, `git mv ${auth} ${moved}`, () => git(ann.root, 'mv', auth, moved));
  assert.equal(told.match(/src\/auth.ts#\w+/g), [`${auth}#renew`]);
  assert.match(told, 'you removed what another session had reserved');
  assert.not.match(told, 'next to you');
  const holder = await eventually('what the holder is told', async () => {
    const { text } = await bob.claude('UserPromptSubmit', 'b2', { prompt: 'go on' });
    return text.includes('wrote') ? text : undefined;
  });
  assert.equal(holder.match(/src\/auth.ts#\w+/g), [`${auth}#renew`]);
});

test('HOK-6 of a file that was removed by hand, what a shell command makes again is held, all of it', async () => {
  const [, , cay] = daemons as [TestDaemon, TestDaemon, TestDaemon];
  rmSync(join(cay.root, again));
  await delay(watchedMs);
  const call = { tool_name: 'Bash', tool_use_id: 'make', tool_input: { command: 'make' } };
  await cay.claude('PreToolUse', 'm', call);
  write(cay.root, again, source.replace('user.id === id', 'id === user.id'));
  for (const name of ['User', 'users', 'findUser']) await cay.untilHeld(`${again}#${name}`);
  await cay.claude('PostToolUse', 'm', call);
});

test('RSV-6 of a symbol that is removed it is said so, and of one that is changed that it was written', async () => {
  const read = async (after: string) => {
    const answers = [conflict('findUser'), conflict('User')];
    const removed = await removedAmong(path, { before: source, after }, answers);
    return racedMessage(answers, { removed }) ?? '';
  };
  const withoutUser = source.slice(source.indexOf('const'));
  assert.match(await read(source.replace('=== id', '== id')), 'you wrote what');
  assert.match(await read(withoutUser), 'you wrote or removed what');
  assert.match(await read('const users = [];\n'), 'you removed what');
});

function conflict(name: string) {
  const symbol_id = `${path}#${name}`;
  return {
    ...{ file_path: path, symbol_id, held_symbol_id: symbol_id, holder: 'Bob', holder_task: '' },
    ...{ holder_session_id: 'sess_b', expires_at: '2026-01-01T00:00:00.000Z' },
    minutes_remaining: 3,
  };
}

/** What an agent is told of the file that its shell command takes away. */
async function toldOf(daemon: TestDaemon, command: string, run: () => void): Promise<string> {
  const call = { tool_name: 'Bash', tool_use_id: command, tool_input: { command } };
  await daemon.claude('PreToolUse', 'a', call);
  run();
  const asked = await daemon.claude('PostToolUse', 'a', call);
  return eventually('what the agent is told', async () => {
    const { text } = asked.text.includes('held by')
      ? asked
      : await daemon.claude('UserPromptSubmit', 'a', { prompt: 'go on' });
    return text.includes('held by') ? text : undefined;
  });
}

test.run();

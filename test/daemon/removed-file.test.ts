/** RSV-6, RSV-10: what is reserved of a file that was removed, and what its agent is told while others hold parts of it. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../support/waiting.ts';
import { git, Sandbox, TestDaemon, TestRelay, write, type Account } from './support.ts';

const test = suite('a removed file');
const sandbox = new Sandbox();
const relay = new TestRelay(join(sandbox.folder('relay'), 'relay.db'));
const origin = sandbox.repository('origin');
const path = 'src/users.ts';
const alone = 'src/alone.ts';
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

test.before(async () => {
  write(origin, path, source);
  write(origin, alone, "import { one } from './one';\n\nexport const all = one();\n");
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

/** What the agent hears at once. */
async function removes(daemon: TestDaemon, who: string, file: string): Promise<string> {
  const call = { tool_name: 'Bash', tool_use_id: file, tool_input: { command: `rm ${file}` } };
  await daemon.claude('PreToolUse', who, call);
  rmSync(join(daemon.root, file));
  return (await daemon.claude('PostToolUse', who, call)).text;
}

test('RSV-10 a file that was removed is held as the file, not as its imports or lines', async () => {
  const [ann, bob] = daemons as [TestDaemon, TestDaemon];
  assert.not.match(await removes(ann, 'a', alone), 'held by');
  await bob.untilHeld(alone);
  const { reservations } = await bob.status();
  const held = reservations.filter((one) => one.file_path === alone);
  assert.equal(
    held.map(({ symbol_ids: ids }) => ids),
    [[]],
  );
  assert.match(await bob.edits('b', alone, ['one()', 'two()']), `The file ${alone} is held by Ann`);
});

test('RSV-6 of each symbol that a removal takes away its own holder is named', async () => {
  const [ann, bob, cay] = daemons as [TestDaemon, TestDaemon, TestDaemon];
  await cay.edits('c', path, ['user.id === id', 'id === user.id']);
  await bob.edits('b', path, ['User[] = []', 'User[] = [{ id: 1 }]']);
  for (const name of ['findUser', 'users']) await ann.untilHeld(`${path}#${name}`);
  const asked = await removes(ann, 'a', path);
  const told = await eventually('what the agent is told', async () => {
    const text = asked.includes('held by')
      ? asked
      : (await ann.claude('UserPromptSubmit', 'a', { prompt: 'go on' })).text;
    return text.includes('held by') ? text : undefined;
  });
  assert.match(told, /#users: held by Bob/i);
  assert.match(told, /#findUser: held by Cay/i);
  assert.not.match(told, '#User:');
});

test.run();

/** RSV-6: what an agent is told of a file that it removed while others had reserved parts of it. */
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
  const call = { tool_name: 'Bash', tool_use_id: 'rm', tool_input: { command: `rm ${path}` } };
  await ann.claude('PreToolUse', 'a', call);
  rmSync(join(ann.root, path));
  const asked = await ann.claude('PostToolUse', 'a', call);
  const told = await eventually('what the agent is told', async () => {
    const { text } = asked.text.includes('held by')
      ? asked
      : await ann.claude('UserPromptSubmit', 'a', { prompt: 'go on' });
    return text.includes('held by') ? text : undefined;
  });
  assert.match(told, /#users: held by Bob/i);
  assert.match(told, /#findUser: held by Cay/i);
  assert.not.match(told, '#User:');
});

test.run();

/** SYM-6, DEC-18: a developer takes an edit back while another one's edit of the same symbol stands. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../support/waiting.ts';
import { Sandbox, TestDaemon, TestRelay, edit, git, write, type Account } from './support.ts';

const test = suite('edits that are taken back');
const sandbox = new Sandbox();
const relay = new TestRelay(join(sandbox.folder('relay'), 'relay.db'));
const origin = sandbox.repository('origin');
const folders = { ann: sandbox.clone(origin, 'ann'), bob: sandbox.clone(origin, 'bob') };
const path = 'src/auth.ts';
let owner: Account;
let ann: TestDaemon;
let bob: TestDaemon;
let decision: string;

test.before(async () => {
  await relay.start();
  owner = await relay.join('Ann');
  const member = await relay.join('Bob', owner);
  [ann, bob] = await Promise.all([startFor('ann', owner), startFor('bob', member)]);
  await Promise.all([ann.indexed(), bob.indexed()]);
  await eventually('the graph', async () => ((await meaning()) === undefined ? undefined : true));
  await eventually('the watcher', () => {
    write(folders.ann, 'src/mark.ts', `export const mark = () => ${Math.random()};\n`);
    return delay(500).then(async () => (await meaning('src/mark.ts', 'mark')) && true);
  });
  const made = { workspace_id: owner.workspaceId, title: 'login is settled', files: [path] };
  decision = String((await ann.send('POST', '/decisions', made)).body['id']);
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

async function meaning(file = path, name = 'login'): Promise<string | undefined> {
  const { body } = await ann.send('GET', `/workspaces/${owner.workspaceId}/symbols?file=${file}`);
  const symbols = body['symbols'] as { name: string; meaning_hash: string }[];
  return symbols.find((one) => one.name === name)?.meaning_hash;
}

async function until(what: string, fits: (now: string | undefined) => boolean): Promise<string> {
  return eventually(what, async () => {
    const now = await meaning();
    return fits(now) ? now : undefined;
  });
}

async function state(): Promise<unknown> {
  const url = `/workspaces/${owner.workspaceId}/decisions/${decision}`;
  return (await ann.send('GET', url)).body['state'];
}

async function annEdits(value: string): Promise<void> {
  const before = await meaning();
  edit(folders.ann, path, 'remembered: false', `remembered: ${value}`);
  await until('her edit', (now) => now !== before);
}

const annTakesItBack = () => git(folders.ann, 'checkout', '-q', '--', path);

test('SYM-6 what another developer had written is there again, and the decision stays stale', async () => {
  const main = await meaning();
  await bob.edits('b', path, ['remembered: false', 'remembered: true']);
  const bobs = await meaning();
  await annEdits('7');
  annTakesItBack();
  await until('what Bob has written', (now) => now === bobs);
  assert.is(await state(), 'stale');
  git(folders.bob, 'checkout', '-q', '--', path);
  await until('what both began with', (now) => now === main);
  assert.is(await state(), 'fresh');
});

test('SYM-6 what another developer has written over it since stays', async () => {
  const main = await meaning();
  await annEdits('8');
  await bob.edits('b', path, ['remembered: false', 'remembered: 9']);
  const bobs = await meaning();
  annTakesItBack();
  write(folders.ann, 'src/mark.ts', 'export const mark = () => 2;\n');
  const mark = await meaning('src/mark.ts', 'mark');
  await eventually('the mark', async () =>
    (await meaning('src/mark.ts', 'mark')) === mark ? undefined : true,
  );
  assert.is(await meaning(), bobs);
  assert.is(await state(), 'stale');
  git(folders.bob, 'checkout', '-q', '--', path);
  await until('what both began with', (now) => now === main);
});

test('SYM-6 so it is when an agent takes its own edit back by a command', async () => {
  const main = await meaning();
  await bob.edits('b', path, ['remembered: false', 'remembered: 5']);
  const bobs = await meaning();
  await bob.claude('SessionEnd', 'b');
  await ann.untilHeld(`${path}#login`, false);
  await ann.edits('a', path, ['remembered: false', 'remembered: 6']);
  assert.is.not(await meaning(), bobs);
  const tool = { tool_name: 'Bash', tool_input: { command: `git checkout -- ${path}` } };
  await ann.claude('PreToolUse', 'a', tool);
  annTakesItBack();
  await delay(500);
  await ann.claude('PostToolUse', 'a', tool);
  await until('what Bob has written', (now) => now === bobs);
  git(folders.bob, 'checkout', '-q', '--', path);
  await until('what both began with', (now) => now === main);
});

test.run();

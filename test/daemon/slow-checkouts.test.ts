/** HOK-6: what git writes while it brings another commit is nobody's, however long it takes, and an edit made at the same time is its agent's. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../support/waiting.ts';
import { EditingAgents } from './editing-agents.ts';
import { edit, git, Sandbox, TestDaemon, write } from './support.ts';

const test = suite('slow checkouts');
const sandbox = new Sandbox();
const root = sandbox.repository('shop');
const lock = join(root, '.git', 'index.lock');
/** Longer than a lock is taken for that of a git at work. */
const longLockMs = 6 * 60_000;
/** Longer than the watcher takes to report a change. */
const watchedMs = 1_000;
let daemon: TestDaemon;
let agents: EditingAgents;
let commands = 0;

test.before(async () => {
  // Stands for a slow disk, or for large files that a filter fetches.
  git(root, 'config', 'filter.slow.smudge', "sh -c 'sleep 1; cat'");
  git(root, 'config', 'filter.slow.clean', 'cat');
  write(root, '.gitattributes', 'z.txt filter=slow\n');
  for (const name of ['kept', 'staged', 'both', 'waiting', 'dead'])
    write(root, `src/${name}.ts`, `export const ${name} = 1;\n`);
  write(root, 'z.txt', 'one\n');
  for (const name of ['a', 'b', 'c', 'd'])
    write(root, `gone/${name}.ts`, `export function ${name}() {\n  return 1;\n}\n`);
  git(root, 'add', '-A');
  git(root, 'commit', '-qm', 'here');
  git(root, 'checkout', '-q', '-b', 'other');
  git(root, 'rm', '-rq', 'gone');
  write(root, 'a.ts', 'export const a = 1;\n');
  write(root, 'z.txt', 'two\n');
  git(root, 'add', '-A');
  git(root, 'commit', '-qm', 'there');
  git(root, 'checkout', '-q', 'main');
  daemon = await TestDaemon.start(root, sandbox.folder('home'));
  agents = new EditingAgents(daemon);
  await daemon.indexed();
});

test.after(async () => {
  await daemon.daemon.close();
  sandbox.remove();
});

test('HOK-6: what a slow checkout deletes and writes is nobody’s', async () => {
  await shell('ann', () => slowly('checkout', '-q', 'other'));
  assert.equal(await heldOf('ann'), []);
  await shell('ann', () => slowly('checkout', '-q', 'main'));
  assert.equal(await heldOf('ann'), []);
});

test('HOK-6: what an agent edits while git holds the lock is held once git is done', async () => {
  await shell('bea', async () => {
    writeFileSync(lock, '');
    edit(root, 'src/kept.ts', 'kept = 1', 'kept = 2');
    await delay(watchedMs);
    rmSync(lock);
  });
  await agents.untilHolds('bea', 'src/kept.ts#kept');
});

test('HOK-6: what an agent edits, stages and commits is held', async () => {
  await shell('cat', () => {
    edit(root, 'src/staged.ts', 'staged = 1', 'staged = 2');
    git(root, 'add', '-A');
    edit(root, 'src/both.ts', 'both = 1', 'both = 2');
    git(root, 'commit', '-qam', 'two');
  });
  await agents.untilHolds('cat', 'src/staged.ts#staged');
  await agents.untilHolds('cat', 'src/both.ts#both');
});

test('HOK-6: a commit that waits for its message keeps no edit back', async () => {
  const message = join(sandbox.folder('messages'), 'go');
  const editor = `core.editor=sh -c 'while [ ! -e "${message}" ]; do sleep 0.1; done'`;
  const committing = slowly('-c', editor, 'commit', '-qa', '--amend');
  await eventually('git to wait', () => Promise.resolve(lockSize() || undefined));
  await shell('dee', () => edit(root, 'src/waiting.ts', 'waiting = 1', 'waiting = 2'));
  await agents.untilHolds('dee', 'src/waiting.ts#waiting');
  assert.ok(existsSync(lock));
  writeFileSync(message, '');
  await committing;
});

test('HOK-6: a lock that a dead git has left keeps no edit back', async () => {
  writeFileSync(lock, '');
  utimesSync(lock, new Date(), new Date(Date.now() - longLockMs));
  await shell('eve', () => edit(root, 'src/dead.ts', 'dead = 1', 'dead = 2'));
  await agents.untilHolds('eve', 'src/dead.ts#dead');
  rmSync(lock);
});

function lockSize(): number {
  return statSync(lock, { throwIfNoEntry: false })?.size ?? 0;
}

/** Runs git as long as it takes, and lets everything else go on. */
async function slowly(...args: string[]): Promise<void> {
  const [code] = await once(spawn('git', args, { cwd: root }), 'exit');
  assert.is(code, 0);
}

async function shell(who: string, work: () => void | Promise<void>): Promise<void> {
  const call = { tool_name: 'Bash', tool_use_id: `${who}-${++commands}`, tool_input: {} };
  await daemon.claude('PreToolUse', who, call);
  await work();
  await delay(watchedMs);
  await daemon.claude('PostToolUse', who, call);
}

/** The files that the agent holds, in order. */
async function heldOf(who: string): Promise<string[]> {
  const session = await agents.session(who);
  const { reservations } = await daemon.status();
  const held = reservations.filter((one) => one.session_id === session);
  return [...new Set(held.map((one) => one.file_path))].toSorted();
}

test.run();

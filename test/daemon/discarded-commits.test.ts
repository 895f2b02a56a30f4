/** SYM-10: commits that are thrown away, by a reset or with their branch, go back for the team; those that are kept do not. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../support/waiting.ts';
import { Sandbox, TestDaemon, edit, git, write } from './support.ts';

const test = suite('discarded commits');
const sandbox = new Sandbox();
const root = sandbox.repository('shop');
const path = 'src/auth.ts';
let daemon: TestDaemon;

test.before(async () => {
  git(root, 'init', '-q', '--bare', sandbox.folder('remote'));
  git(root, 'remote', 'add', 'origin', sandbox.folder('remote'));
  git(root, 'push', '-q', 'origin', 'main');
  daemon = await TestDaemon.start(root, sandbox.folder('home'));
  await daemon.indexed();
  await eventually('the graph', async () => ((await hashes()).size === 2 ? true : undefined));
  await daemon.claude('SessionStart', 'agent');
  await eventually('the watcher', () => {
    write(root, 'src/mark.ts', `export const mark = () => ${Math.random()};\n`);
    return delay(500).then(async () => ((await hashes('src/mark.ts')).size > 0 ? true : undefined));
  });
  git(root, 'add', '-A');
  git(root, 'commit', '-qm', 'mark');
  git(root, 'push', '-q', 'origin', 'main');
});

test.after(async () => {
  await daemon.daemon.close();
  sandbox.remove();
});

/** The meanings of the file's symbols as the team knows them. */
async function hashes(file = path): Promise<Map<string, string>> {
  const { workspaceId } = daemon;
  const { body } = await daemon.send('GET', `/workspaces/${workspaceId}/symbols?file=${file}`);
  const found = body['symbols'] as { name: string; meaning_hash: string }[];
  return new Map(found.map((one) => [one.name, one.meaning_hash]));
}

async function untilAs(wanted: ReadonlyMap<string, string>): Promise<void> {
  await eventually('the graph to go back', async () => {
    const now = await hashes();
    return [...now].join() === [...wanted].join() ? true : undefined;
  });
}

async function decide(title: string): Promise<string> {
  const made = { workspace_id: daemon.workspaceId, title, files: [path] };
  const id = String((await daemon.send('POST', '/decisions', made)).body['id']);
  assert.is(await stateOf(id), 'fresh');
  return id;
}

async function stateOf(id: string): Promise<unknown> {
  const { body } = await daemon.send('GET', `/workspaces/${daemon.workspaceId}/decisions/${id}`);
  return body['state'];
}

/** What was thrown away is looked for whenever files have changed, right after they are published. */
async function looksAtCommits(): Promise<void> {
  const mark = [...(await hashes('src/mark.ts'))].join();
  write(root, 'src/mark.ts', `export const mark = () => ${Math.random()};\n`);
  await eventually('the mark', async () =>
    [...(await hashes('src/mark.ts'))].join() === mark ? undefined : true,
  );
  await delay(500);
}

async function changesNothing(what: string, act: () => void): Promise<void> {
  const before = await hashes();
  act();
  await looksAtCommits();
  assert.equal(await hashes(), before, what);
}

/** An agent changes both functions, and adds one; what it has made is committed. */
async function commitsWork(name: string): Promise<void> {
  const text = readFileSync(join(root, path), 'utf8');
  await daemon.edits('agent', path, ['remembered: false', `remembered: '${name}'`]);
  await daemon.edits('agent', path, [
    'export function logout',
    `export function ${name}() {\n  return 1;\n}\n\nexport function logout`,
  ]);
  assert.is.not(readFileSync(join(root, path), 'utf8'), text);
  git(root, 'commit', '-qam', name);
  assert.is((await hashes()).size, 3);
}

function reset(to = 'HEAD~1'): void {
  git(root, 'reset', '-q', '--hard', to);
}

test('SYM-10 DEC-18 a commit that is thrown away by a reset makes its decision fresh again, and what it added is gone', async () => {
  const [id, before] = [await decide('login is settled'), await hashes()];
  await commitsWork('ghost');
  assert.is(await stateOf(id), 'stale');
  reset();
  await untilAs(before);
  assert.is(await stateOf(id), 'fresh');
});

test('SYM-10 a reset that is undone brings the commit back', async () => {
  const before = await hashes();
  await commitsWork('found');
  const with3 = await hashes();
  reset();
  await untilAs(before);
  reset('ORIG_HEAD');
  await untilAs(with3);
  reset();
  await untilAs(before);
});

test('SYM-10 what was written after the commit and is lost with it goes back too', async () => {
  const before = await hashes();
  await commitsWork('later');
  await daemon.edits('agent', path, ["remembered: 'later'", 'remembered: 4']);
  reset();
  await untilAs(before);
});

test('SYM-10 so does a commit on no branch, once another one is checked out', async () => {
  const before = await hashes();
  git(root, 'checkout', '-q', '--detach');
  await commitsWork('nowhere');
  git(root, 'checkout', '-q', 'main');
  await untilAs(before);
});

test('SYM-10 a branch that is left changes nothing, and when it is deleted its commits are taken back', async () => {
  const before = await hashes();
  git(root, 'checkout', '-qb', 'throwaway');
  await commitsWork('branched');
  await changesNothing('leaving it', () => git(root, 'checkout', '-q', 'main'));
  await changesNothing('coming back', () => git(root, 'checkout', '-q', 'throwaway'));
  git(root, 'checkout', '-q', '-f', 'main');
  git(root, 'branch', '-qD', 'throwaway');
  await untilAs(before);
});

test('SYM-10 so are those of a work tree that is removed with its branch', async () => {
  const before = await hashes();
  const tree = join(sandbox.folder('trees'), 'agent');
  git(root, 'worktree', 'add', '-q', '-b', 'agent', tree);
  const tool = (after: string) => ({
    cwd: tree,
    tool_name: 'Edit',
    tool_use_id: `toolu_${after}`,
    tool_input: { file_path: join(tree, path), old_string: 'gone: false', new_string: after },
  });
  await daemon.claude('SessionStart', 'beside', { cwd: tree });
  await daemon.claude('PreToolUse', 'beside', tool('gone: 8'));
  edit(tree, path, 'gone: false', 'gone: 8');
  await daemon.claude('PostToolUse', 'beside', tool('gone: 8'));
  await eventually('the edit', async () =>
    (await hashes()).get('logout') === before.get('logout') ? undefined : true,
  );
  git(tree, 'commit', '-qam', 'beside');
  await looksAtCommits();
  git(root, 'worktree', 'remove', '--force', tree);
  git(root, 'branch', '-qD', 'agent');
  await untilAs(before);
});

test('SYM-10 what a remote branch has, or a tag, is kept', async () => {
  const before = await hashes();
  git(root, 'checkout', '-qb', 'pushed');
  await commitsWork('pushed');
  git(root, 'push', '-q', 'origin', 'pushed');
  await changesNothing('a reset of what was pushed', () => reset());
  await changesNothing('its branch is deleted', () => {
    git(root, 'checkout', '-q', '-f', 'main');
    git(root, 'branch', '-qD', 'pushed');
  });
  git(root, 'update-ref', '-d', 'refs/remotes/origin/pushed');
  await untilAs(before);
});

test('SYM-10 what another commit has too is kept', async () => {
  git(root, 'checkout', '-qb', 'squashed');
  await commitsWork('squashed');
  git(root, 'checkout', '-q', 'main');
  git(root, 'merge', '-q', '--squash', 'squashed');
  git(root, 'commit', '-qm', 'the same as one commit');
  await changesNothing('the branch is deleted while another one is checked out', () => {
    git(root, 'checkout', '-q', '-f', '-b', 'elsewhere', 'HEAD~1');
    git(root, 'branch', '-qD', 'squashed');
  });
  git(root, 'checkout', '-q', '-f', 'main');
});

test('SYM-10 what somebody else has written since is left alone', async () => {
  const before = await hashes();
  edit(root, path, "remembered: 'squashed'", 'remembered: 11');
  edit(root, path, 'gone: false', 'gone: 11');
  await eventually('the edit', async () =>
    (await hashes()).get('logout') === before.get('logout') ? undefined : true,
  );
  git(root, 'commit', '-qam', 'eleven');
  const url = `/workspaces/${daemon.workspaceId}/symbols`;
  const now = (await daemon.send('GET', `${url}?file=${path}`)).body['symbols'];
  const symbols = (now as Record<string, unknown>[]).map((one) =>
    one['name'] === 'login' ? { ...one, meaning_hash: 'written-by-another-clone' } : one,
  );
  await daemon.send('POST', url, { files: [{ path, symbols, parsed: true }] });
  reset();
  await eventually('logout to go back', async () =>
    (await hashes()).get('logout') === before.get('logout') ? true : undefined,
  );
  assert.is((await hashes()).get('login'), 'written-by-another-clone');
});

test('SYM-10 what is still in the work tree is kept', async () => {
  git(root, 'checkout', '-qb', 'soft');
  edit(root, path, 'gone: false', 'gone: 12');
  const before = await hashes();
  await eventually('the edit', async () =>
    (await hashes()).get('logout') === before.get('logout') ? undefined : true,
  );
  git(root, 'commit', '-qam', 'twelve');
  await changesNothing('a soft reset', () => git(root, 'reset', '-q', '--soft', 'HEAD~1'));
});

test.run();

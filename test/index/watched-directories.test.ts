/** RSV-10: directories that are taken away and made again while they are being found. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { WatchedDirectories } from '../../daemon/index/disk/watched-directories.ts';
import { RepositoryWatcher } from '../../daemon/index/disk/repository-watcher.ts';
import { eventually } from '../support/waiting.ts';
import { git, makeWorkspace } from './support.ts';

interface Context {
  root: string;
  told: Set<string>;
  directories: WatchedDirectories;
}

const test = suite<Context>('watched directories');

test.before.each((context) => {
  context.root = mkdtempSync(join(tmpdir(), 'coord-watched-'));
  context.told = new Set();
  context.directories = new WatchedDirectories({
    root: context.root,
    isLeftOut: () => false,
    isFileLeftOut: () => false,
    onEntry: (path) => context.told.add(path),
    onError: (error) => assert.unreachable(String(error)),
    isRecursive: false,
  });
});
test.after.each(({ root, directories }) => {
  directories.close();
  rmSync(root, { recursive: true, force: true });
});

function put({ root }: Context, path: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), 'export {};\n');
}

/** Another directory comes in its place, as when a branch is switched. */
function replace(context: Context, directory: string, file: string): void {
  renameSync(join(context.root, directory), join(context.root, `.${directory}`));
  put(context, file);
}

const watchers = () =>
  process.getActiveResourcesInfo().filter((name) => name === 'FSEventWrap').length;

test('RSV-10 a directory is watched where it is now, whichever of two that were replaced is found first', async (context) => {
  const { directories, told } = context;
  put(context, 'a/b/one.ts');
  assert.equal(await directories.add(''), ['a/b/one.ts']);
  replace(context, 'a', 'a/b/two.ts');
  for (const path of ['a/b', 'a']) directories.remove(path);
  const found = [await directories.add('a/b'), await directories.add('a')];
  assert.equal(found, [[], ['a/b/two.ts']]);
  rmSync(join(context.root, '.a'), { recursive: true });
  replace(context, 'a', 'a/b/three.ts');
  directories.remove('a');
  assert.equal(await directories.add('a'), ['a/b/three.ts']);
  put(context, 'a/b/four.ts');
  await eventually(
    'what is written there is told',
    async () => told.has('a/b/four.ts') || undefined,
  );
});

test('RSV-10 what is removed while it is being read is not watched', async (context) => {
  const { directories } = context;
  put(context, 'a/b/c/one.ts');
  await directories.add('');
  const before = watchers();
  directories.remove('a');
  const reading = directories.add('a');
  directories.remove('a');
  await reading;
  assert.is(watchers(), before - 3);
  assert.equal(await directories.add('a'), ['a/b/c/one.ts']);
});

test('RSV-10 nothing is watched after the end, which may come while directories are found', async (context) => {
  const { directories } = context;
  put(context, 'a/b/c/one.ts');
  await directories.add('');
  directories.remove('a');
  const reading = Promise.all([directories.add('a'), directories.add('a/b')]);
  directories.remove('a');
  directories.close();
  await reading;
  // What an earlier test has closed may still be listed.
  await eventually('no watcher is left', async () => watchers() === 0 || undefined, 2_000);
});

test('RSV-10 ignore rules that changed shortly before the end open nothing anew', async () => {
  const workspace = makeWorkspace({ 'src/a.ts': '' });
  let asked = 0;
  let answer: () => void = () => undefined;
  const answered = new Promise<Set<string>>((resolve) => (answer = () => resolve(new Set())));
  const watcher = new RepositoryWatcher({
    root: workspace.root,
    git,
    ignores: { ignoredAmong: () => ((asked += 1), answered) },
    onChange: () => undefined,
    knownFilesIn: () => [],
    isKnown: () => false,
    isRecursive: false,
  });
  await watcher.ready;
  writeFileSync(join(workspace.root, 'src/b.ts'), '');
  await eventually('git is asked', async () => asked > 0 || undefined);
  writeFileSync(join(workspace.root, '.gitignore'), 'out\n');
  // Longer than changes are gathered: the second lot waits for the first.
  await delay(300);
  const closed = watcher.close();
  answer();
  await closed;
  workspace.remove();
  await eventually('no watcher is left', async () => watchers() === 0 || undefined, 2_000);
});

test.run();

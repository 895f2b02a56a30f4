import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { IgnoreReader } from '../../daemon/git/ignore-rules.ts';
import {
  RepositoryWatcher,
  type WatchOptions,
} from '../../daemon/index/disk/repository-watcher.ts';
import type { RunGit } from '../../shared/node/git/git-calls.ts';
import { eventually } from '../support/waiting.ts';
import { pollTree } from '../../daemon/watching/polled-tree.ts';
import { git, makeWorkspace, type Workspace } from './support.ts';

const test = suite('RSV-10 changes from outside the hooks');

interface Watched extends Workspace {
  /** Resolves when every one of the paths has been reported since the last call. */
  seen(...paths: string[]): Promise<void>;
  readonly all: string[];
  readonly rulesChange: Promise<void>;
}

type Use = (watched: Watched) => Promise<void>;
type Within = (files: Record<string, string>, use: Use) => Promise<void>;

async function watched(
  files: Record<string, string>,
  way: Pick<WatchOptions, 'isRecursive' | 'watchTree'>,
  use: Use,
): Promise<void> {
  const workspace = makeWorkspace(files);
  const all: string[] = [];
  let noteRulesChange: () => void = () => undefined;
  const rulesChange = new Promise<void>((resolve) => (noteRulesChange = resolve));
  let fresh = new Set<string>();
  let check: () => void = () => undefined;
  const watcher = new RepositoryWatcher({
    root: workspace.root,
    git,
    ignores: new IgnoreReader(git),
    ...way,
    onChange: (paths) => {
      all.push(...paths);
      for (const path of paths) fresh.add(path);
      check();
    },
    onIgnoreRulesChange: () => noteRulesChange(),
    knownFilesIn: (directory) =>
      [...Object.keys(files), ...all].filter((path) => path.startsWith(`${directory}/`)),
    isKnown: (path) => all.includes(path),
  });
  const seen = (...paths: string[]) =>
    new Promise<void>((resolve) => {
      check = () => {
        if (!paths.every((path) => fresh.has(path))) return;
        fresh = new Set();
        check = () => undefined;
        resolve();
      };
      check();
    });
  try {
    await watcher.ready;
    await use({ ...workspace, all, rulesChange, seen });
  } finally {
    await watcher.close();
    workspace.remove();
  }
}

const ways: Record<string, Pick<WatchOptions, 'isRecursive' | 'watchTree'>> = {
  'one by one': { isRecursive: false },
  'all at once': { isRecursive: true },
  'DUR-9: looked at again and again': { watchTree: pollTree },
};

/** What follows holds where the system watches directories one by one or all below one, and where it tells of nothing. */
for (const [name, way] of Object.entries(ways)) {
  const scenario = (what: string, run: (within: Within) => Promise<void>) =>
    test(`${name}: ${what}`, () => run((files, use) => watched(files, way, use)));

  scenario(
    'added, changed and removed files are reported, also in new directories',
    async (watched) => {
      await watched({ 'a.ts': '1', 'sub/b.ts': '1' }, async ({ root, write, seen }) => {
        write('sub/b.ts', '2');
        await seen('sub/b.ts');
        write('sub/deep/c.tsx', '1');
        await seen('sub/deep/c.tsx');
        unlinkSync(join(root, 'a.ts'));
        await seen('a.ts');
      });
    },
  );

  scenario(
    'the files of a directory that is renamed, moved away or removed are reported',
    async (watched) => {
      const files = { 'old/a.ts': '1', 'old/deep/b.ts': '1', 'c.ts': '1' };
      await watched(files, async ({ root, write, seen, all }) => {
        renameSync(join(root, 'old'), join(root, 'new'));
        await seen('old/a.ts', 'old/deep/b.ts', 'new/a.ts', 'new/deep/b.ts');
        all.length = 0;
        write('new/deep/b.ts', '2');
        await seen('new/deep/b.ts');
        assert.equal([...new Set(all)], ['new/deep/b.ts']);
        write('old/a.ts', '3');
        await seen('old/a.ts');
        rmSync(join(root, 'new'), { recursive: true });
        await seen('new/a.ts', 'new/deep/b.ts');
      });
    },
  );

  scenario('a directory in whose place a file is now hides no other change', async (watched) => {
    const files = { 'sub/a.ts': '1', 'c.ts': '1' };
    await watched(files, async ({ root, write, seen }) => {
      rmSync(join(root, 'sub'), { recursive: true });
      write('sub', 'a file');
      write('c.ts', '2');
      await seen('sub/a.ts', 'c.ts');
    });
  });

  scenario('a directory that takes the place of another one is watched', async (watched) => {
    await watched({ 'sub/a.ts': '1' }, async ({ root, write, seen }) => {
      rmSync(join(root, 'sub'), { recursive: true });
      write('sub/b.ts', '1');
      await seen('sub/a.ts', 'sub/b.ts');
      write('sub/b.ts', '2');
      await seen('sub/b.ts');
    });
  });

  scenario('what git ignores, node_modules and .git are not reported', async (watched) => {
    const files = {
      '.gitignore': 'dist/\n*.gen.ts\nlater/\n',
      'dist/a.ts': '1',
      'sub/.gitignore': 'x.ts\n',
      'sub/a.ts': '1',
    };
    await watched(files, async ({ root, write, seen, all }) => {
      for (const path of ['dist/a.ts', 'dist/b.md', 'a.gen.ts', 'sub/x.ts', 'later/a.ts'])
        write(path, '2');
      for (const path of ['node_modules/p/a.ts', 'sub/node_modules/p/a.ts', '.git/a.ts'])
        write(path, '2');
      write('sub/a.ts', '2');
      await seen('sub/a.ts');
      write('later/a.ts', '3');
      mkdirSync(join(root, 'later/deep'));
      write('later/deep/a.ts', '3');
      write('end.ts', '1');
      await seen('end.ts');
      assert.equal([...new Set(all)].toSorted(), ['end.ts', 'sub/a.ts']);
    });
  });

  scenario('settings that lead module names to files are reported', async (watched) => {
    await watched({ 'a.ts': '1' }, async ({ write, seen }) => {
      write('packages/b/package.json', '{}');
      write('tsconfig.base.json', '{}');
      await seen('packages/b/package.json', 'tsconfig.base.json');
    });
  });

  scenario('a change of the ignore rules is reported and obeyed', async (watched) => {
    const files = { '.gitignore': 'dist/\n', 'dist/a.ts': '1', 'b.ts': '1' };
    await watched(files, async ({ write, seen, all, rulesChange }) => {
      write('.gitignore', 'b.ts\n');
      await rulesChange;
      write('b.ts', '2');
      write('dist/a.ts', '2');
      await seen('dist/a.ts');
      assert.not.ok(all.includes('b.ts'));
    });
  });

  scenario(
    'what lies in a worktree or repository inside the worktree is not reported',
    async (watched) => {
      await watched({ 'a.ts': '1', 'vendor/own/b.ts': '1' }, async ({ root, write, seen, all }) => {
        const run = (...args: string[]) => execFileSync('git', ['-C', root, ...args]);
        run('init', '--quiet', 'vendor/own');
        run('add', 'a.ts');
        run('-c', 'user.name=T', '-c', 'user.email=t@example.com', 'commit', '--quiet', '-m', 'x');
        run('worktree', 'add', '--quiet', '.claude/worktrees/inner');
        write('a.ts', '2');
        await seen('a.ts');
        for (const path of ['.claude/worktrees/inner/a.ts', '.claude/worktrees/inner/new/c.ts'])
          write(path, '2');
        write('vendor/own/b.ts', '2');
        write('.claude/mine.ts', '1');
        await seen('.claude/mine.ts');
        assert.equal([...new Set(all)].toSorted(), ['.claude/mine.ts', 'a.ts']);
      });
    },
  );

  scenario(
    'many changes at once come in few reports, each path once in a report',
    async (watched) => {
      const files = Object.fromEntries(
        Array.from({ length: 60 }, (_, index) => [`src/${index}.ts`, '1']),
      );
      await watched(files, async ({ root, seen, all }) => {
        execFileSync('git', ['-C', root, 'add', '.']);
        for (const round of ['2', '3', '4'])
          for (const path of Object.keys(files)) writeFileSync(join(root, path), round);
        await seen(...Object.keys(files));
        assert.ok(all.length < 3 * 60, `${all.length} reports`);
      });
    },
  );
}

test('closing ends it, also before it is ready', async () => {
  const workspace = makeWorkspace({ 'a.ts': '1' });
  const reports: string[][] = [];
  const watcher = new RepositoryWatcher({
    root: workspace.root,
    git,
    ignores: new IgnoreReader(git),
    onChange: (paths) => reports.push(paths),
    knownFilesIn: () => [],
    isKnown: () => false,
  });
  await watcher.close();
  await watcher.ready;
  rmSync(join(workspace.root, 'a.ts'));
  workspace.remove();
  assert.equal(reports, []);
});

test('HOK-6 a change while the ignore rules are read anew is reported', async () => {
  const workspace = makeWorkspace({ 'sub/a.ts': '1' });
  const seen: string[] = [];
  let isOpen = false;
  const slow: RunGit = async (...call) => {
    if (isOpen) workspace.write('sub/a.ts', '2');
    await new Promise((resolve) => setTimeout(resolve, 50));
    return git(...call);
  };
  const watcher = new RepositoryWatcher({
    root: workspace.root,
    git: slow,
    ignores: new IgnoreReader(git),
    onChange: (paths) => seen.push(...paths),
    knownFilesIn: () => [],
    isKnown: () => true,
  });
  await watcher.ready;
  isOpen = true;
  workspace.write('.gitignore', 'dist/\n');
  await eventually('the change', async () => seen.includes('sub/a.ts') || undefined, 5_000);
  await watcher.close();
  workspace.remove();
});

test.run();

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, readlinkSync, readdirSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Content and kind of every file of a folder, by its path. */
export type Disk = Map<string, string>;

/** A chain of commits, each with what a fresh checkout of it puts on the disk and into the index. */
export interface Stage {
  readonly commit: string;
  readonly disk: Disk;
  readonly index: Map<string, string>;
}

export const chainNames = ['plain', 'filtered', 'submodule', 'shape'] as const;
export type ChainName = (typeof chainNames)[number];

export interface Templates {
  readonly folder: string;
  readonly remote: string;
  readonly chains: Readonly<Record<ChainName, readonly Stage[]>>;
  /** A clone that knows only the first so many commits of a chain. */
  clone(chain: ChainName, at: number, shallow: boolean): Promise<string>;
  remove(): Promise<void>;
}

/** What git may see of this process: nothing of who runs the test. */
export function plainEnvironment(home: string): Record<string, string | undefined> {
  return {
    PATH: process.env['PATH'],
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_EDITOR: 'true',
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@example.com',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@example.com',
    LC_ALL: 'C',
  };
}

/** Runs git as a person would; failures that belong to the state being built are the caller's. */
export function git(
  folder: string,
  args: readonly string[],
  { input = '', fails = false }: { input?: string; fails?: boolean } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const settings = ['-c', 'protocol.file.allow=always', '-c', 'gc.auto=0'];
    const child = execFile(
      'git',
      [...settings, ...args],
      { cwd: folder, env: plainEnvironment('/nonexistent'), maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (error !== null && !fails) reject(new Error(`git ${args.join(' ')}: ${stderr}`));
        else resolve(stdout.trimEnd());
      },
    );
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

/** One repository with four chains of commits; the cases are made of copies of it. */
export async function makeTemplates(): Promise<Templates> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'coord-watch-')));
  const work = join(folder, 'work');
  const remote = join(folder, 'remote.git');
  await git(folder, ['init', '-q', '--template=', '-b', 'main', work]);
  await git(folder, ['init', '-q', '--template=', '--bare', '-b', 'main', remote]);
  const chains = {} as Record<ChainName, readonly Stage[]>;
  const first = await firstStages(work);
  for (const name of chainNames) {
    await git(work, ['checkout', '-q', '--detach', first[1]?.commit ?? '']);
    const stages = [...first];
    for (const change of changes[name]) stages.push(await commit(work, change));
    await git(work, ['push', '-q', remote, `HEAD:refs/chains/${name}`]);
    chains[name] = stages;
  }
  await git(work, ['push', '-q', remote, `${first[0]?.commit}:refs/heads/main`]);
  await makeStrangers(work, first[0]?.commit ?? '');
  const made = new Map<string, Promise<string>>();
  return {
    folder,
    remote,
    chains,
    clone(chain, at, shallow) {
      const key = `${chain}-${at}-${shallow}`;
      const clone = made.get(key) ?? cloneAt({ folder, work, remote, key }, chains[chain], at);
      made.set(key, clone);
      return clone;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Commits of other chains, for conflicts: they know the same files with other contents. */
async function makeStrangers(work: string, base: string): Promise<void> {
  await git(work, ['checkout', '-q', '--detach', base]);
  await write(work, { 'b.txt': 'side\n' });
  await git(work, ['commit', '-qam', 'side']);
  await git(work, ['update-ref', 'refs/strangers/side', 'HEAD']);
  await git(work, ['checkout', '-q', '--detach', base]);
  await write(work, { 'a.txt': 'quite another beginning\n' });
  await git(work, ['commit', '-qam', 'before']);
  await write(work, { 'a.txt': 'conflict with everything\n' });
  await git(work, ['commit', '-qam', 'conflict']);
  await git(work, ['update-ref', 'refs/strangers/conflict', 'HEAD']);
}

async function cloneAt(
  { folder, work, remote, key }: { folder: string; work: string; remote: string; key: string },
  stages: readonly Stage[],
  at: number,
): Promise<string> {
  const clone = join(folder, `clone-${key}`);
  const commitHere = stages[at]?.commit ?? '';
  await git(folder, ['init', '-q', '--template=', '-b', 'main', clone]);
  await git(clone, ['remote', 'add', 'origin', remote]);
  const depth = key.endsWith('true') ? ['--depth=1'] : [];
  await git(work, ['update-ref', `refs/at/${key}`, commitHere]);
  await git(clone, ['fetch', '-q', ...depth, `file://${work}`, `+refs/at/${key}:refs/at`]);
  await git(clone, ['fetch', '-q', `file://${work}`, '+refs/strangers/*:refs/strangers/*']);
  await git(clone, ['fetch', '-q', remote, '+refs/heads/main:refs/remotes/origin/main']);
  await git(clone, ['checkout', '-q', '-b', 'main', 'refs/at']);
  await nestedRepository(join(clone, 'vendor', 'lib'));
  return clone;
}

/** A submodule as a person has it: a repository in a folder, with work in it. */
async function nestedRepository(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  await git(path, ['init', '-q', '--template=', '-b', 'main', '.']);
  await write(path, { 'lib.txt': 'not committed\n' });
}

type Tree = Readonly<Record<string, string | null>>;

interface Edit {
  readonly files: Tree;
  readonly links?: Readonly<Record<string, string>>;
  readonly modes?: Readonly<Record<string, number>>;
  /** The commit of the submodule. */
  readonly submodule?: string;
}

const lines = (word: string) => Array.from({ length: 20 }, (_, at) => `${word} ${at}\n`).join('');

async function firstStages(work: string): Promise<Stage[]> {
  const base: Edit = {
    files: {
      '.gitignore': 'ignored/\n*.log\nsecret.env\n',
      '.gitattributes': 'crlf.txt text eol=crlf\n',
      'a.txt': lines('a'),
      'b.txt': lines('b'),
      'crlf.txt': 'one\ntwo\n',
      'run.sh': '#!/bin/sh\n',
      'src/x.ts': lines('x'),
      'src/y.ts': lines('y'),
      'dir/one': '1\n',
      'dir/two': '2\n',
      'with space.txt': 'space\n',
      'ünï.txt': 'unicode\n',
    },
    links: { link: 'a.txt' },
    modes: { 'run.sh': 0o755 },
    submodule: '1'.repeat(40),
  };
  const second: Edit = { files: { 'a.txt': lines('a1'), 'new/n1.txt': 'new\n' } };
  return [await commit(work, base), await commit(work, second)];
}

const changes: Record<ChainName, readonly Edit[]> = {
  plain: [
    {
      files: {
        'src/x.ts': lines('x2'),
        'dir/two': null,
        'ignored/build.txt': 'tracked\n',
        'secret.env': 'A=1\n',
        'ünï.txt': 'unicode 2\n',
      },
      links: { link: 'b.txt' },
    },
    {
      files: {
        'crlf.txt': 'one\ntwo\nthree\n',
        'dir/one': null,
        'quote".txt': 'quote\n',
        'deep/er/file': 'deep\n',
        'with space.txt': 'more space\n',
      },
      modes: { 'run.sh': 0o644 },
    },
    { files: { 'a.txt': lines('a4'), 'b.txt': lines('b4'), 'new/n1.txt': null } },
  ],
  filtered: [
    { files: { '.gitattributes': 'crlf.txt text eol=crlf\n*.bin filter=planted\n' } },
    { files: { 'x.bin': 'binary\n', 'b.txt': lines('b3') } },
  ],
  submodule: [
    { files: { 'b.txt': lines('b2') } },
    { files: { 'src/y.ts': lines('y3') }, submodule: '2'.repeat(40) },
  ],
  shape: [
    { files: { 'b.txt': null, 'b.txt/inner': 'now a folder\n' } },
    { files: { 'src/x.ts': null, 'src/y.ts': null, src: 'now a file\n' } },
  ],
};

async function commit(work: string, edit: Edit): Promise<Stage> {
  for (const [path, text] of Object.entries(edit.files)) {
    // A folder may become a file.
    await rm(join(work, path), { recursive: true, force: text !== null });
  }
  await write(work, edit.files);
  for (const [path, target] of Object.entries(edit.links ?? {})) {
    await rm(join(work, path), { force: true });
    await symlink(target, join(work, path));
  }
  for (const [path, mode] of Object.entries(edit.modes ?? {})) await chmod(join(work, path), mode);
  await git(work, ['add', '-A', '-f', '--', '.', ':!vendor']);
  if (edit.submodule !== undefined) {
    const entry = `160000,${edit.submodule},vendor/lib`;
    await git(work, ['update-index', '--add', '--cacheinfo', entry]);
  }
  await mkdir(join(work, 'vendor', 'lib'), { recursive: true });
  await git(work, ['commit', '-q', '-m', 'a step']);
  return stageOf(work);
}

async function stageOf(work: string): Promise<Stage> {
  // Out and in again, so that the files are as a checkout writes them.
  const id = await git(work, ['rev-parse', 'HEAD']);
  const listed = await git(work, ['ls-files', '-s', '-z']);
  for (const line of listed.split('\0')) {
    const path = line.slice(line.indexOf('\t') + 1);
    if (path !== '' && !path.startsWith('vendor/')) await rm(join(work, path));
  }
  await git(work, ['checkout', '-q', '-f', 'HEAD', '--', '.']);
  return { commit: id, disk: diskOf(work), index: indexOf(listed) };
}

/** `git ls-files -s -z` by path; unmerged paths have several entries. */
export function indexOf(listed: string): Map<string, string> {
  const entries = new Map<string, string>();
  for (const line of listed.split('\0').filter(Boolean)) {
    const tab = line.indexOf('\t');
    const path = line.slice(tab + 1);
    entries.set(path, `${entries.get(path) ?? ''}${line.slice(0, tab)};`);
  }
  return entries;
}

/** Every file below a folder but those of git. */
export function diskOf(folder: string, { withGit = false }: { withGit?: boolean } = {}): Disk {
  const disk: Disk = new Map();
  const walk = (path: string): void => {
    for (const name of readdirSync(join(folder, path)).sort()) {
      if (name === '.git' && !withGit && path === '') continue;
      const inside = path === '' ? name : `${path}/${name}`;
      const stats = lstatSync(join(folder, inside));
      if (stats.isDirectory()) walk(inside);
      else disk.set(inside, imageOf(join(folder, inside)));
    }
  };
  walk('');
  return disk;
}

function imageOf(path: string): string {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) return `link ${readlinkSync(path)}`;
  const mode = (stats.mode & 0o111) === 0 ? 'file' : 'program';
  return `${mode} ${createHash('sha1').update(readFileSync(path)).digest('hex')}`;
}

export async function write(folder: string, files: Tree): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    if (text === null) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

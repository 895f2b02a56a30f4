import {
  existsSync,
  lstatSync,
  mkdirSync,
  copyFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import { makePrivateFolder } from '../../../shared/node/disk/files.ts';
import type { WorkTree } from '../../../shared/node/git/repository.ts';
import type { RunGit } from '../../../shared/node/git/git-calls.ts';
import { readText } from '../../index/disk/disk-file.ts';
import {
  gitIn,
  isolation,
  quotedPath,
  removal,
  splitByNul,
  type GitInFolder,
} from '../../git/git-in-folder.ts';
import { uncommittedIn } from './uncommitted.ts';

/** The files of exactly one commit, in a folder of their own. */
export interface CleanCheckout {
  readonly folder: string;
  /** What is not as it would be in a work tree of the person's own. */
  readonly notes: readonly string[];
  remove(): void;
}

export interface CheckoutOptions {
  readonly workTree: WorkTree;
  readonly commitSha: string;
  /** Private to the daemon; what lies there is removed. */
  readonly folder: string;
}

const checkoutMs = 300_000;

/**
 * GAT-6: a throw-away repository over the objects of the real one, with the commit checked out. Its own settings are
 * empty, so nothing that the repository or its settings name is run, and what the tests do to refs stays in it.
 */
export async function checkOut(
  git: RunGit,
  { workTree, commitSha, folder }: CheckoutOptions,
): Promise<CleanCheckout | Refusal> {
  rmSync(folder, removal);
  makePrivateFolder(folder);
  const remove = () => rmSync(folder, removal);
  const here: GitInFolder = (args, options = {}) =>
    git(folder, args, {
      timeoutMs: checkoutMs,
      ...options,
      environment: { ...isolation, ...pointingAt(folder) },
    });
  const format = commitSha.length === 64 ? ['--object-format=sha256'] : [];
  const made = await here(['init', '--quiet', '--template=', ...format]);
  borrowObjects(workTree, folder);
  const done =
    made.exitCode === 0
      ? await here(['checkout', '--quiet', '--force', '--detach', commitSha])
      : made;
  if (done.exitCode !== 0) {
    remove();
    return refuse('Conflict', `The commit could not be checked out: ${done.stderr.slice(0, 300)}`);
  }
  const files = splitByNul((await here(['ls-files', '-z'])).stdout);
  const notes = [
    ...(await uncommittedIn(gitIn(git, workTree.root))),
    ...notesOn(folder),
    ...linkDependencies(workTree.root, folder, files),
  ];
  return { folder, notes, remove };
}

/** Whatever the daemon was started from, git finds this repository and no other. */
function pointingAt(folder: string): Record<string, string> {
  const directory = join(folder, '.git');
  return {
    GIT_DIR: directory,
    GIT_COMMON_DIR: directory,
    GIT_WORK_TREE: folder,
    GIT_INDEX_FILE: join(directory, 'index'),
    GIT_OBJECT_DIRECTORY: join(directory, 'objects'),
    GIT_ALTERNATE_OBJECT_DIRECTORIES: '',
  };
}

function borrowObjects({ commonDir }: WorkTree, folder: string): void {
  const info = join(folder, '.git', 'objects', 'info');
  mkdirSync(info, { recursive: true });
  writeFileSync(join(info, 'alternates'), `${quotedPath(join(commonDir, 'objects'))}\n`);
  const shallow = join(commonDir, 'shallow');
  if (existsSync(shallow)) copyFileSync(shallow, join(folder, '.git', 'shallow'));
}

function notesOn(folder: string): string[] {
  const attributes = readText(join(folder, '.gitattributes')) ?? '';
  const notes: string[] = [];
  if (/\bfilter=lfs\b/.test(attributes))
    notes.push(
      'Files of Git LFS are only their pointers here: filters are programs and are not run.',
    );
  if (existsSync(join(folder, '.gitmodules'))) notes.push('Submodules are empty here.');
  return notes;
}

const maxPackages = 300;

/**
 * A clean installation would take longer than the tests. What is installed in the work tree is linked, package by package,
 * so that the tests write into folders of their own, and packages of the repository itself are those of the commit.
 */
function linkDependencies(root: string, folder: string, files: readonly string[]): string[] {
  const packages = files
    .filter((path) => path === 'package.json' || path.endsWith('/package.json'))
    .map((path) => dirname(path))
    .slice(0, maxPackages);
  const linked = packages.filter((path) => {
    const installed = join(root, path, 'node_modules');
    const target = join(folder, path, 'node_modules');
    if (!existsSync(installed) || existsSync(target)) return false;
    linkFolder(installed, target, { root, folder });
    return true;
  });
  return linked.length === 0
    ? []
    : ['node_modules is the one of the work tree; a clean installation would take too long.'];
}

interface Trees {
  readonly root: string;
  readonly folder: string;
}

/** Folders of many packages are made anew; each package is a link. */
function linkFolder(installed: string, target: string, trees: Trees): void {
  mkdirSync(target);
  for (const name of readdirSync(installed)) {
    const from = join(installed, name);
    const isGroup = name.startsWith('@') || name === '.bin';
    if (name.startsWith('.') && !isGroup) continue;
    if (isGroup && lstatSync(from).isDirectory()) linkFolder(from, join(target, name), trees);
    else symlinkSync(targetOf(from, trees), join(target, name));
  }
}

/** A link to a package of the repository leads to the one in the commit. */
function targetOf(from: string, { root, folder }: Trees): string {
  try {
    const real = realpathSync(from);
    const inside = relative(realpathSync(root), real);
    const isOwn = !inside.startsWith('..') && !inside.split(sep).includes('node_modules');
    return isOwn ? join(folder, inside) : real;
  } catch {
    return from;
  }
}

import { isHalfDone } from '../../git/git-in-folder.ts';
import {
  accessSync,
  constants,
  copyFileSync,
  lstatSync,
  readdirSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { WorkTree } from '../../../shared/node/git/repository.ts';
import type { GitResult } from '../../../shared/node/git/git-calls.ts';
import type { ScratchRepository } from '../scratch/scratch-repository.ts';
import { maxTextBytes } from '../../kernel/text-limits.ts';

/** What a work tree holds beside its commit, as a commit of its own; `notes` say what of it was left out. */
export type Snapshot =
  | { readonly kind: 'clean' }
  | {
      readonly kind: 'dirty';
      readonly commit: string;
      /** What is not committed: the blob by the path, of nothing but zeros for a file that was removed. */
      readonly files: ReadonlyMap<string, string>;
      readonly notes: readonly string[];
    }
  | { readonly kind: 'skipped'; readonly reason: string };

export interface SnapshotBounds {
  readonly fileBytes: number;
  readonly files: number;
}

export const snapshotBounds: SnapshotBounds = { fileBytes: maxTextBytes, files: 500 };

/** The same for equal contents, so that a work tree in which nothing moved is known again. */
const signature = {
  GIT_AUTHOR_NAME: 'coord',
  GIT_AUTHOR_EMAIL: 'coord@localhost',
  GIT_AUTHOR_DATE: '@0 +0000',
  GIT_COMMITTER_NAME: 'coord',
  GIT_COMMITTER_EMAIL: 'coord@localhost',
  GIT_COMMITTER_DATE: '@0 +0000',
};

/** A commit of the work tree's files on top of `head`, made in the scratch repository from a copy of the work tree's index. */
export async function snapshotOf(
  scratch: ScratchRepository,
  { root, gitDir, head }: Pick<WorkTree, 'root' | 'gitDir'> & { readonly head: string },
  bounds: SnapshotBounds = snapshotBounds,
): Promise<Snapshot> {
  if (isHalfDone(gitDir)) return skipped('it is in the middle of a merge or a rebase');
  const index = copyIndex(gitDir, scratch.folder);
  if (index === undefined) return skipped('nothing is checked out in it');
  const git: GitHere = (args, input = '') =>
    scratch.git(root, args, { input, environment: { ...signature, GIT_INDEX_FILE: index } });
  // What HEAD is in the scratch repository: the index is compared with it.
  writeFileSync(join(scratch.folder, 'HEAD'), `${head}\n`);
  const status = await git(statusCommand);
  if (status.exitCode !== 0) return skipped('git cannot list its files');
  const entries = status.stdout.split('\0').slice(0, -1);
  if (entries.length === 0) return { kind: 'clean' };
  if (entries.some((entry) => entry.startsWith('u ')))
    return skipped('it has conflicts that are not resolved');
  const changes = chosen(root, entries, bounds);
  const filtered = await filteredAmong(git, changes.written);
  if (!(await updated(git, changes, filtered))) return skipped('a file of it cannot be read');
  const tree = await git(['write-tree', '--missing-ok']);
  const before = await git(['rev-parse', '--verify', '--quiet', `${head}^{tree}`]);
  if (tree.exitCode !== 0 || before.exitCode !== 0) return skipped('git cannot write its tree');
  // Line ends alone may be different.
  if (tree.stdout === before.stdout) return { kind: 'clean' };
  const commit = await git(['commit-tree', tree.stdout.trim(), '-p', head, '-m', 'uncommitted']);
  if (commit.exitCode !== 0) return skipped('git cannot write its commit');
  const differing = await git([...differenceCommand, head, commit.stdout.trim()]);
  if (differing.exitCode !== 0) return skipped('git cannot list what is in its commit');
  const files = blobsIn(differing.stdout);
  const notes = notesOf(changes, filtered.size);
  return { kind: 'dirty', commit: commit.stdout.trim(), files, notes };
}

type GitHere = (args: readonly string[], input?: string) => Promise<GitResult>;

interface Changes {
  readonly written: readonly string[];
  readonly removed: readonly string[];
  readonly large: number;
  readonly unreadable: number;
  readonly tooMany: number;
}

function skipped(reason: string): Snapshot {
  return { kind: 'skipped', reason };
}

/** Git compares a file again whose date is not before its index's: the copy is dated so that this stays true. */
function copyIndex(gitDir: string, folder: string): string | undefined {
  const from = join(gitDir, 'index');
  const to = join(folder, 'index');
  const stats = statSync(from, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  copyFileSync(from, to);
  const seconds = Math.floor(stats.mtimeMs / 1_000);
  utimesSync(to, seconds, seconds);
  for (const name of readdirSync(gitDir)) {
    if (name.startsWith('sharedindex.')) copyFileSync(join(gitDir, name), join(folder, name));
  }
  return to;
}

const statusCommand = [
  ...['status', '--porcelain=v2', '-z', '--untracked-files=all'],
  ...['--no-renames', '--ignore-submodules=all'],
];

const differenceCommand = ['diff-tree', '-r', '-z', '--no-renames', '--no-ext-diff'];

/** Reads `:<mode> <mode> <blob> <blob> <status>` and the path after it: the later blob by the path. */
function blobsIn(differences: string): ReadonlyMap<string, string> {
  const parts = differences.split('\0').slice(0, -1);
  return new Map(
    parts.flatMap((part, at) =>
      at % 2 === 0 ? [[parts[at + 1] ?? '', part.split(' ')[3] ?? ''] as const] : [],
    ),
  );
}

/** Reads `1 <staged><unstaged> ... <path>` and, for what git does not know yet, `? <path>`. */
function chosen(root: string, entries: readonly string[], bounds: SnapshotBounds): Changes {
  const candidates: string[] = [];
  const removed: string[] = [];
  for (const entry of entries) {
    const [, unstaged, known] = /^1 .(.) (?:\S+ ){6}(.+)$/s.exec(entry) ?? [];
    if (unstaged === 'D' && known !== undefined) removed.push(known);
    else if (unstaged !== '.' && known !== undefined) candidates.push(known);
    else if (entry.startsWith('? ')) candidates.push(entry.slice(2));
  }
  const throughLink = linkFinder(root);
  const written: string[] = [];
  const left = { large: 0, unreadable: 0, tooMany: 0 };
  for (const path of candidates) {
    if (throughLink(path)) removed.push(path);
    else {
      const kind = kindOf(join(root, path), bounds);
      if (kind === 'readable' && written.length >= bounds.files) left.tooMany += 1;
      else if (kind === 'readable') written.push(path);
      else if (kind !== 'folder') left[kind] += 1;
    }
  }
  return { written, removed, ...left };
}

/** A folder is another repository, which has a radar of its own. */
function kindOf(
  path: string,
  bounds: SnapshotBounds,
): 'readable' | 'unreadable' | 'large' | 'folder' {
  // A name that is not UTF-8 cannot be said back to git.
  if (path.includes('\ufffd')) return 'unreadable';
  try {
    const stats = lstatSync(path);
    if (stats.isDirectory()) return 'folder';
    if (stats.isSymbolicLink()) return 'readable';
    if (!stats.isFile()) return 'unreadable';
    if (stats.size > bounds.fileBytes) return 'large';
    accessSync(path, constants.R_OK);
    return 'readable';
  } catch {
    return 'unreadable';
  }
}

/** Whether a link stands where the path has a folder: what lies behind it is not the repository's. */
function linkFinder(root: string): (path: string) => boolean {
  const known = new Map<string, boolean>([['', false]]);
  const isLinked = (folder: string): boolean => {
    const found = known.get(folder);
    if (found !== undefined) return found;
    const linked =
      isLinked(folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) ||
      lstatSync(join(root, folder), { throwIfNoEntry: false })?.isSymbolicLink() === true;
    known.set(folder, linked);
    return linked;
  };
  return (path) => isLinked(path.slice(0, Math.max(0, path.lastIndexOf('/'))));
}

/** Files that a filter turns into something else; it would have to run to say what is in the commit. */
async function filteredAmong(git: GitHere, paths: readonly string[]): Promise<ReadonlySet<string>> {
  if (paths.length === 0) return new Set();
  const { stdout } = await git(['check-attr', '-z', '--stdin', 'filter'], listOf(paths));
  const parts = stdout.split('\0');
  const isFiltered = (_: string, at: number) =>
    at % 3 === 0 && !['unspecified', 'unset', undefined].includes(parts[at + 2]);
  return new Set(parts.filter(isFiltered));
}

async function updated(
  git: GitHere,
  { written, removed }: Changes,
  filtered: ReadonlySet<string>,
): Promise<boolean> {
  const paths = written.filter((path) => !filtered.has(path));
  const steps = [
    { paths: removed, options: ['--force-remove'] },
    { paths, options: ['--add', '--remove', '--replace'] },
  ];
  for (const step of steps) {
    if (step.paths.length === 0) continue;
    const args = ['update-index', ...step.options, '-z', '--stdin'];
    if ((await git(args, listOf(step.paths))).exitCode !== 0) return false;
  }
  return true;
}

function listOf(paths: readonly string[]): string {
  return paths.map((path) => `${path}\0`).join('');
}

function notesOf({ large, unreadable, tooMany }: Changes, filtered: number): string[] {
  const left = [
    [large, 'too large'],
    [unreadable, 'not readable'],
    [filtered, "a filter's"],
    [tooMany, 'more than fit in'],
  ] as const;
  return left.filter(([number]) => number > 0).map(([number, why]) => `${number} left out: ${why}`);
}

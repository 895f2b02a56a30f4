import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { tryReadText } from '../disk/files.ts';
import { tryStat } from '../disk/stats.ts';

/** A work tree and the repository that it belongs to. All paths are absolute, with links resolved. */
export interface WorkTree {
  readonly root: string;
  /** Where this work tree keeps its own state, such as HEAD. */
  readonly gitDir: string;
  /** Shared by all work trees of the repository; this is what tells repositories apart. */
  readonly commonDir: string;
}

/**
 * The work tree that a folder lies in, or undefined; the folder need not be there yet. Reads git's files itself, because
 * starting git takes longer than the rest of a hook, and of a daemon's start.
 */
export function findWorkTree(folder: string): WorkTree | undefined {
  for (let at: string | undefined = existingFolder(folder); at !== undefined; at = parentOf(at)) {
    const gitDir = gitDirOf(at);
    if (gitDir !== undefined) return { root: at, gitDir, commonDir: commonDirOf(gitDir) };
  }
  return undefined;
}

/**
 * Whether the folder only leads to a bare repository, as the one around `.bare` and its work trees does: Git takes it for no work
 * tree. By what Git itself has written; `config.worktree` has it once one of the work trees has settings of its own.
 */
export function isAroundBare({ gitDir, commonDir }: WorkTree): boolean {
  if (gitDir !== commonDir) return false;
  const texts = ['config', 'config.worktree'].map((name) => tryReadText(join(gitDir, name)) ?? '');
  return texts.some((text) => saidBare.test(text));
}

/** In the section `core`. */
const saidBare = /^\[core\](?:(?!^\[)[^])*?^[ \t]*bare[ \t]*=[ \t]*true\b/im;

export function isInBareRepository(folder: string): boolean {
  for (let at: string | undefined = existingFolder(folder); at !== undefined; at = parentOf(at)) {
    const inside = at;
    const isThere = (name: string) => tryStat(join(inside, name));
    if (
      isThere('HEAD')?.isFile() &&
      ['objects', 'refs'].every((one) => isThere(one)?.isDirectory())
    )
      return true;
  }
  return false;
}

/** The name that people call the repository by: the folder of its main work tree. */
export function repositoryName({ commonDir }: WorkTree): string {
  const name = basename(commonDir);
  return name === '.git' ? basename(dirname(commonDir)) : name.replace(/\.git$/, '');
}

/** Where coord keeps what it knows of the repository; the same for every work tree of it. */
export function repositoryState(stateFolder: string, workTree: WorkTree): string {
  const digest = createHash('sha256').update(workTree.commonDir).digest('hex').slice(0, 8);
  const name = `${repositoryName(workTree).replace(/[^\w.-]+/g, '-')}-${digest}`;
  return join(stateFolder, 'repositories', name);
}

/** The database of a relay inside the repository's daemon; `folder` is that of `repositoryState`. */
export function ownRelayDatabase(folder: string): string {
  return join(folder, 'relay', 'relay.db');
}

/**
 * The checked-out branch, or an empty text on a detached HEAD. So it is where git keeps its references in a form that is not read
 * here (reftable): the file only says `.invalid` there.
 */
export function branchOf({ gitDir }: Pick<WorkTree, 'gitDir'>): string {
  const head = tryReadText(join(gitDir, 'HEAD')) ?? '';
  const branch = /^ref: refs\/heads\/(.+)$/m.exec(head)?.[1]?.trim() ?? '';
  return branch === '.invalid' ? '' : branch;
}

/** Where the repository that has its work tree at the folder keeps the state of that work tree. */
export function gitDirOf(folder: string): string | undefined {
  const path = join(folder, '.git');
  const kind = tryStat(path);
  if (kind === undefined) return undefined;
  if (kind.isDirectory()) return tryReadText(join(path, 'HEAD')) === undefined ? undefined : path;
  const target = /^gitdir: (.+)$/m.exec(tryReadText(path) ?? '')?.[1]?.trim();
  return target === undefined ? undefined : realFolder(resolve(folder, target));
}

/** The folder that all work trees share, by the git directory of one of them. */
export function commonDirOf(gitDir: string): string {
  const shared = tryReadText(join(gitDir, 'commondir'))?.trim();
  return (shared && realFolder(resolve(gitDir, shared))) || gitDir;
}

function parentOf(folder: string): string | undefined {
  const parent = dirname(folder);
  return parent === folder ? undefined : parent;
}

/** The real path of the folder, or of the nearest one above it that is there. */
function existingFolder(folder: string): string | undefined {
  for (let at: string | undefined = folder; at !== undefined; at = parentOf(at)) {
    const real = realFolder(at);
    if (real !== undefined) return real;
  }
  return undefined;
}

function realFolder(folder: string): string | undefined {
  try {
    return realpathSync.native(folder);
  } catch {
    return undefined;
  }
}

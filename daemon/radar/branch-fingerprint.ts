import { existsSync, readdirSync, statSync, type Dirent } from 'node:fs';
import { basename, join } from 'node:path';
import { packedRefsIn } from '../../shared/node/git/head.ts';
import { branchOf, type WorkTree } from '../../shared/node/git/repository.ts';
import { usualBasesOf } from './candidates/refs.ts';

const maxFolders = 500;

/**
 * Changes when one of the branches or a work tree's HEAD or index moves. Looks at the dates of a few files of git's; starts
 * no process.
 */
export function branchFingerprint({ commonDir }: WorkTree, branches: readonly string[]): string {
  const gitDirs = [commonDir, ...foldersIn(join(commonDir, 'worktrees'))];
  const checkedOut = gitDirs.map((gitDir) => branchOf({ gitDir }));
  const remotes = foldersIn(join(commonDir, 'refs', 'remotes'));
  const folders = [join(commonDir, 'refs', 'heads'), ...remotes];
  const names = new Set([...branches, ...checkedOut].filter((name) => name !== ''));
  return [
    join(commonDir, 'packed-refs'),
    join(commonDir, 'reftable', 'tables.list'),
    // Git renames a ref's new file into its folder, whose date moves.
    ...refFoldersOf(commonDir),
    ...gitDirs.flatMap((gitDir) => [join(gitDir, 'HEAD'), join(gitDir, 'index')]),
    ...[...names].flatMap((name) => folders.map((folder) => join(folder, name))),
  ]
    .map(stampOf)
    .join(' ');
}

/**
 * Whether there can be work beside the usual bases: another branch, here or fetched, or another work tree. Reads names of
 * files; starts no process.
 */
export function hasOtherWork(home: WorkTree): boolean {
  const { commonDir } = home;
  if (foldersIn(join(commonDir, 'worktrees')).length > 0) return true;
  if (existsSync(join(commonDir, 'reftable'))) return true;
  const bases = new Set([...usualBasesOf(home), 'HEAD']);
  const loose = refFoldersOf(commonDir).flatMap(filesIn);
  const packed = packedRefsIn(commonDir)
    .split('\n')
    .filter((line) => /^[0-9a-f]+ refs\/(?:heads|remotes)\//.test(line));
  return [...loose, ...packed.map((line) => basename(line))].some((name) => !bases.has(name));
}

/** Where branches lie, here and as the last fetch saw them; the nearest first. */
function refFoldersOf(commonDir: string): string[] {
  const found = ['heads', 'remotes'].map((name) => join(commonDir, 'refs', name));
  for (let at = 0; at < found.length && found.length < maxFolders; at += 1)
    found.push(...foldersIn(found[at] ?? ''));
  return found;
}

function filesIn(folder: string): string[] {
  return namesIn(folder, (entry) => entry.isFile());
}

function foldersIn(folder: string): string[] {
  return namesIn(folder, (entry) => entry.isDirectory()).map((name) => join(folder, name));
}

function namesIn(folder: string, isWanted: (entry: Dirent) => boolean): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter(isWanted).map(({ name }) => name);
  } catch {
    return [];
  }
}

function stampOf(path: string): string {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats === undefined ? '-' : `${stats.mtimeMs}/${stats.size}/${stats.ino}`;
  } catch {
    return '-';
  }
}

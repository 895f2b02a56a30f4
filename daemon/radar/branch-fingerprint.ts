import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { branchOf, type WorkTree } from '../../shared/node/git/repository.ts';

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
    ...gitDirs.flatMap((gitDir) => [join(gitDir, 'HEAD'), join(gitDir, 'index')]),
    ...[...names].flatMap((name) => folders.map((folder) => join(folder, name))),
  ]
    .map(stampOf)
    .join(' ');
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(folder, entry.name));
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

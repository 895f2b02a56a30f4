import { dirname, join } from 'node:path';
import { tryLstat } from '../../shared/node/disk/stats.ts';
import type { WorkTree } from '../../shared/node/git/repository.ts';
import { headCommitOf } from '../../shared/node/git/head.ts';
import { stoppedAtMs } from '../git/git-in-folder.ts';
import { arePlainCommits, movesSince } from '../git/reflog.ts';
import { noticedWithinMs, tickMs, type OpenShells, type ShellCall } from './open-shells.ts';

/** Files of a work tree that a watcher saw change. */
export interface ChangedPaths {
  readonly workTree: WorkTree;
  readonly paths: readonly string[];
}

/** What one shell command has changed in a work tree. */
export interface ShellEdits extends ChangedPaths {
  readonly shell: ShellCall;
  /** The id of the commit that was checked out before the command; undefined where there was none. */
  readonly headBefore: string | undefined;
}

/** More files than this at once are a checkout or a generator, not an agent's edit. */
const maxFiles = 100;

/** HOK-6: the commands that changed the files, each with what it changed; a file that is in none of them is nobody's. */
export function editsAmong(
  shells: OpenShells,
  { workTree, paths }: ChangedPaths,
  nowMs: number,
): ShellEdits[] {
  if (paths.length > maxFiles) return [];
  const authors = new Map<ShellCall | undefined, string[]>();
  for (const path of paths) {
    const shell = authorOf(shells, { workTree, path }, nowMs);
    authors.set(shell, [...(authors.get(shell) ?? []), path]);
  }
  return [...authors].flatMap(([shell, its]) =>
    shell === undefined ? [] : editsOf(shell, { workTree, paths: its }),
  );
}

/**
 * None when git has brought another commit meanwhile: what it changed cannot be told from what the command did. A commit in
 * the command's own work tree is taken for its own.
 */
function editsOf(shell: ShellCall, { workTree, paths }: ChangedPaths): ShellEdits[] {
  const { root, reflogBytes: bytes, beganAtMs: atMs } = shell;
  const isOwn = root === workTree.root;
  // Before the log is read: what is committed from now on is in neither.
  const head = headCommitOf(workTree);
  const moves = movesSince(workTree, isOwn ? { bytes } : { atMs });
  const isBrought = isOwn ? !arePlainCommits(moves) : moves.length > 0;
  if (isBrought) return [];
  const own = writtenAfterGit(shell, { workTree, paths });
  return own.length === 0
    ? []
    : [{ shell, workTree, paths: own, headBefore: moves[0]?.from ?? head }];
}

/**
 * HEAD stays where a merge stops before its commit. What changed until then, in the command that began it, git has brought; a
 * file that is gone has no time of its own.
 */
function writtenAfterGit(
  { beganAtMs }: ShellCall,
  { workTree: { root, gitDir }, paths }: ChangedPaths,
): readonly string[] {
  const untilMs = stoppedAtMs(gitDir) ?? 0;
  if (untilMs < beganAtMs - tickMs) return paths;
  return paths.filter((path) => (tryLstat(join(root, path))?.ctimeMs ?? untilMs) > untilMs);
}

/** What has an old time was moved with its folder, just now. */
function authorOf(
  shells: OpenShells,
  { workTree: { root }, path }: { workTree: WorkTree; path: string },
  nowMs: number,
): ShellCall | undefined {
  const atMs = changedAt(join(root, path));
  const isKnown = atMs !== undefined && nowMs - atMs <= noticedWithinMs;
  return isKnown
    ? shells.authorAt(atMs, { root, path })
    : shells.authorAround(nowMs, { root, path });
}

/** A file that is gone changed its folder. The time is the kernel's, which no program sets. */
function changedAt(path: string): number | undefined {
  const found = [path, dirname(path)].map(tryLstat);
  return found.find((one) => one !== undefined)?.ctimeMs;
}

import { dirname, join } from 'node:path';
import type { Clock } from '../../shared/kernel/clock.ts';
import { tryLstat } from '../../shared/node/disk/stats.ts';
import type { WorkTree } from '../../shared/node/git/repository.ts';
import { headCommitOf } from '../../shared/node/git/head.ts';
import { stoppedAtMs } from '../git/git-in-folder.ts';
import { gitIsDone } from '../git/index-lock.ts';
import { arePlainCommits, type HeadMove, movesSince } from '../git/reflog.ts';
import type { TrackedPath } from '../work-trees/file-tracker.ts';
import { noticedWithinMs, tickMs, type OpenShells, type ShellCall } from './open-shells.ts';

/** Files of a work tree that a watcher saw change. */
export interface ChangedPaths {
  readonly workTree: WorkTree;
  readonly paths: readonly string[];
}

/** What one shell command has changed in a work tree. */
export interface ShellEdits extends ChangedPaths {
  readonly shell: ShellCall;
  /** When they were told from what git brings. */
  readonly atMs: number;
  /** The id of the commit that was checked out before the command; undefined where there was none. */
  readonly headBefore: string | undefined;
}

/** More files than this at once are a checkout or a generator, not an agent's edit. */
const maxFiles = 100;

/** Changed files by the command that has changed them; those of undefined are nobody's. */
export type Authors = ReadonlyMap<ShellCall | undefined, readonly string[]>;

/** HOK-6: the commands that may have changed the files; to be asked at once, since commands are remembered for seconds. */
export function authorsOf(
  shells: OpenShells,
  { workTree, paths }: ChangedPaths,
  nowMs: number,
): Authors {
  if (paths.length > maxFiles) return new Map([[undefined, paths]]);
  const authors = new Map<ShellCall | undefined, string[]>();
  for (const path of paths) {
    const shell = authorOf(shells, { workTree, path }, nowMs);
    authors.set(shell, [...(authors.get(shell) ?? []), path]);
  }
  return authors;
}

/**
 * HOK-6: what these commands have changed; a file that is in none of them is nobody's. What git is about to bring is told from edits by
 * HEAD, which it moves last, so its end is waited for.
 */
export async function editsOf(
  authors: Authors,
  workTree: WorkTree,
  clock: Clock,
): Promise<ShellEdits[]> {
  const before = stoppedAtMs(workTree.gitDir) ?? 0;
  if ([...authors.keys()].some((one) => one !== undefined)) await gitIsDone(workTree, clock);
  // The next command may give up, or commit, what was unfinished before the wait.
  const stoppedMs = Math.max(before, stoppedAtMs(workTree.gitDir) ?? 0);
  return [...authors].flatMap(([shell, paths]) =>
    shell === undefined || shell.isForgotten
      ? []
      : editsBy(shell, { workTree, paths }, { atMs: clock.now(), stoppedMs }),
  );
}

/** Whether git has brought another commit since the edits were told from what it brings, and may have written the file. */
export async function mayBeBrought(
  { shell, workTree, atMs }: ShellEdits,
  file: TrackedPath,
  clock: Clock,
): Promise<boolean> {
  await gitIsDone(workTree, clock);
  const writtenAtMs = tryLstat(join(file.workTree.root, file.path))?.ctimeMs ?? Infinity;
  return writtenAtMs >= atMs - tickMs && isBrought(shell, workTree, movesIn(shell, workTree));
}

/**
 * None when git has brought another commit meanwhile: what it changed cannot be told from what the command did. A commit in
 * the command's own work tree is taken for its own.
 */
function editsBy(
  shell: ShellCall,
  { workTree, paths }: ChangedPaths,
  { atMs, stoppedMs }: { readonly atMs: number; readonly stoppedMs: number },
): ShellEdits[] {
  // Before the log is read: what is committed from now on is in neither.
  const head = headCommitOf(workTree);
  const moves = movesIn(shell, workTree);
  if (isBrought(shell, workTree, moves)) return [];
  const own = writtenAfterGit(shell, { workTree, paths }, stoppedMs);
  const headBefore = moves[0]?.from ?? head;
  return own.length === 0 ? [] : [{ shell, workTree, paths: own, atMs, headBefore }];
}

/** How HEAD of the work tree has moved since the command began. */
function movesIn(
  { root, reflogBytes: bytes, beganAtMs: atMs }: ShellCall,
  workTree: WorkTree,
): HeadMove[] {
  return movesSince(workTree, root === workTree.root ? { bytes } : { atMs });
}

function isBrought({ root }: ShellCall, workTree: WorkTree, moves: readonly HeadMove[]): boolean {
  return root === workTree.root ? !arePlainCommits(moves) : moves.length > 0;
}

/**
 * HEAD stays where a merge stops before its commit. What changed until then, in the command that began it, git has brought; a
 * file that is gone has no time of its own.
 */
function writtenAfterGit(
  { beganAtMs }: ShellCall,
  { workTree: { root }, paths }: ChangedPaths,
  untilMs: number,
): readonly string[] {
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

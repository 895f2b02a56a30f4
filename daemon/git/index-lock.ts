import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../shared/kernel/clock.ts';
import { tryLstat } from '../../shared/node/disk/stats.ts';
import type { WorkTree } from '../../shared/node/git/repository.ts';

type GitFolder = Pick<WorkTree, 'gitDir'>;

/** A lock that is older was left by a git that died. */
const lockForMs = 5 * 60_000;
/** Git lets go of the index a moment before it moves HEAD. */
const headForMs = 300;
const lookMs = 50;

/**
 * Whether git is at work on the files of a work tree. It locks the index meanwhile, and fills the lock only when the files are
 * written: what is in it may wait long for the hooks of a commit, and for a person who words it.
 */
export function isIndexLocked({ gitDir }: GitFolder, nowMs: number): boolean {
  const lock = tryLstat(join(gitDir, 'index.lock'));
  return lock !== undefined && isWithin(lock.mtimeMs, nowMs, lock.size > 0 ? headForMs : lockForMs);
}

/** Waits until git is not at work in the work tree, and HEAD is where it leaves it; for a lock that is left behind, five minutes. */
export async function gitIsDone(folder: GitFolder, clock: Clock): Promise<void> {
  const beganAtMs = clock.now();
  for (let nowMs = beganAtMs; isAtWork(folder, nowMs); nowMs = clock.now()) {
    if (nowMs - beganAtMs > lockForMs) return;
    await delay(lookMs, undefined, { ref: false });
  }
}

/** The lock becomes the index when git is done with the files. */
function isAtWork(folder: GitFolder, nowMs: number): boolean {
  if (isIndexLocked(folder, nowMs)) return true;
  const index = tryLstat(join(folder.gitDir, 'index'));
  return index !== undefined && isWithin(index.ctimeMs, nowMs, headForMs);
}

/** In either direction: the clock may have been set back. */
function isWithin(atMs: number, nowMs: number, ms: number): boolean {
  return Math.abs(nowMs - atMs) < ms;
}

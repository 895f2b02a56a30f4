import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import type { RunGit } from '../../shared/node/git/git-calls.ts';
import { branchRef } from '../../shared/node/git/safe.ts';
import { workTrees } from './branch.ts';
import { Checkout } from './checkout.ts';
import { changesBetween } from './commit-changes.ts';
import { interrupted, takenBackTooLate, type Refused } from './refusals.ts';

export interface Move {
  readonly branch: string;
  readonly from: string;
  readonly to: string;
}

/** WAT-4: moves a branch from the commit that is expected there; says why it could not. */
export function moveRef(checkout: Checkout, move: Move): Promise<string | undefined> {
  return updateRef(checkout, move, 'fast-forward to an approved commit');
}

/**
 * WAT-3: moves a branch that no work tree has. Somebody may switch to it meanwhile, with the old files: git holds no lock
 * over that, and the next commit there would revert what the move brought. So the work trees are looked at once more, and
 * the move is taken back (WAT-17).
 */
export async function moveUnusedRef(
  checkout: Checkout,
  { run, ...move }: Move & { readonly run: RunGit },
): Promise<Refused | undefined> {
  const why = await moveRef(checkout, move);
  if (why !== undefined) return interrupted(why);
  const place = await placeWithOldFiles(checkout, move, run);
  if (place === undefined) return undefined;
  const back = { ...move, from: move.to, to: move.from };
  const isBack = (await updateRef(checkout, back, 'back, it was just checked out')) === undefined;
  return isBack
    ? interrupted(`it was checked out in ${place} at the same time`)
    : takenBackTooLate(place, move.to);
}

async function updateRef(
  checkout: Checkout,
  { branch, from, to }: Move,
  what: string,
): Promise<string | undefined> {
  const message = ['-m', `coord watch: ${what}`];
  const ref = branchRef(branch);
  const { exitCode } = await checkout.git(['update-ref', '--no-deref', ...message, ref, to, from]);
  return exitCode === 0 ? undefined : 'the branch was moved at the same time';
}

/** A switch writes files and index under the index's lock, and HEAD a moment after it: longer than that moment. */
const settleMs = 150;
/** A lock that is older may be held by an editor that is open, or by nobody. */
const lockPatienceMs = 5_000;

/** The work tree that has come to be on the branch with what was there before the move. */
async function placeWithOldFiles(
  checkout: Checkout,
  move: Move,
  run: RunGit,
): Promise<string | undefined> {
  const end = performance.now() + lockPatienceMs;
  for (let isSettled = false; ; await pause(settleMs)) {
    const listed = (await workTrees(checkout)).filter(({ present }) => present);
    const place = listed.find(({ ref }) => ref === branchRef(move.branch));
    const opened = await Promise.all(listed.map(({ path }) => Checkout.open(path, run)));
    const trees = opened.filter((one): one is Checkout => !isRefusal(one));
    if (place !== undefined) {
      const tree = trees.find(({ top }) => top === place.path);
      return tree !== undefined && (await hasNewFiles(tree, move)) ? undefined : place.path;
    }
    if (isSettled) return undefined;
    const isLocked = trees.some(({ gitFolder }) => existsSync(join(gitFolder, 'index.lock')));
    isSettled = !isLocked || performance.now() > end;
  }
}

/** By its index: whoever switched after the move has some path as the new commit has it. */
async function hasNewFiles(tree: Checkout, { from, to }: Move): Promise<boolean> {
  const [changes, other] = await Promise.all([
    changesBetween(tree, from, to),
    tree.git(['diff-index', '--cached', '--name-only', '-z', '--no-renames', to, '--']),
  ]);
  if (changes === undefined || other.exitCode !== 0) return false;
  const differing = new Set(other.stdout.split('\0'));
  return changes.length === 0 || changes.some(({ path }) => !differing.has(path));
}

import { constants } from 'node:fs';
import { copyFile, lstat, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeFolder, makeFolders } from '../../shared/node/disk/folders.ts';
import { branchRef } from '../../shared/node/git/safe.ts';
import { randomText } from '../../shared/node/random-ids.ts';
import type { Checkout } from './checkout.ts';
import { decideWorkTree } from './rules.ts';
import { busy, byHand, interrupted, type Refused } from './refusals.ts';
import { replaceFiles, type FileStep, type Replacement } from './transactional-replace.ts';
import { changesBetween, type Change } from './commit-changes.ts';
import { inspectChanges } from './inspect-changes.ts';
import { moveRef } from './move-ref.ts';

export interface Update {
  readonly branch: string;
  readonly from: string;
  readonly to: string;
  /** Only say whether it could be done. */
  readonly dryRun: boolean;
}

/** The folder in which one update prepares its files and keeps the old ones; on the disk of the index. */
interface StagingDirectory {
  readonly folder: string;
  /** The index as it will be. */
  readonly index: string;
  /** An index with the new tree and nothing else. */
  readonly tree: string;
  readonly prepared: string;
  readonly backup: string;
}

/**
 * WAT-4: moves a branch that is checked out, with its files and its index, or changes nothing. The index is locked all the
 * time, as git itself locks it; no file is ever overwritten (see `replaceFiles`).
 */
export async function updateWorkTree(
  checkout: Checkout,
  update: Update,
): Promise<Refused | undefined> {
  const lock = join(checkout.gitFolder, 'index.lock');
  if (!(await takeLock(lock))) return busy();
  const staging = stagingDirectoryIn(checkout);
  let isKept = false;
  let isLocked = true;
  try {
    const { keeps, newIndex, refused } = await underLock(checkout, update, staging);
    isKept = keeps;
    if (newIndex !== undefined) {
      await rename(newIndex, lock);
      await rename(lock, join(checkout.gitFolder, 'index'));
      // That gave the lock up: one that is there from now on is another git's.
      isLocked = false;
    }
    return refused;
  } finally {
    if (isLocked) await rm(lock, { force: true });
    if (!isKept) await rm(staging.folder, { recursive: true, force: true });
  }
}

interface Result {
  readonly refused?: Refused;
  readonly newIndex?: string;
  /** Whether the staging directory contains something that is nowhere else. */
  readonly keeps: boolean;
}

async function underLock(
  checkout: Checkout,
  update: Update,
  staging: StagingDirectory,
): Promise<Result> {
  const steps = await prepare(checkout, update, staging);
  if (!Array.isArray(steps)) return { refused: steps, keeps: false };
  if (update.dryRun) return { keeps: false };
  const folders = { workTree: checkout.top, prepared: staging.prepared, backup: staging.backup };
  const result = replaceFiles(steps, folders);
  if (result.kind === 'rolled_back') return undone(result.why, result.kept);
  const why = await commitUpdate(checkout, update, {
    replacement: result.replacement,
    staging,
    steps,
  });
  if (why !== undefined) return undone(why, result.replacement.rollBack());
  const written = result.replacement.writtenMeanwhile();
  result.replacement.removeEmptyFolders();
  if (written.length === 0) return { newIndex: staging.index, keeps: false };
  return {
    ...undone(`${written.join(', ')} was written at the same time`, [staging.backup]),
    newIndex: staging.index,
  };
}

/** Everything short of touching a file of the person's: the decision, the new files, the new index. */
async function prepare(
  checkout: Checkout,
  { branch, from, to }: Update,
  staging: StagingDirectory,
): Promise<FileStep[] | Refused> {
  const head = await checkout.git(['rev-parse', '--symbolic-full-name', 'HEAD']);
  const at = await checkout.git(['rev-parse', '--verify', '--quiet', 'HEAD']);
  if (head.stdout.trim() !== branchRef(branch) || at.stdout.trim() !== from) return busy();
  const changes = await changesBetween(checkout, from, to);
  if (changes === undefined) return byHand('its files cannot be compared');
  makeFolders(staging.prepared);
  makeFolder(staging.backup);
  const tree = { environment: { GIT_INDEX_FILE: staging.tree } };
  const read = await checkout.git(['read-tree', '--end-of-options', to], tree);
  if (read.exitCode !== 0) return byHand('its files cannot be read');
  const { facts, steps } = await inspectChanges(checkout, changes, staging.tree);
  const refused = decideWorkTree(facts);
  if (refused !== undefined) return refused;
  if (!(await isSameDisk(checkout.top, staging.folder)))
    return byHand('the work tree is on another disk than its repository');
  const isReady =
    (await writeFiles(checkout, changes, staging)) &&
    (await writeIndex(checkout, changes, staging));
  return isReady ? [...steps] : byHand('its files cannot be written here');
}

/** Has git write the new files, with the line ends and the like that the repository asks for, into an empty folder. */
async function writeFiles(
  checkout: Checkout,
  changes: readonly Change[],
  { tree, prepared }: StagingDirectory,
): Promise<boolean> {
  const paths = changes.filter(({ next }) => next !== undefined).map(({ path }) => path);
  const { exitCode } = await checkout.git(
    // The prefix keeps the names; `git` still finds the attributes in the index.
    ['-C', prepared, 'checkout-index', '-z', '--stdin'],
    {
      input: paths.map((path) => `${path}\0`).join(''),
      environment: { GIT_INDEX_FILE: tree, GIT_WORK_TREE: prepared },
    },
  );
  if (exitCode !== 0) return false;
  const found = await Promise.all(paths.map((path) => exists(join(prepared, path))));
  return found.every(Boolean);
}

/** A copy of the person's index with the changes in it and all else, also what is staged, as it is. */
async function writeIndex(
  checkout: Checkout,
  changes: readonly Change[],
  { index }: StagingDirectory,
): Promise<boolean> {
  await copyFile(join(checkout.gitFolder, 'index'), index, constants.COPYFILE_EXCL);
  const none = '0'.repeat(changes[0]?.old?.object.length ?? changes[0]?.next?.object.length ?? 40);
  const lines = changes.map(({ path, next }) => {
    return next === undefined
      ? `0 ${none} 0\t${path}\0`
      : `${next.mode} ${next.object} 0\t${path}\0`;
  });
  const { exitCode } = await checkout.git(
    ['-c', 'core.splitIndex=false', 'update-index', '-z', '--index-info'],
    { input: lines.join(''), environment: { GIT_INDEX_FILE: index } },
  );
  return exitCode === 0;
}

/** With the files in place: notes their times in the index and moves the branch; says why it could not. */
async function commitUpdate(
  checkout: Checkout,
  { branch, from, to }: Update,
  {
    replacement,
    staging,
    steps,
  }: { replacement: Replacement; staging: StagingDirectory; steps: readonly FileStep[] },
): Promise<string | undefined> {
  const replaced = steps.filter((step) => step.hasNewFile).map(({ path }) => `${path}\0`);
  if (replaced.length > 0) {
    await checkout.git(['add', '--refresh', '--pathspec-from-file=-', '--pathspec-file-nul'], {
      input: replaced.join(''),
      environment: { GIT_INDEX_FILE: staging.index, GIT_LITERAL_PATHSPECS: '1' },
    });
  }
  const [written] = replacement.writtenMeanwhile();
  if (written !== undefined) return `${written} was written at the same time`;
  return moveRef(checkout, { branch, from, to });
}

function undone(why: string, kept: readonly string[]): Result {
  const where = kept.length === 0 ? '' : `; what was written is kept in ${kept.join(', ')}`;
  return { refused: interrupted(`${why}${where}`), keeps: kept.length > 0 };
}

const lockTries = 6;
const lockPauseMs = 80;

/** The same lock that git takes: while we hold it, nobody stages or commits here. */
async function takeLock(path: string): Promise<boolean> {
  for (let tries = 0; tries < lockTries; tries += 1) {
    if (tries > 0) await pause(lockPauseMs);
    const file = await open(path, 'wx').catch(() => undefined);
    if (file === undefined) continue;
    await file.close();
    return true;
  }
  return false;
}

function stagingDirectoryIn({ gitFolder }: Checkout): StagingDirectory {
  const folder = join(gitFolder, `coord-update-${randomText(8)}`);
  return {
    folder,
    index: join(folder, 'index'),
    tree: join(folder, 'tree'),
    prepared: join(folder, 'new'),
    backup: join(folder, 'old'),
  };
}

async function isSameDisk(one: string, other: string): Promise<boolean> {
  return (await lstat(one)).dev === (await lstat(other)).dev;
}

function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

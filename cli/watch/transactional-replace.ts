import {
  constants,
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fingerprint, isSame, type Fingerprint } from './fingerprint.ts';

export interface FileStep {
  /** Relative to the work tree. */
  readonly path: string;
  /** What has to be there; undefined when nothing may be there. */
  readonly expected: Fingerprint | undefined;
  /** Whether a new file of this path lies in the folder `prepared`. */
  readonly hasNewFile: boolean;
}

export interface Folders {
  readonly workTree: string;
  /** Where the new files stand, under their paths. */
  readonly prepared: string;
  /** An empty folder on the same disk, for what is replaced. */
  readonly backup: string;
}

export type ReplaceResult =
  | { readonly kind: 'replaced'; readonly replacement: Replacement }
  /** All is as it was. `kept` are backup files that could not be put back, because something new is at their path. */
  | { readonly kind: 'rolled_back'; readonly why: string; readonly kept: readonly string[] };

interface AppliedStep extends FileStep {
  readonly backupPath: string;
  /** What was put there. */
  placed: Fingerprint | undefined;
  readonly madeFolders: string[];
}

/**
 * Replaces all files or none, and never overwrites one. An old file is moved to the backup folder first and compared
 * there, so that nobody can change it between the comparison and the move. The new file is placed by a call that fails
 * when something has appeared at its path meanwhile. Anything unexpected rolls everything back. There is no await in
 * here, so that a path is empty for as short a time as possible.
 */
export function replaceFiles(steps: readonly FileStep[], folders: Folders): ReplaceResult {
  const replacement = new Replacement(folders);
  for (const [at, step] of steps.entries()) {
    const why = attempt(() => replacement.apply(step, join(folders.backup, `old-${at}`)));
    if (why !== undefined) return { kind: 'rolled_back', why, kept: replacement.rollBack() };
  }
  return { kind: 'replaced', replacement };
}

/** Files that were replaced and can still be put back. */
export class Replacement {
  private readonly applied: AppliedStep[] = [];

  constructor(private readonly folders: Folders) {}

  /** Does one step; says why it could not. */
  apply(step: FileStep, backupPath: string): string | undefined {
    const target = join(this.folders.workTree, step.path);
    const record: AppliedStep = { ...step, backupPath, placed: undefined, madeFolders: [] };
    if (step.expected !== undefined) {
      renameSync(target, backupPath);
      this.applied.push(record);
      if (!isSame(fingerprint(backupPath), step.expected)) {
        return `${step.path} was changed at the same time`;
      }
    } else {
      this.applied.push(record);
      makeFolders(this.folders.workTree, step.path, record.madeFolders);
    }
    if (!step.hasNewFile) return undefined;
    if (!placeIfFree(join(this.folders.prepared, step.path), target)) {
      return `${step.path} was written at the same time`;
    }
    record.placed = fingerprint(target);
    return undefined;
  }

  /** The paths whose old file was written to after it went to the backup folder, by a program that had it open. */
  writtenMeanwhile(): string[] {
    return this.applied
      .filter(
        ({ expected, backupPath }) => expected !== undefined && !isUnchanged(backupPath, expected),
      )
      .map(({ path }) => path);
  }

  /** Takes the folders away that are empty now. */
  removeEmptyFolders(): void {
    for (const { path, hasNewFile } of this.applied) {
      if (hasNewFile) continue;
      for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
        if (attempt(() => rmdirSync(join(this.folders.workTree, folder))) !== undefined) break;
      }
    }
  }

  /** Puts everything back as it was. Answers the backup files that stay, because something new is at their path. */
  rollBack(): string[] {
    const kept: string[] = [];
    for (const one of this.applied.toReversed()) {
      const target = join(this.folders.workTree, one.path);
      const away = `${one.backupPath}-undone`;
      if (one.placed !== undefined) {
        const isAway = attempt(() => renameSync(target, away)) === undefined;
        // Somebody has written to the new file already: it is theirs, and it stays.
        if (isAway && !isUnchanged(away, one.placed) && !moveBackIfFree(away, target))
          kept.push(away);
      }
      if (one.expected !== undefined && !moveBackIfFree(one.backupPath, target)) {
        if (!isUnchanged(one.backupPath, one.expected)) kept.push(one.backupPath);
      }
      for (const folder of one.madeFolders.toReversed()) attempt(() => rmdirSync(folder));
    }
    this.applied.length = 0;
    return kept;
  }
}

/** Puts a file back where it was unless something stands there; says whether it did. */
function moveBackIfFree(from: string, target: string): boolean {
  if (attempt(() => placeIfFree(from, target)) !== true) return false;
  attempt(() => unlinkSync(from));
  return true;
}

function isUnchanged(path: string, expected: Fingerprint): boolean {
  const now = attempt(() => fingerprint(path));
  return typeof now === 'object' && isSame(now, expected);
}

/** Puts the file also at `target` unless something stands there; says whether it did. */
function placeIfFree(from: string, target: string): boolean {
  try {
    if (lstatSync(from).isSymbolicLink()) symlinkSync(readlinkSync(from), target);
    else linkOrCopy(from, target);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Not every disk knows links; a copy fails as well when something stands there. */
function linkOrCopy(from: string, target: string): void {
  try {
    linkSync(from, target);
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(codeOf(error)))
      throw error;
    copyFileSync(from, target, constants.COPYFILE_EXCL);
  }
}

/** Makes the folders of a file one by one, and adds those that were not there to `made`. */
function makeFolders(top: string, path: string, made: string[]): void {
  let folder = top;
  for (const part of path.split('/').slice(0, -1)) {
    folder = join(folder, part);
    const failure = attempt(() => mkdirSync(folder));
    if (failure === undefined) made.push(folder);
    // Not statSync: a link may lead out of the work tree.
    else if (!lstatSync(folder).isDirectory()) throw new Error(failure);
  }
}

/** What `act` gives; the message of what it throws. */
function attempt<T>(act: () => T): T | string {
  try {
    return act();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

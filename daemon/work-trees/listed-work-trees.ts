import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Clock } from '../../shared/kernel/clock.ts';
import { maxGivenPathLength } from '../../shared/kernel/paths.ts';
import { tryReadText } from '../../shared/node/disk/files.ts';
import { tryStat } from '../../shared/node/disk/stats.ts';
import { findWorkTree, type WorkTree } from '../../shared/node/git/repository.ts';

/** Each one that is opened is indexed and watched. */
const maxWorkTrees = 4;
/** Git lists a new work tree a while before its files are all there. */
const unsettledMs = 10_000;

/** The work trees of one repository that git lists, read from git's own files: no process is started, as hooks wait. */
export class ListedWorkTrees {
  /** Where git lists the work trees other than the main one. */
  private readonly registry: string;
  private lookedAtMs: number | undefined;

  constructor(
    private readonly commonDir: string,
    /** Of the time of day, as files have it. */
    private readonly clock: Clock,
  ) {
    this.registry = join(commonDir, 'worktrees');
  }

  /**
   * The main work tree, and those four of the others that git was used in last; nothing while the list is as it was at the call
   * before.
   */
  changed(): WorkTree[] {
    const changedAtMs = tryStat(this.registry)?.mtimeMs ?? 0;
    const isSettled = this.clock.now() - changedAtMs > unsettledMs;
    if (isSettled && changedAtMs === this.lookedAtMs) return [];
    this.lookedAtMs = changedAtMs;
    return this.folders().flatMap((folder) => this.workTreeAt(folder) ?? []);
  }

  private folders(): string[] {
    const main = basename(this.commonDir) === '.git' ? [dirname(this.commonDir)] : [];
    return [...main, ...this.newestEntries().flatMap((entry) => folderOf(entry) ?? [])];
  }

  /** Git makes and removes files in an entry with most of what it does in its work tree. */
  private newestEntries(): string[] {
    return namesIn(this.registry)
      .map((name) => join(this.registry, name))
      .map((entry) => ({ entry, usedAtMs: tryStat(entry)?.mtimeMs ?? 0 }))
      .toSorted((a, b) => b.usedAtMs - a.usedAtMs)
      .slice(0, maxWorkTrees)
      .map(({ entry }) => entry);
  }

  /** Undefined for one that is gone, or whose folder belongs to another repository by now. */
  private workTreeAt(folder: string): WorkTree | undefined {
    if (folder.length > maxGivenPathLength || !existsSync(join(folder, '.git'))) return undefined;
    const found = findWorkTree(folder);
    return found?.commonDir === this.commonDir ? found : undefined;
  }
}

/** Undefined where the entry is not written yet. */
function folderOf(entry: string): string | undefined {
  const pointer = tryReadText(join(entry, 'gitdir'))?.trim();
  return pointer ? dirname(resolve(entry, pointer)) : undefined;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

import { statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Clock } from '../../shared/kernel/clock.ts';
import {
  canonicalPath,
  invalidPath,
  isFileUrl,
  maxGivenPathLength,
  maxPathLength,
  pathKey,
  tooLongPath,
} from '../../shared/kernel/paths.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { endingCache, type EndingCache } from '../../shared/node/time/ending-cache.ts';
import { pathOfUrl, realPath } from '../../shared/node/disk/real-path.ts';
import { tryLstat } from '../../shared/node/disk/stats.ts';
import { branchOf, findWorkTree, type WorkTree } from '../../shared/node/git/repository.ts';

/** Where a path leads: a file of the repository, or a path outside of it, which coord ignores. */
export type ResolvedPath =
  | {
      readonly kind: 'inside';
      readonly workTree: WorkTree;
      /** Canonical, relative to its work tree: the same file on every branch and machine (PTH-1). */
      readonly path: string;
      /** PTH-2. */
      readonly key: string;
    }
  | { readonly kind: 'outside' };

export type RepositoryFile = Extract<ResolvedPath, { kind: 'inside' }>;

/** Links and folders change seldom, and hooks come in bursts. */
const ttlMs = 5_000;
/** Long enough for a burst of hooks; a session is on the branch that its agent has just switched to. */
const branchTtlMs = 250;
/** Seldom enough for the hot path; no work tree is made and written to in less time. */
const registryEveryMs = 5;
const maxEntries = 5_000;
const outside: ResolvedPath = { kind: 'outside' };

/** PTH-3: finds out which file of the repository a path means, through links and from any of its work trees. */
export class PathResolver {
  private readonly resolved: EndingCache<ResolvedPath>;
  /** Undefined for a folder that is in no work tree of the repository. */
  private readonly workTrees: EndingCache<{ readonly value: WorkTree | undefined }>;
  private readonly branches: EndingCache<string>;
  private readonly folders: EndingCache<string>;
  /** Where git lists the work trees other than the main one. */
  private readonly registry: string;
  private registryChangedAtMs = 0;
  private registryCheckedAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly home: WorkTree,
    /** Of elapsed time. */
    private readonly clock: Clock,
  ) {
    const ending = { max: maxEntries, ttlMs, clock };
    this.resolved = endingCache(ending);
    this.workTrees = endingCache(ending);
    this.folders = endingCache(ending);
    this.branches = endingCache({ ...ending, ttlMs: branchTtlMs });
    this.registry = join(home.commonDir, 'worktrees');
  }

  /**
   * `raw` is absolute, a file URL, or relative to the root of the daemon's own work tree; the latter is refused with a ValidationError
   * when it leads out of the repository, and any path that is too long (CON-1).
   */
  resolve(raw: string): ResolvedPath | Refusal {
    return this.resolveBy(raw, { isWritten: false });
  }

  /** PTH-4: as `resolve`, by what is on the disk at this moment: the file was written, perhaps through a link that is new. */
  resolveWritten(raw: string): ResolvedPath | Refusal {
    return this.resolveBy(raw, { isWritten: true });
  }

  /** The same for every spelling of the same file in one work tree; a path that is none of the repository's stands for itself. */
  keyOf(raw: string): string {
    const file = this.resolve(raw);
    if (isRefusal(file) || file.kind === 'outside') return raw;
    return `${file.workTree.root}\n${file.key}`;
  }

  private resolveBy(
    raw: string,
    { isWritten }: { readonly isWritten: boolean },
  ): ResolvedPath | Refusal {
    const tooLong = tooLongPath(raw);
    if (tooLong !== undefined) return tooLong;
    this.forgetWhenWorkTreesChanged();
    const known = this.resolved.get(raw);
    if (known !== undefined && !isWritten) return known;
    const absolute = absolutePath(raw, this.home.root);
    if (isRefusal(absolute)) return absolute;
    if (isWritten) this.folders.delete(dirname(absolute));
    const resolved = this.tooLongInside(absolute) ?? this.find(absolute);
    // What is not there yet can become a link at any moment.
    if (!isRefusal(resolved) && isThere(absolute)) this.resolved.set(raw, resolved);
    return resolved;
  }

  branchOf(workTree: WorkTree = this.home): string {
    const known = this.branches.get(workTree.gitDir);
    if (known !== undefined) return known;
    const branch = branchOf(workTree);
    this.branches.set(workTree.gitDir, branch);
    return branch;
  }

  /** The work tree of this repository that the folder lies in; the daemon's own when none is named. */
  workTreeOf(folder: string = this.home.root): WorkTree | undefined {
    if (folder.length > maxGivenPathLength) return undefined;
    this.forgetWhenWorkTreesChanged();
    return this.knownWorkTree(folder);
  }

  private knownWorkTree(folder: string): WorkTree | undefined {
    const known = this.workTrees.get(folder);
    if (known !== undefined) return known.value;
    const found = findWorkTree(folder);
    const value = found?.commonDir === this.home.commonDir ? found : undefined;
    this.workTrees.set(folder, { value });
    return value;
  }

  /** A work tree that was made or removed gives the folders there another meaning: agents make them as they go. */
  private forgetWhenWorkTreesChanged(): void {
    const nowMs = this.clock.now();
    if (Math.abs(nowMs - this.registryCheckedAtMs) < registryEveryMs) return;
    this.registryCheckedAtMs = nowMs;
    const changedAtMs = statSync(this.registry, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (changedAtMs === this.registryChangedAtMs) return;
    this.registryChangedAtMs = changedAtMs;
    this.resolved.clear();
    this.workTrees.clear();
    this.folders.clear();
  }

  private realFolder(folder: string): string {
    const known = this.folders.get(folder);
    if (known !== undefined) return known;
    const real = realPath(folder);
    if (isThere(folder)) this.folders.set(folder, real);
    return real;
  }

  /** A deep path is refused before its folders are looked for on the disk, one by one. */
  private tooLongInside(absolute: string): Refusal | undefined {
    const root = this.home.root + sep;
    return absolute.startsWith(root)
      ? tooLongPath(absolute.slice(root.length), maxPathLength)
      : undefined;
  }

  private find(absolute: string): ResolvedPath | Refusal {
    const real = isLink(absolute)
      ? realPath(absolute)
      : join(this.realFolder(dirname(absolute)), basename(absolute));
    const workTree = this.knownWorkTree(dirname(real));
    if (workTree === undefined) return outside;
    const inside = relative(workTree.root, real);
    if (['', '..', '.git'].includes(inside.split(sep)[0] ?? '')) return outside;
    const path = canonicalPath(inside);
    return isRefusal(path) ? path : { kind: 'inside', workTree, path, key: pathKey(path) };
  }
}

function isLink(path: string): boolean {
  return tryLstat(path)?.isSymbolicLink() === true;
}

function isThere(path: string): boolean {
  return tryLstat(path) !== undefined;
}

function absolutePath(raw: string, root: string): string | Refusal {
  if (isFileUrl(raw)) {
    const path = pathOfUrl(raw);
    return path === undefined ? invalidPath('is a URL of no file here') : absolutePath(path, root);
  }
  if (isAbsolute(raw) && !raw.includes('\0')) return resolve(raw);
  const path = canonicalPath(raw);
  return isRefusal(path) ? path : join(root, path);
}

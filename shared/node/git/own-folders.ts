import { readdirSync, readlinkSync } from 'node:fs';
import { dirname, isAbsolute, join, parse, resolve, sep } from 'node:path';
import { tryReadText } from '../disk/files.ts';
import { inodeOf } from '../disk/inode.ts';
import { tryStat } from '../disk/stats.ts';
import { gitDirOf, type WorkTree } from './repository.ts';

/** As many as Linux follows. */
const maxLinks = 40;
/** What lies here leads every process to another place. */
const ofEachProcess = ['/proc', '/dev'];

/**
 * The folders that can have come along with a repository: all its work trees, where it keeps its own state, and the
 * repository around a submodule.
 */
export function ownFolders({ root, gitDir, commonDir }: Partial<WorkTree>): string[] {
  const state = [gitDir, commonDir].filter((one) => one !== undefined);
  const linked = commonDir === undefined ? [] : linkedWorkTrees(commonDir);
  const all = [root ?? [], state, state.flatMap(folderAround), linked].flat();
  return [...new Set(all)];
}

/**
 * Whether git finds a repository at the absolute path that lies in one of the folders, or that a link in one of them leads to:
 * where such a link leads, nobody else has said.
 */
export function isOwnRepository(path: string, folders: readonly string[]): boolean {
  const own = new Set([...folders, ...ofEachProcess].flatMap((folder) => idOf(folder) ?? []));
  const plain = path.replace(/\/+$/, '');
  const places = [plain, `${plain}.git`];
  const all = [...places, ...places.flatMap((place) => gitDirOf(place) ?? [])];
  return all.some((place) => leadsInto(own, place));
}

/** Follows the path by hand: what the system says of the end of it does not show which links it went through. */
function leadsInto(own: ReadonlySet<string>, path: string): boolean {
  let at = parse(path).root;
  const ahead = path.slice(at.length).split(sep);
  for (let links = 0; links <= maxLinks;) {
    const name = ahead.shift();
    if (name === undefined) return isInside(own, at);
    const next = join(at, name);
    const target = targetOf(next);
    if (target === undefined) {
      at = next;
      continue;
    }
    if (isInside(own, at)) return true;
    links += 1;
    ahead.unshift(...target.split(sep));
    if (isAbsolute(target)) at = parse(target).root;
  }
  return true;
}

/** By identity: a disk can take different names for one folder. */
function isInside(own: ReadonlySet<string>, folder: string): boolean {
  const id = idOf(folder);
  if (id !== undefined && own.has(id)) return true;
  const parent = dirname(folder);
  return parent !== folder && isInside(own, parent);
}

function idOf(folder: string): string | undefined {
  const stats = tryStat(folder);
  return stats && inodeOf(stats);
}

/** The folder whose `.git` the path lies in: the main work tree, or that of the repository around a submodule. */
function folderAround(gitDir: string): string[] {
  const parts = gitDir.split(sep);
  const at = parts.indexOf('.git');
  return at === -1 ? [] : [parts.slice(0, at).join(sep) || sep];
}

function linkedWorkTrees(commonDir: string): string[] {
  const registry = join(commonDir, 'worktrees');
  return namesIn(registry).flatMap((name) => {
    const pointer = tryReadText(join(registry, name, 'gitdir'))?.trim();
    return pointer ? [dirname(resolve(registry, name, pointer))] : [];
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function targetOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

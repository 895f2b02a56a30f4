import { createHash } from 'node:crypto';
import { lstatSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Checkout } from './checkout.ts';
import type { WorkTreeFacts } from './rules.ts';
import type { Change, Entry } from './commit-changes.ts';
import { fingerprint, isSame, type Fingerprint } from './fingerprint.ts';
import type { FileStep } from './transactional-replace.ts';

const submodule = '160000';
const link = '120000';

/** What is in the way of the changes, and the steps that make them when nothing is. */
export interface Inspection {
  readonly facts: WorkTreeFacts;
  readonly steps: readonly FileStep[];
}

/** `nextIndex` is an index file with the new commit's tree, for its attributes. */
export async function inspectChanges(
  checkout: Checkout,
  changes: readonly Change[],
  nextIndex: string,
): Promise<Inspection> {
  const odd = changes.filter(({ path }) => !isPlainPath(path)).map(({ path }) => path);
  const submodules = changes
    .filter(({ old, next }) => old?.mode === submodule || next?.mode === submodule)
    .map(({ path }) => path);
  const facts: WorkTreeFacts = {
    operation: checkout.operation(),
    sparse: checkout.setting('core.sparsecheckout') === 'true',
    changed: [],
    staged: [],
    untracked: [],
    submodules,
    filtered: [],
    hidden: [],
    odd,
  };
  if (odd.length > 0 || submodules.length > 0) return { facts, steps: [] };
  const index = await indexFacts(checkout, changes);
  const filtered = await filteredPaths(checkout, changes, nextIndex);
  if (filtered.length > 0) return { facts: { ...facts, ...index, filtered }, steps: [] };
  const disk = await diskFacts(checkout, changes);
  const { steps, ...inTheWay } = disk;
  return { facts: { ...facts, ...index, ...inTheWay }, steps };
}

/** Staged changes among the paths, and entries that git was told not to look at. */
async function indexFacts(
  checkout: Checkout,
  changes: readonly Change[],
): Promise<{ staged: string[]; hidden: string[] }> {
  const { stdout } = await checkout.git(['ls-files', '-z', '-s', '-v', '--full-name']);
  const entries = new Map<string, string>();
  for (const line of stdout.split('\0')) {
    const [, tag = '', entry = '', path = ''] = /^(\S) ([^\t]*)\t([^]*)$/.exec(line) ?? [];
    entries.set(path, `${entries.get(path) ?? ''}${tag} ${entry};`);
  }
  const staged: string[] = [];
  const hidden: string[] = [];
  for (const { path, old } of changes) {
    const found = entries.get(path);
    const expected = old && `${old.mode} ${old.object} 0;`;
    if (found?.slice(2) !== expected) staged.push(path);
    else if (found !== undefined && !found.startsWith('H ')) hidden.push(path);
  }
  return { staged, hidden };
}

/** The paths that go through a program on their way to or from the disk, before or after. */
async function filteredPaths(
  checkout: Checkout,
  changes: readonly Change[],
  nextIndex: string,
): Promise<string[]> {
  const input = changes.map(({ path }) => `${path}\0`).join('');
  const command = ['check-attr', '-z', '--stdin'];
  const answers = await Promise.all([
    checkout.git([...command, 'filter'], { input }),
    checkout.git([...command, '--cached', 'filter'], { input }),
    checkout.git([...command, '--cached', 'filter'], {
      input,
      environment: { GIT_INDEX_FILE: nextIndex },
    }),
  ]);
  const filtered = new Set<string>();
  for (const { exitCode, stdout } of answers) {
    if (exitCode !== 0) return changes.map(({ path }) => path);
    const parts = stdout.split('\0');
    for (let at = 0; at + 2 < parts.length; at += 3) {
      const value = parts[at + 2] ?? '';
      if (value !== 'unspecified' && value !== 'unset') filtered.add(parts[at] ?? '');
    }
  }
  return [...filtered];
}

/** Compares the disk with the old commit by content, whatever the index believes. */
async function diskFacts(checkout: Checkout, changes: readonly Change[]) {
  const before = new Map<string, Fingerprint>();
  for (const { path } of changes) {
    const found = look(join(checkout.top, path));
    if (found !== undefined) before.set(path, found);
  }
  const files = changes.filter(({ path, old }) => {
    return (
      old !== undefined && before.get(path)?.kind === 'file' && isInsideFolders(checkout, path)
    );
  });
  const objects = await objectsOf(
    checkout,
    files.map(({ path }) => path),
  );
  const checksMode = checkout.setting('core.filemode') !== 'false';
  const [changed, untracked, odd]: [string[], string[], string[]] = [[], [], []];
  const tracked = new Set(changes.filter(({ old }) => old !== undefined).map(({ path }) => path));
  const steps: FileStep[] = [];
  for (const { path, old, next } of changes) {
    const found = before.get(path);
    const now = look(join(checkout.top, path));
    const isSteady = found === undefined ? now === undefined : now && isSame(found, now);
    if (old === undefined) {
      const above = noFolderAbove(checkout, path);
      const isThere = found !== undefined || now !== undefined;
      if (above !== undefined) (tracked.has(above) ? odd : untracked).push(above);
      else if (isThere) untracked.push(path);
    } else if (
      !isSteady ||
      found === undefined ||
      !isInsideFolders(checkout, path) ||
      !isEntry(old, found, { path, checkout, object: objects.get(path), checksMode })
    ) {
      changed.push(path);
    }
    steps.push({ path, expected: found, hasNewFile: next !== undefined });
  }
  return { changed, untracked, odd, steps };
}

function isEntry(
  old: Entry,
  found: Fingerprint,
  given: { path: string; checkout: Checkout; object: string | undefined; checksMode: boolean },
): boolean {
  if (old.mode === link) {
    return (
      found.kind === 'link' &&
      blobName(readlinkSync(join(given.checkout.top, given.path), 'buffer'), old) === old.object
    );
  }
  const hasMode = !given.checksMode || found.executable === (old.mode === '100755');
  return found.kind === 'file' && hasMode && given.object === old.object;
}

/** Git's name for the content of each file, as it would be if it were added. */
async function objectsOf(
  checkout: Checkout,
  paths: readonly string[],
): Promise<Map<string, string>> {
  if (paths.length === 0) return new Map();
  const input = paths.map((path) => `"${path.replace(/["\\]/g, '\\$&')}"\n`).join('');
  const { exitCode, stdout } = await checkout.git(['hash-object', '--stdin-paths'], { input });
  const names = stdout.trim().split('\n');
  if (exitCode !== 0 || names.length !== paths.length) return new Map();
  return new Map(paths.map((path, at) => [path, names[at] ?? '']));
}

/** The name that git gives to a content, by the same hash as `like`. */
function blobName(content: Buffer, like: Entry): string {
  const hash = createHash(like.object.length === 64 ? 'sha256' : 'sha1');
  return hash.update(`blob ${content.length}\0`).update(content).digest('hex');
}

function look(path: string): Fingerprint | undefined {
  try {
    return fingerprint(path);
  } catch {
    return undefined;
  }
}

/** Whether what is above the path, as far as it is there, are folders. */
function isInsideFolders(checkout: Checkout, path: string): boolean {
  return noFolderAbove(checkout, path) === undefined;
}

/** The file, or the link that leads away, that stands where the path has a folder. */
function noFolderAbove({ top }: Checkout, path: string): string | undefined {
  const parts = path.split('/');
  const above = parts.slice(0, -1).map((_, at) => parts.slice(0, at + 1).join('/'));
  return above.find((folder) => {
    try {
      return !lstatSync(join(top, folder)).isDirectory();
    } catch {
      return false;
    }
  });
}

/** A path that is the same for git, for us and for every disk. */
function isPlainPath(path: string): boolean {
  return (
    !/[\p{Cc}\uFFFD\\]/u.test(path) &&
    path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !isGits(part))
  );
}

/** What some disks take for `.git`. */
function isGits(part: string): boolean {
  const bare = part.replace(/\p{Cf}/gu, '').replace(/[. ]+$|:.*$/g, '');
  return /^(\.git|git~\d+)$/i.test(bare);
}

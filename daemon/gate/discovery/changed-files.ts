import { join } from 'node:path';
import {
  composedPath,
  diffArgs,
  type GitInFolder,
  mapInBatches,
  splitByNul,
  textAt,
  treeOf,
} from '../../git/git-in-folder.ts';
import { readDiskFile } from '../../index/disk/disk-file.ts';
import { loadParser, type Parser } from '../../index/parser/parser.ts';
import { isParsable } from '../../../shared/symbols/parsable.ts';
import { nameOfSymbol } from '../../../shared/kernel/symbol-id.ts';
import type { Analysis } from '../../index/parser/analysis.ts';
import { runInTimeSlices } from '../../kernel/time-slices.ts';
import { touchedSymbols } from '../../index/changed-symbols.ts';

/** What a change does to a file. `parts` are symbol names, the empty one for the rest; all of it for `everything`. */
export interface TouchedFile {
  readonly path: string;
  readonly isThere: boolean;
  readonly parts: readonly string[] | 'everything';
  /**
   * Whether it takes in, gives out or makes other things when it is loaded. Its tests can tell, but nobody who holds a part of it is
   * met by that (RSV-10).
   */
  readonly isLoadedDifferently?: boolean;
}

/** One changed file by its texts; undefined for what is not there, `unknown` for what is no text. */
interface ChangedFile {
  readonly path: string;
  readonly before: string | undefined | 'unknown';
  readonly after: string | undefined | 'unknown';
}

/** What the changes touch, by symbol where both sides parse. A file that is new or gone is touched as a whole. */
export async function touchedFilesOf(changes: readonly ChangedFile[]): Promise<TouchedFile[]> {
  const parser = changes.some(({ path }) => isParsable(path)) ? await loadParser() : undefined;
  return runInTimeSlices(comparing(changes, parser));
}

function* comparing(
  changes: readonly ChangedFile[],
  parser: Parser | undefined,
): Generator<void, TouchedFile[]> {
  const touched: TouchedFile[] = [];
  for (const change of changes) {
    const { path, after } = change;
    touched.push({ path, isThere: after !== undefined, ...touchedIn(change, parser) });
    yield;
  }
  return touched;
}

function touchedIn(
  { path, before, after }: ChangedFile,
  parser: Parser | undefined,
): Pick<TouchedFile, 'parts' | 'isLoadedDifferently'> {
  if (parser === undefined || !isParsable(path)) return all;
  if (before === undefined || after === undefined) return all;
  const old = parser.analyse(path, before);
  const now = parser.analyse(path, after);
  const touched = touchedSymbols(path, old?.parsed, now?.parsed);
  if (touched.kind === 'whole_file' || old === undefined || now === undefined) return all;
  return {
    parts: touched.symbolIds.map(nameOfSymbol),
    isLoadedDifferently: surfaceOf(old) !== surfaceOf(now),
  };
}

const all = { parts: 'everything' } as const;

/** Which modules a file loads, and in which order, is a part of what it does when it is loaded itself. */

function surfaceOf({ facts: { imports, exports, instances }, mentions }: Analysis): string {
  return JSON.stringify([imports, exports, instances, mentions.modules]);
}

/** What differs from `base` in the commit; without one, in the work tree at `root`. Files that Git does not follow are not among it. */
export async function changesSince(
  git: GitInFolder,
  root: string,
  { base, commit }: { readonly base: string; readonly commit: string | undefined },
): Promise<ChangedFile[]> {
  const range = commit === undefined ? [base] : ['--ignore-submodules=none', base, commit];
  const answer = await git([...diffArgs, '--name-status', ...range, '--']);
  return mapInBatches(statusesIn(answer.stdout), async ({ path, status }) => ({
    path: composedPath(path),
    before: status === 'A' ? undefined : await textFor(git, base, path),
    after:
      commit === undefined
        ? onDisk(join(root, path))
        : status === 'D'
          ? undefined
          : await textFor(git, commit, path),
  }));
}

/** The files that Git does not follow, as they are in the work tree at `root`. */
export function* readingAdded(
  root: string,
  untracked: readonly string[],
): Generator<void, ChangedFile[]> {
  const added: ChangedFile[] = [];
  for (const path of untracked) {
    const after = onDisk(join(root, path));
    added.push({ path: composedPath(path), before: undefined, after });
    yield;
  }
  return added;
}

/** The empty tree, for a first commit that has files. Of one without files, or where a shallow clone ends, Git says nothing. */
export async function nothingBefore(
  git: GitInFolder,
  commitSha: string,
): Promise<string | undefined> {
  const { exitCode, stdout } = await git(['cat-file', 'commit', commitSha]);
  if (exitCode !== 0 || /^parent /m.test(stdout.split('\n\n')[0] ?? '')) return undefined;
  const empty = emptyTrees.find((tree) => tree.length === commitSha.length);
  return (await treeOf(git, commitSha)) === empty ? undefined : empty;
}

/** By SHA-1 and by SHA-256; Git knows them without having them. */
const emptyTrees = [
  '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
];

/** `--name-status -z`: a letter and a path in turn. */
function statusesIn(stdout: string): { status: string; path: string }[] {
  const parts = splitByNul(stdout);
  return parts.flatMap((status, at) =>
    at % 2 === 0 ? [{ status, path: parts[at + 1] ?? '' }] : [],
  );
}

async function textFor(
  git: GitInFolder,
  commit: string,
  path: string,
): Promise<string | 'unknown'> {
  return (isParsable(path) ? await textAt(git, commit, path) : undefined) ?? 'unknown';
}

function onDisk(file: string): string | undefined | 'unknown' {
  const read = readDiskFile(file);
  if (read.kind === 'absent') return undefined;
  return read.kind === 'text' ? read.text : 'unknown';
}

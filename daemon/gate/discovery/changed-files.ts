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
import { isShared } from '../../../shared/reservations/places.ts';
import { nameOfSymbol } from '../../../shared/kernel/symbol-id.ts';
import type { Analysis } from '../../index/parser/analysis.ts';
import { runInTimeSlices } from '../../kernel/time-slices.ts';
import { touchedSymbols } from '../../index/changed-symbols.ts';
import { loadPlaceReader, type PlaceReader } from '../../index/places/place-reader.ts';
import { touchedBy } from '../../changes/written-places.ts';

/** What a change does to a file. `parts` are symbol names, the empty one for the rest; all of it for `everything`. */
export interface TouchedFile {
  readonly path: string;
  readonly isThere: boolean;
  readonly parts: readonly string[] | 'everything';
  /** RSV-16: the names of the places that it touches, where they were asked for and can be told apart. */
  readonly places?: readonly string[] | undefined;
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
  return runInTimeSlices(comparing(changes, { parser }));
}

/** The same, with the places, as a write is compared with what others hold (RSV-10). */
export async function touchedPlacesOf(changes: readonly ChangedFile[]): Promise<TouchedFile[]> {
  const isNeeded = changes.some(({ path }) => isParsable(path));
  const parser = isNeeded ? await loadParser() : undefined;
  const reader = isNeeded ? await loadPlaceReader() : undefined;
  return runInTimeSlices(comparing(changes, { parser, reader }));
}

interface Readers {
  readonly parser: Parser | undefined;
  readonly reader?: PlaceReader | undefined;
}

function* comparing(
  changes: readonly ChangedFile[],
  { parser, reader }: Readers,
): Generator<void, TouchedFile[]> {
  const touched: TouchedFile[] = [];
  for (const change of changes) {
    const { path, after } = change;
    const parts = touchedIn(change, parser);
    yield;
    const places = parts.parts === 'everything' ? undefined : placesIn(change, reader);
    touched.push({ path, isThere: after !== undefined, ...parts, places });
    yield;
  }
  return touched;
}

function placesIn(
  { path, before, after }: ChangedFile,
  reader: PlaceReader | undefined,
): readonly string[] | undefined {
  if (reader === undefined || before === undefined || after === undefined) return undefined;
  const touched = touchedBy(reader.read(path, before), reader.read(path, after));
  if (touched === 'whole') return undefined;
  // A commit has no lines, and these collide by nothing else (RSV-14).
  return touched.filter((place) => !isShared(place)).map(({ symbol }) => symbol);
}

function touchedIn(
  { path, before, after }: ChangedFile,
  parser: Parser | undefined,
): Pick<TouchedFile, 'parts' | 'isLoadedDifferently'> {
  if (parser === undefined || !isParsable(path)) return all;
  if (before === undefined || after === undefined) return all;
  // Two texts that could not be read are not alike.
  if (before === 'unknown' || after === 'unknown') return all;
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

/**
 * What differs from `base` in the commit; without one, in the work tree at `root`. Files that Git does not follow are not among it.
 * Undefined where Git fails or is out of time: that is not the same as nothing.
 */
export async function changesSince(
  git: GitInFolder,
  root: string,
  { base, commit }: { readonly base: string; readonly commit: string | undefined },
): Promise<ChangedFile[] | undefined> {
  const range = commit === undefined ? [base] : ['--ignore-submodules=none', base, commit];
  const answer = await git([...diffArgs, '--name-status', ...range, '--']);
  if (answer.exitCode !== 0) return undefined;
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

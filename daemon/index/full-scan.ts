import { join } from 'node:path';
import type { RunGit } from '../../shared/node/git/git-calls.ts';
import type { Clock } from '../../shared/kernel/clock.ts';
import { hasTime, untilTime } from '../kernel/time-slices.ts';
import { type DiskFile, readDiskFile, sameStamp, type Stamp, stampOf } from './disk/disk-file.ts';
import { listFiles } from './disk/list-files.ts';
import { recordOf } from './indexed-files.ts';
import { loadParser, type Parser } from './parser/parser.ts';
import type { FileRecord, IndexStore } from './store.ts';

export interface ScanProgress {
  readonly done: number;
  readonly total: number;
}

interface FullScanOptions {
  readonly root: string;
  readonly git: RunGit;
  readonly store: IndexStore;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ScanProgress) => void;
  readonly onParsed: (path: string) => void;
  readonly onGone: (paths: readonly string[]) => void;
}

type FullScanOutcome =
  /** `settingsPaths` are the files that lead module names to files. */
  | { readonly kind: 'done'; readonly settingsPaths: readonly string[] }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * Brings the store up to the files on disk: parses those whose stamp is not the stored one, forgets those that are
 * gone. Works in time slices of a few milliseconds. `failed` when nothing could be listed.
 */
export async function runFullScan(options: FullScanOptions): Promise<FullScanOutcome> {
  const { git, root, store, signal } = options;
  // Before the listing: what a hook reads meanwhile would look gone.
  const stamps = await storedStamps(store, signal);
  const listing = await listFiles(git, root);
  if (listing.kind === 'failed') return listing;
  const unlisted = await refreshFiles(listing.paths, stamps, options);
  await forget([...unlisted], options);
  return { kind: 'done', settingsPaths: listing.settingsPaths };
}

/** So many rows are read or removed at once: a few milliseconds. */
const rowsAtOnce = 1_000;

/** The stamp of every file that the store has, by path; not all of them once the signal is given, for the store may be closed then. */
async function storedStamps(store: IndexStore, signal: AbortSignal): Promise<Map<string, Stamp>> {
  const all = new Map<string, Stamp>();
  let last: string | undefined = '';
  while (last !== undefined && !signal.aborted) {
    const next: Map<string, Stamp> = store.stampsAfter(last, rowsAtOnce);
    for (const [path, stamp] of next) all.set(path, stamp);
    last = next.size < rowsAtOnce ? undefined : [...next.keys()].at(-1);
    if (!hasTime()) await untilTime();
  }
  return all;
}

/** Removes those of the files that are still as they were stored: a hook may have read another one anew. */
async function forget(
  unlisted: readonly [path: string, stamp: Stamp][],
  { store, signal, onGone }: FullScanOptions,
): Promise<void> {
  for (let at = 0; at < unlisted.length && !signal.aborted; at += rowsAtOnce) {
    const gone = unlisted
      .slice(at, at + rowsAtOnce)
      .filter(([path, stamp]) => sameStamp(store.stampOf(path), stamp))
      .map(([path]) => path);
    store.remove(gone);
    onGone(gone);
    if (!hasTime()) await untilTime();
  }
}

/** Those of the paths, and of those that the store has, that are not on disk as it has them. */
export async function staleFiles(
  paths: readonly string[],
  { root, store, signal }: Pick<FullScanOptions, 'root' | 'store' | 'signal'>,
): Promise<string[]> {
  const known = await storedStamps(store, signal);
  const stale: string[] = [];
  for (const path of new Set([...known.keys(), ...paths])) {
    if (signal.aborted) return [];
    const [before, now] = [known.get(path), stampOf(join(root, path))?.stamp];
    if (now === undefined ? before !== undefined : !sameStamp(before, now)) stale.push(path);
    if (!hasTime()) await untilTime();
  }
  return stale;
}

/** Answers the stored paths that are not among the files any more, as they were stored. */
async function refreshFiles(
  paths: readonly string[],
  stamps: Map<string, Stamp>,
  options: FullScanOptions,
): Promise<Map<string, Stamp>> {
  let batch: ReadFile[] = [];
  let records: FileRecord[] = [];
  let done = 0;
  let parser: Parser | undefined;
  const parseBatch = () => {
    if (parser !== undefined) records.push(...recordsOf(batch, parser));
    batch = [];
  };
  const endSlice = async () => {
    parseBatch();
    // What is parsed is stored before anything else runs, so that no hook sees an older state than the scan does.
    if (records.length > 0) options.store.putMany(records);
    records = [];
    options.onProgress({ done, total: paths.length });
    await untilTime();
  };

  for (const path of paths) {
    if (options.signal.aborted) return stamps;
    const file = join(options.root, path);
    const stamp = stampOf(file)?.stamp;
    if (stamp !== undefined && !sameStamp(stamps.get(path), stamp)) {
      parser ??= await loadParser();
      const nowMs = options.clock.now();
      batch.push({ path, file: readDiskFile(file), nowMs });
      options.onParsed(path);
      if (lengthOf(batch) >= batchLength) parseBatch();
    }
    if (stamp !== undefined) stamps.delete(path);
    done++;
    if (!hasTime()) await endSlice();
  }
  await endSlice();
  return stamps;
}

interface ReadFile {
  readonly path: string;
  readonly file: DiskFile;
  /** Before it was read: what is written from then on can still get the date that it had. */
  readonly nowMs: number;
}

/** So many UTF-16 units are parsed at once: a few milliseconds. A longer text is alone. */
const batchLength = 16 * 1024;

function lengthOf(batch: readonly ReadFile[]): number {
  return batch.reduce((sum, { file }) => sum + (file.kind === 'text' ? file.text.length : 0), 0);
}

function recordsOf(batch: readonly ReadFile[], parser: Parser): FileRecord[] {
  const texts = batch.flatMap(({ path, file }) =>
    file.kind === 'text' ? [{ path, text: file.text }] : [],
  );
  const analyses = parser.analyseAll(texts).values();
  return batch.flatMap(({ path, file, nowMs }) => {
    const analysis = file.kind === 'text' ? analyses.next().value : undefined;
    return recordOf({ path, file, analysis }, { parser, nowMs }) ?? [];
  });
}

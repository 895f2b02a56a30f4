import { join } from 'node:path';
import type { Clock } from '../../shared/kernel/clock.ts';
import type { RunGit } from '../../shared/node/git/git-calls.ts';
import {
  readDiskFile,
  sameStamp,
  reliableStamp,
  stampOf,
  type DiskFile,
  type Stamp,
} from './disk/disk-file.ts';
import { listFiles } from './disk/list-files.ts';
import { loadParser, type FileParser, type Parser } from './parser/parser.ts';
import { hasTime, untilTime } from '../kernel/time-slices.ts';
import type { IndexStore } from './store.ts';
import type { FileRecord } from './stored-rows.ts';

export interface ScanProgress {
  readonly done: number;
  readonly total: number;
}

export interface FullScanOptions {
  readonly root: string;
  readonly git: RunGit;
  readonly store: IndexStore;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ScanProgress) => void;
  readonly onParsed: (path: string) => void;
  readonly onGone: (paths: readonly string[]) => void;
}

export type FullScanOutcome =
  /** `settingsPaths` are the files that lead module names to files. */
  | { readonly kind: 'done'; readonly settingsPaths: readonly string[] }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * Brings the store up to the files on disk: parses those whose stamp is not the stored one, forgets those that are
 * gone. Works in time slices of a few milliseconds. `failed` when nothing could be listed.
 */
export async function runFullScan(options: FullScanOptions): Promise<FullScanOutcome> {
  const listing = await listFiles(options.git, options.root);
  if (listing.kind === 'failed') return listing;
  const gone = await refreshFiles(listing.paths, options.store.stamps(), options);
  if (!options.signal.aborted) {
    options.store.remove(gone);
    options.onGone(gone);
  }
  return { kind: 'done', settingsPaths: listing.settingsPaths };
}

/** Answers the stored paths that are not among the files any more. */
async function refreshFiles(
  paths: readonly string[],
  stamps: Map<string, Stamp>,
  options: FullScanOptions,
): Promise<string[]> {
  let rows: FileRecord[] = [];
  let done = 0;
  const endSlice = async () => {
    // What is parsed is stored before anything else runs, so that no hook sees an older state than the scan does.
    if (rows.length > 0) options.store.putMany(rows);
    rows = [];
    options.onProgress({ done, total: paths.length });
    await untilTime();
  };

  let parser: Parser | undefined;
  for (const path of paths) {
    if (options.signal.aborted) return [];
    const file = join(options.root, path);
    const stamp = stampOf(file)?.stamp;
    if (stamp !== undefined && !sameStamp(stamps.get(path), stamp)) {
      parser ??= await loadParser();
      const row = rowOf(path, readDiskFile(file), { parser, nowMs: options.clock.now() });
      if (row !== undefined) rows.push(row);
      options.onParsed(path);
    }
    if (stamp !== undefined) stamps.delete(path);
    done++;
    if (!hasTime()) await endSlice();
  }
  await endSlice();
  return [...stamps.keys()];
}

/** What to store for a file as it was just read; `undefined` when it is not there. */
export function rowOf(
  path: string,
  file: DiskFile,
  { parser, nowMs }: { readonly parser: FileParser; readonly nowMs: number },
): FileRecord | undefined {
  if (file.kind === 'absent') return undefined;
  const stamp = reliableStamp(file.stamp, nowMs);
  if (file.kind !== 'text') return { path, parsed: undefined, ...stamp };
  const analysis = parser.analyse(path, file.text);
  // Code that cannot be parsed names others all the same.
  const known = analysis ?? { parsed: undefined, mentions: parser.mentions(path, file.text) };
  return { path, ...known, ...stamp };
}

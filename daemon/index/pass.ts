import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../shared/kernel/clock.ts';
import {
  readDiskFile,
  sameStamp,
  settledStamp,
  stampOf,
  type DiskFile,
  type Stamp,
} from './disk.ts';
import { listFiles } from './files.ts';
import { loadParser, type Parser } from './parse.ts';
import type { FileRow, IndexStore } from './store.ts';

export interface Progress {
  readonly done: number;
  readonly total: number;
}

export interface PassOptions {
  readonly root: string;
  readonly store: IndexStore;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  readonly onParsed: () => void;
}

/** How long the event loop may be kept from answering hooks; a single file can take longer. */
const sliceMs = 8;

/**
 * Brings the store up to the files on disk: parses those whose stamp is not the stored one, forgets those that are
 * gone. Works in slices of a few milliseconds. Answers why nothing could be listed, if so.
 */
export async function runPass(options: PassOptions): Promise<string | undefined> {
  const listing = await listFiles(options.root);
  if (listing.kind === 'failed') return listing.message;
  const gone = await refreshFiles(listing.paths, options.store.stamps(), options);
  if (!options.signal.aborted) options.store.remove(gone);
  return undefined;
}

/** Answers the stored paths that are not among the files any more. */
async function refreshFiles(
  paths: readonly string[],
  stamps: Map<string, Stamp>,
  options: PassOptions,
): Promise<string[]> {
  let rows: FileRow[] = [];
  let done = 0;
  let sliceEndsAtMs = performance.now() + sliceMs;
  const endSlice = async () => {
    // What is parsed is stored before anything else runs, so that no hook sees an older state than the pass does.
    if (rows.length > 0) options.store.putMany(rows);
    rows = [];
    options.onProgress({ done, total: paths.length });
    await nextTurn();
    sliceEndsAtMs = performance.now() + sliceMs;
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
      options.onParsed();
    }
    if (stamp !== undefined) stamps.delete(path);
    done++;
    if (performance.now() >= sliceEndsAtMs) await endSlice();
  }
  await endSlice();
  return [...stamps.keys()];
}

/** What to store for a file as it was just read; `undefined` when it is not there. */
export function rowOf(
  path: string,
  file: DiskFile,
  { parser, nowMs }: { readonly parser: Parser; readonly nowMs: number },
): FileRow | undefined {
  if (file.kind === 'absent') return undefined;
  const parsed = file.kind === 'text' ? parser.parse(path, file.text) : undefined;
  return { path, parsed, ...settledStamp(file.stamp, nowMs) };
}

import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../shared/kernel/clock.ts';
import { readDiskFile, sameStamp, settledStamp, stampOf, type Stamp } from '../index/disk.ts';
import { isParsable } from '../index/parse.ts';
import { scanFile, type FileScan } from './scan.ts';

const scanned = /\.(?:vue|svelte|astro|mdx|html?|css|s[ac]ss|less)$/i;
const filesPerTurn = 20;

/** What is said of a file that cannot be read: it may use anything. */
export const unreadable: FileScan = {
  modules: [],
  loads: [],
  paths: [],
  words: [],
  prefixes: [],
  loadsUnknown: true,
  startsPrograms: false,
  readsFiles: true,
  listsFolders: true,
  runsClassParts: true,
};

/** Whether a file's text can refer to other files. */
export function isScanned(path: string): boolean {
  return isParsable(path) || scanned.test(path);
}

/** The scans of one work tree, kept from one discovery to the next. */
export class Scans {
  private readonly known = new Map<string, { stamp: Stamp; scan: FileScan }>();

  constructor(
    private readonly root: string,
    private readonly clock: Clock,
  ) {}

  /**
   * Of those of the files that are on disk, and which of them are not as they were the last time, or gone. Reads in small
   * steps, so that hooks are answered between them.
   */
  async ofFiles(
    paths: Iterable<string>,
  ): Promise<{ scans: Map<string, FileScan>; changed: string[] }> {
    const scans = new Map<string, FileScan>();
    const changed: string[] = [];
    for (const path of paths) {
      if (!isScanned(path)) continue;
      const stamp = stampOf(join(this.root, path))?.stamp;
      if (stamp === undefined) continue;
      const known = this.known.get(path);
      const isKnown = known !== undefined && sameStamp(known.stamp, stamp);
      scans.set(path, isKnown ? known.scan : this.read(path, stamp));
      if (!isKnown && changed.push(path) % filesPerTurn === 0) await nextTurn();
    }
    for (const path of [...this.known.keys()]) {
      if (scans.has(path)) continue;
      this.known.delete(path);
      changed.push(path);
    }
    return { scans, changed };
  }

  private read(path: string, stamp: Stamp): FileScan {
    const file = readDiskFile(join(this.root, path));
    const scan = file.kind === 'text' ? scanFile(file.text) : unreadable;
    this.known.set(path, { stamp: settledStamp(stamp, this.clock.now()), scan });
    return scan;
  }
}

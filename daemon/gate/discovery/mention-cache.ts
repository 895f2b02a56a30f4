import { join } from 'node:path';
import type { Clock } from '../../../shared/kernel/clock.ts';
import {
  readDiskFile,
  sameStamp,
  settledStamp,
  stampOf,
  type Stamp,
} from '../../index/disk/disk-file.ts';
import { isScanned, scanFile, type FileScan } from './mentions.ts';

/** What is said of a file that cannot be read: it may use anything. */
export const unreadable: FileScan = {
  modules: [],
  loads: [],
  paths: [],
  words: [],
  prefixes: [],
  loadsUnknown: true,
  startsPrograms: false,
  listsFolders: true,
  runsClassParts: true,
};

/** The scans of one work tree, kept from one discovery to the next. */
export class Scans {
  private readonly known = new Map<string, { stamp: Stamp; scan: FileScan }>();

  constructor(
    private readonly root: string,
    private readonly clock: Clock,
  ) {}

  /** Of those of the files that are on disk, and which of them are not as they were the last time, or gone. */
  *ofFiles(
    paths: Iterable<string>,
  ): Generator<void, { scans: Map<string, FileScan>; changed: string[] }> {
    const scans = new Map<string, FileScan>();
    const changed: string[] = [];
    for (const path of paths) {
      yield;
      const stamp = isScanned(path) ? stampOf(join(this.root, path))?.stamp : undefined;
      if (stamp === undefined) continue;
      const known = this.known.get(path);
      const isKnown = known !== undefined && sameStamp(known.stamp, stamp);
      scans.set(path, isKnown ? known.scan : this.read(path, stamp));
      if (!isKnown) changed.push(path);
    }
    return { scans, changed: [...changed, ...this.forgetAllBut(scans)] };
  }

  private forgetAllBut(scans: ReadonlyMap<string, FileScan>): string[] {
    const gone = [...this.known.keys()].filter((path) => !scans.has(path));
    for (const path of gone) this.known.delete(path);
    return gone;
  }

  private read(path: string, stamp: Stamp): FileScan {
    const file = readDiskFile(join(this.root, path));
    const scan = file.kind === 'text' ? detached(scanFile(file.text)) : unreadable;
    this.known.set(path, { stamp: settledStamp(stamp, this.clock.now()), scan });
    return scan;
  }
}

/** Parts that were cut out of a text hold all of it in memory, until they are copied. */
function detached(scan: FileScan): FileScan {
  return JSON.parse(JSON.stringify(scan)) as FileScan;
}

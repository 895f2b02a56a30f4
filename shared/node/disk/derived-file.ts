import { renameSync, rmSync } from 'node:fs';
import { describeTrouble, diskTroubleOf, type DiskTroubleKind } from './disk-trouble.ts';

/** What SQLite takes for a database that is nowhere on disk. */
const inMemory = ':memory:';

export interface OpenedFile<T> {
  readonly opened: T;
  /** Why nothing of it is kept on disk. */
  readonly problem: string | undefined;
}

/**
 * DUR-6: opens a SQLite file whose whole content can be made again. What cannot be read is moved aside, and the file is made
 * anew. Where that cannot be either, `open` is called for a database in memory, and `problem` says why.
 */
export function openDerivedFile<T>(path: string, open: (path: string) => T): OpenedFile<T> {
  for (const prepare of [() => undefined, () => setAside(path)]) {
    try {
      prepare();
      return { opened: open(path), problem: undefined };
    } catch (error) {
      const trouble = diskTroubleOf(error, path);
      if (trouble === undefined) throw error;
      if (!isUnreadable(trouble.kind))
        return { opened: open(inMemory), problem: describeTrouble(trouble) };
    }
  }
  const trouble = { kind: 'damaged', path } as const;
  return { opened: open(inMemory), problem: describeTrouble(trouble) };
}

/** Whether a file of this state is of no use any more, as opposed to one that may be read or written later. */
export function isUnreadable(kind: DiskTroubleKind): boolean {
  return kind === 'damaged' || kind === 'not_a_file';
}

/** Moves the file aside where that can be done; where it cannot, opening it tells why. */
export function tryToSetAside(path: string): void {
  try {
    setAside(path);
  } catch (error) {
    if (diskTroubleOf(error) === undefined) throw error;
  }
}

/** Moves a SQLite file, with all that belongs to it, to `NAME.damaged`; one is kept. */
export function setAside(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) {
    const kept = `${path}.damaged${suffix}`;
    rmSync(kept, { recursive: true, force: true });
    try {
      renameSync(path + suffix, kept);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

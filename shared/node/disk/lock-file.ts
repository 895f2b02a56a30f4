import { closeSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeFolders } from './folders.ts';

const lookEveryMs = 20;
/** Who holds the lock waits for nothing, so one that is there for this long is of a process that was killed. */
const leftAfterMs = 2_000;

/** Does what no other process may do with the file meanwhile: `path` with `.lock` behind it is there as long. */
export async function whileLocked<T>(path: string, work: () => T): Promise<T> {
  const lock = `${path}.lock`;
  makeFolders(dirname(path));
  for (let waitedMs = 0; !isTaken(lock, path); waitedMs += lookEveryMs) {
    if (waitedMs >= leftAfterMs) rmSync(lock, { force: true });
    else await pause(lookEveryMs);
  }
  try {
    return work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function isTaken(lock: string, path: string): boolean {
  try {
    closeSync(openSync(lock, 'wx', 0o600));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    // A person knows the file, and has never seen its lock.
    throw Object.assign(error as NodeJS.ErrnoException, { path });
  }
}

import { existsSync, renameSync, rmSync } from 'node:fs';
import { setAside } from '../../shared/node/disk/derived-file.ts';
import { openDaemonStore, type DaemonStore, type StoredContents } from './store.ts';

/**
 * DUR-7: makes the daemon's file anew with these contents. The old one stays in its place until the new one has all of them on
 * disk, for it may be the only one that has the outbox.
 */
export function remakeDaemonStore(path: string, contents: StoredContents): DaemonStore {
  const making = `${path}.making`;
  try {
    remove(making);
    const file = openDaemonStore(making);
    try {
      file.rewrite(contents);
      file.settle();
    } finally {
      file.close();
    }
  } catch (error) {
    remove(making);
    throw error;
  }
  renameSync(making, completeOf(path));
  takeRemade(path);
  return openDaemonStore(path);
}

/** Puts a complete new file in the place of the old one, also where the process that made it was killed before it did. */
export function takeRemade(path: string): void {
  if (!existsSync(completeOf(path))) return;
  setAside(path);
  renameSync(completeOf(path), path);
}

function completeOf(path: string): string {
  return `${path}.made`;
}

function remove(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
}

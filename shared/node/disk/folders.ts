import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Makes the folder for the owner alone (0700). Throws where the one above is missing. */
export function makeFolder(folder: string): void {
  mkdirSync(folder, { mode: 0o700 });
}

/**
 * Makes the folder with those above it where they are missing, for the owner alone (0700). Node's own recursive way never ends
 * where a file system takes no new folders, such as /proc.
 */
export function makeFolders(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const above = dirname(folder);
  if (above !== folder) makeFolders(above);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process was faster.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

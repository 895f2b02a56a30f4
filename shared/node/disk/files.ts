import {
  chmodSync,
  closeSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { makeFolders } from './folders.ts';
import { isRefusal, type Refusal } from '../../kernel/refusal.ts';
import { readOwnFile } from './own-files.ts';
import { readRegularFile, smallFileBytes } from './regular-file.ts';

/** The text of a regular file; undefined when it cannot be read, for a pipe or device, and for one of more than `maxBytes`. */
export function tryReadText(path: string, maxBytes = smallFileBytes): string | undefined {
  try {
    return readRegularFile(path, maxBytes);
  } catch {
    return undefined;
  }
}

/** Puts a whole file in place: readers see the old one or the new one, never half of one. `mode` is its permission bits. */
export function replaceFile(path: string, text: string, mode: number): void {
  const draft = `${path}.${crypto.randomUUID().slice(0, 8)}`;
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
    // Not left to `writeFileSync`, which lets the process's umask take bits away.
    chmodSync(draft, mode);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    // A person knows the file, and has never seen the draft.
    throw Object.assign(error as NodeJS.ErrnoException, { path });
  }
}

/** Makes the folder where it is missing, and takes everybody's rights but the owner's (0700). */
export function makePrivateFolder(folder: string): void {
  makeFolders(folder);
  chmodSync(folder, 0o700);
}

/** The trimmed text of a file of this user's own; undefined when it is empty or cannot be read, refused where it is not ours. */
export function readPrivateFile(path: string): string | Refusal | undefined {
  const text = readOwnFile(path);
  return isRefusal(text) ? text : text?.trim() || undefined;
}

/** Replaces a file that only its owner may read (0600); a missing folder is made for the owner alone (0700). */
export function writePrivateFile(path: string, text: string): void {
  makeFolders(dirname(path));
  replaceFile(path, text, 0o600);
}

/**
 * Makes an empty file that nobody but its owner can ever read (0600), or takes everybody else's rights to the one that is
 * there (DUR-3). Throws `NOT_A_FILE` for a folder, a FIFO, or a link that leads nowhere, and never waits for one.
 */
export function makePrivateFile(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) {
    try {
      return closeSync(openSync(path, 'wx', 0o600));
    } catch (error) {
      // Another process was faster.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile() !== true)
    throw Object.assign(new Error(`${path} is not a file`), { code: 'NOT_A_FILE', path });
  if ((found.mode & 0o077) !== 0) chmodSync(path, 0o600);
}

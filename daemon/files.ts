import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { randomText } from '../shared/node/random-ids.ts';

/** Makes the folder where it is missing, and keeps it from everybody but its owner. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
}

/** The text of a small file of coord's, trimmed; undefined when there is none. */
export function readPrivate(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}

/** Readable by its owner only, from the first moment on. */
export function writeSecret(path: string, secret: string): void {
  makePrivateFolder(dirname(path));
  const draft = `${path}.${randomText(8)}`;
  writeFileSync(draft, `${secret}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(draft, path);
}

/** The secret in the file; a new one is made where there is none. */
export function secretIn(path: string): string {
  const known = readPrivate(path);
  if (known !== undefined) return known;
  const secret = randomText(40);
  writeSecret(path, secret);
  return secret;
}

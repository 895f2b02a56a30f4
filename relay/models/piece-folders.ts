import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isOwnUser, isRunning, ownProcessId } from '../../shared/node/own-files.ts';

const prefix = 'coord-speech-';
const made = new RegExp(`^${prefix}(\\d+)-`);

/** A folder for one piece of sound, 0700. Its name says which process made it. */
export function newPieceFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), `${prefix}${ownProcessId()}-`));
}

/** MTG-20: removes the pieces of relays of this user that were killed while a command listened. */
export async function removeLeftPieces(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names) {
    const [, pid] = made.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) await removeOwn(join(tmpdir(), name));
  }
}

async function removeOwn(folder: string): Promise<void> {
  const found = await lstat(folder).catch(() => undefined);
  if (found !== undefined && isOwnUser(found.uid))
    await rm(folder, { recursive: true, force: true });
}

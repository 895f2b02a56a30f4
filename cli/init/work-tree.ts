import { replaceFile } from '../../shared/node/disk/files.ts';
import { smallFileBytes } from '../../shared/node/disk/regular-file.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { lstat, mkdir, readFile, realpath, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';

/** A file as it is: `at` is where it really lies, behind any links that stay inside the repository. */
export interface FoundFile {
  at: string;
  /** Undefined where there is no file. */
  text: string | undefined;
  /** Permission bits. */
  mode: number;
  /** Whether nothing can be put here, because a file has the place of a folder. */
  isBelowFile?: boolean;
}

/** Reads a file of the repository. Refused: what a link leads out of the repository, what is not UTF-8 text, and more than 1 MiB. */
export async function findFile(top: string, path: string): Promise<FoundFile | Refusal> {
  const at = await resolveInside(top, path);
  if (isRefusal(at)) return at;
  const info = await stat(at).catch(absent);
  if (info === undefined) {
    const isBelowFile = !(await hasRoom(dirname(at)));
    return { at, text: undefined, mode: 0o644, isBelowFile };
  }
  if (!info.isFile()) return refuse('Conflict', 'is not a file');
  if (info.size > smallFileBytes) return refuse('Conflict', 'is larger than 1 MiB');
  const text = decode(await readFile(at));
  return isRefusal(text) ? text : { at, text, mode: info.mode & 0o777 };
}

/** Puts a whole file in place at once, with the folders that it needs. */
export async function putFile(file: { at: string; text: string; mode: number }): Promise<void> {
  await mkdir(dirname(file.at), { recursive: true });
  replaceFile(file.at, file.text, file.mode);
}

export async function removeFile(at: string): Promise<void> {
  await rm(at, { force: true });
}

/** Leaves a folder alone in which something lies. */
export async function removeFolderIfEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST' && error.code !== 'ENOENT')
      throw error;
  });
}

export async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(absent)) !== undefined;
}

/** Where a path leads once all links on it are followed; the part that does not exist yet is kept as it is. */
async function resolveInside(top: string, path: string): Promise<string | Refusal> {
  let at = top;
  for (const part of path.split('/')) {
    const next = join(at, part);
    if (!(await exists(next))) {
      at = next;
      continue;
    }
    const real = await realpath(next).catch(absent);
    if (real === undefined) return refuse('Conflict', 'is a link that leads nowhere');
    if (!real.startsWith(top + sep)) {
      return refuse('Conflict', 'is reached by a link that leads out of the repository');
    }
    at = real;
  }
  return at;
}

/** Whether a folder is there or can be made. */
async function hasRoom(folder: string): Promise<boolean> {
  const info = await stat(folder).catch(absent);
  return info === undefined ? hasRoom(dirname(folder)) : info.isDirectory();
}

function decode(bytes: Uint8Array): string | Refusal {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return refuse('Conflict', 'is not UTF-8 text');
  }
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}

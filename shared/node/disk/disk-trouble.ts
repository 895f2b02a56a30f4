import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/** What is wrong with a file or the disk under it. */
export type DiskTroubleKind =
  | 'full'
  | 'read_only'
  | 'forbidden'
  | 'failing'
  | 'damaged'
  | 'not_a_file'
  | 'missing'
  | 'replaced'
  | 'locked';

export interface DiskTrouble {
  readonly kind: DiskTroubleKind;
  readonly path: string;
}

const kindsOfCodes: Readonly<Record<string, DiskTroubleKind>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  SQLITE_FULL: 'full',
  EROFS: 'read_only',
  SQLITE_READONLY: 'read_only',
  EACCES: 'forbidden',
  EPERM: 'forbidden',
  SQLITE_PERM: 'forbidden',
  EIO: 'failing',
  ENXIO: 'failing',
  SQLITE_IOERR: 'failing',
  SQLITE_IOERR_SHORT: 'damaged',
  SQLITE_CORRUPT: 'damaged',
  SQLITE_NOTADB: 'damaged',
  SQLITE_CANTOPEN: 'not_a_file',
  NOT_A_FILE: 'not_a_file',
  EISDIR: 'not_a_file',
  ELOOP: 'not_a_file',
  EEXIST: 'not_a_file',
  ENOTDIR: 'not_a_file',
  ENOENT: 'missing',
  DATABASE_REPLACED: 'replaced',
  SQLITE_BUSY: 'locked',
};

/** Below this, a failing write is one without room: SQLite does not always tell the two apart. */
const noRoomBytes = 64 * 1024;

/**
 * DUR-8: what an error of the file system or of SQLite means; undefined for any other error, also that of a program which
 * cannot be started. `path` is used where the error does not name one, as those of SQLite do not.
 */
export function diskTroubleOf(error: unknown, path = ''): DiskTrouble | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string')
    return undefined;
  if (isOfProgram(error)) return undefined;
  // Of the refinements of SQLite's codes, such as SQLITE_IOERR_WRITE, one means something else.
  const code = /^SQLITE_(IOERR_SHORT|[A-Z]+)/.exec(error.code)?.[0] ?? error.code;
  const kind = kindsOfCodes[code];
  if (kind === undefined) return undefined;
  const at = 'path' in error && typeof error.path === 'string' ? error.path : path;
  if (kind === 'missing') return { kind: whyMissing(at), path: at };
  const isFull = kind === 'failing' && !hasRoom(at);
  return { kind: isFull ? 'full' : kind, path: at };
}

/** A program that cannot be started has the codes of a file that cannot be read. */
function isOfProgram(error: Error): boolean {
  return 'syscall' in error && String(error.syscall).startsWith('spawn');
}

/** Where a folder cannot be made, the error may only say that it is not there. */
function whyMissing(path: string): DiskTroubleKind {
  let folder = path;
  while (folder !== dirname(folder) && !existsSync(folder)) folder = dirname(folder);
  try {
    accessSync(folder, constants.W_OK);
    return 'missing';
  } catch (error) {
    return kindsOfCodes[(error as NodeJS.ErrnoException).code ?? ''] ?? 'missing';
  }
}

/** Sentences for a person: which path, what is wrong, and what to do. */
export function describeTrouble({ kind, path }: DiskTrouble): string {
  const what = path === '' ? 'A file' : path;
  switch (kind) {
    case 'full':
      return `${what} cannot be written: the disk is full (${freeText(path)}). Free some space there.`;
    case 'read_only':
      return `${what} cannot be written: it is on a read-only file system. Make that writable.`;
    case 'forbidden':
      return `${what} may not be read or written by you. Give yourself the right to it.`;
    case 'failing':
      return `${what} cannot be read or written: the disk reports an error. Check the disk.`;
    case 'damaged':
      return `${what} is damaged. Move it away, or put back a copy that you have.`;
    case 'not_a_file':
      return `${what} is in the way: something else was expected there. Move it away.`;
    case 'missing':
      return `${what} is not there. Make it, or its folder, again.`;
    case 'replaced':
      return `${what} was deleted or replaced while it was in use. Put it back, or start again.`;
    case 'locked':
      return `${what} is locked by another process. Wait until that is done, or stop it.`;
  }
}

/** DUR-2: a store that this version must not touch. */
export function newerVersion(what: string): string {
  return `${what} was made by a newer version of coord than this one. Start coord in that version, or a newer one`;
}

/** The room in the folder of a path, for who is not root; undefined where it cannot be told. */
export function freeBytes(path: string): number | undefined {
  for (let folder = path; ; folder = dirname(folder)) {
    try {
      const { bavail, bsize } = statfsSync(folder);
      return bavail * bsize;
    } catch {
      if (folder === dirname(folder)) return undefined;
    }
  }
}

/** Whether there is room for a small write in the folder of a path, as far as can be told. */
export function hasRoom(path: string): boolean {
  return (freeBytes(path) ?? Infinity) >= noRoomBytes;
}

function freeText(path: string): string {
  const free = freeBytes(path);
  if (free === undefined) return `in ${dirname(path)}`;
  const size = free < 1e6 ? `${Math.round(free / 1e3)} kB` : `${Math.round(free / 1e6)} MB`;
  return `${size} free in ${dirname(path)}`;
}

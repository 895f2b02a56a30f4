import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  realpathSync,
  statSync,
  type Stats,
} from 'node:fs';
import { refuse, type Refusal } from '../../kernel/refusal.ts';
import { makeFolder, makeFolders } from './folders.ts';
import { openUnwaiting, smallFileBytes, textOf } from './regular-file.ts';

/** LOC-3: what carries a secret, or says where to send one, must be ours: nobody else may have put it there. */
export type Kind = 'file' | 'folder' | 'socket';

/**
 * Whether what belongs to this user id counts as ours: this process's user and, where root works for a person by sudo, that
 * person, as git has it. Always where there are no user ids (Windows).
 */
export function isOwnUser(uid: number): boolean {
  const user = process.geteuid?.();
  if (user === undefined || uid === user) return true;
  return user === 0 && String(uid) === process.env['SUDO_UID'];
}

/** The id of this process, to name what it leaves if it is killed. */
export function ownProcessId(): number {
  return process.pid;
}

/** Whether a process of this id runs, whoever's it is. */
export function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Why what lies at the path is not to be trusted (Forbidden, or Conflict for something else than the kind); undefined where
 * it is ours, and where nothing is.
 */
export function distrust(path: string, kind: Kind): Refusal | undefined {
  const stats = look(path);
  if (stats === undefined) return undefined;
  return notOurs(path, stats, kind) ?? changeableByOthers(path, stats);
}

/** Whether the folder is ours, or not there yet. Who else may change it is not asked: a mark in it is no secret. */
export function isOwnFolder(path: string): boolean {
  const stats = look(path);
  return stats === undefined || notOurs(path, stats, 'folder') === undefined;
}

/** Why nothing secret is kept in the folder, which may be a link of one's own to another; undefined for ours and a missing one. */
export function refuseToKeepIn(folder: string): Refusal | undefined {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats === undefined || isOwnUser(stats.uid)) return undefined;
  const text = `${folder} belongs to another user (user id ${stats.uid}), who could read what is kept there. Nothing was kept. Set COORD_HOME to a folder of your own, and try again.`;
  return refuse('Forbidden', text);
}

/** The text of one of our files; undefined where there is none, or none that can be read, or over 1 MiB. Refused as `distrust` says. */
export function readOwnFile(path: string): string | Refusal | undefined {
  const refusal = distrust(path, 'file');
  if (refusal !== undefined) return refusal;
  const file = open(path);
  if (file === undefined) return undefined;
  try {
    // Looked at again: what is open now may not be what was there a moment ago.
    const stats = fstatSync(file);
    return notOurs(path, stats, 'file') ?? textOf(file, smallFileBytes);
  } finally {
    closeSync(file);
  }
}

/**
 * Makes the folder where it is missing, and takes everybody's rights but the owner's (0700). A link, or another user's
 * folder, is left as it is and refused. Throws where the folder above is missing, unless `recursive`.
 */
export function makeOwnFolder(
  folder: string,
  { recursive = false }: { recursive?: boolean } = {},
): Refusal | undefined {
  if (look(folder) === undefined) (recursive ? makeFolders : makeFolder)(folder);
  const refusal = notOurs(folder, lstatSync(folder), 'folder');
  if (refusal === undefined) chmodSync(folder, 0o700);
  return refusal;
}

/** Refuses (Conflict) to put a file where a folder is; anything else there is replaced. */
export function isNoPlaceForFile(path: string): Refusal | undefined {
  return look(path)?.isDirectory() === true ? isNoneOf(path, 'file') : undefined;
}

/** Whether the path is that of a folder as it really is: a link, or `/proc/self/cwd`, would stand for any. */
export function isRealFolder(path: string): boolean {
  try {
    return realpathSync.native(path) === path;
  } catch {
    return false;
  }
}

/** Whether both paths lead to one folder. False where one leads nowhere. */
export function isSameFolder(one: string, other: string): boolean {
  try {
    const [a, b] = [statSync(one, { bigint: true }), statSync(other, { bigint: true })];
    return a.ino === b.ino && a.dev === b.dev;
  } catch {
    return false;
  }
}

function look(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Not through a link, and without waiting for whoever writes into a pipe. */
function open(path: string): number | undefined {
  try {
    return openUnwaiting(path, constants.O_NOFOLLOW ?? 0);
  } catch {
    return undefined;
  }
}

function notOurs(path: string, stats: Stats, kind: Kind): Refusal | undefined {
  if (process.geteuid === undefined) return undefined;
  if (stats.isSymbolicLink()) {
    const text = `${path} is a symbolic link, and coord keeps its secrets behind none. Remove the link, then start the daemon: coord daemon`;
    return refuse('Forbidden', text);
  }
  if (!isOwnUser(stats.uid)) {
    const text = `${path} belongs to another user (user id ${stats.uid}), so coord neither reads it nor sends anything there. Have it removed, then start the daemon: coord daemon`;
    return refuse('Forbidden', text);
  }
  if (isA[kind](stats)) return undefined;
  return isNoneOf(path, kind);
}

function isNoneOf(path: string, kind: Kind): Refusal {
  return refuse('Conflict', `${path} is not a ${kind}. Remove it, then start: coord daemon`);
}

const isA: Readonly<Record<Kind, (stats: Stats) => boolean>> = {
  file: (stats) => stats.isFile(),
  folder: (stats) => stats.isDirectory(),
  socket: (stats) => stats.isSocket(),
};

const writableByOthers = 0o022;

function changeableByOthers(path: string, { mode }: Stats): Refusal | undefined {
  if (process.geteuid === undefined || (mode & writableByOthers) === 0) return undefined;
  return refuse(
    'Forbidden',
    `${path} can be changed by other users, so coord does not trust it. Run: chmod go-w '${path}'`,
  );
}

import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, lstatSync } from 'node:fs';
import { openUnwaiting, readInto } from '../../../shared/node/disk/regular-file.ts';
import { maxTextBytes } from '../../kernel/text-limits.ts';

/** What tells a changed file from an unchanged one without reading it. */
export interface Stamp {
  readonly mtimeMs: number;
  readonly size: number;
}

export type DiskFile =
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable'; readonly stamp: Stamp }
  | { readonly kind: 'text'; readonly stamp: Stamp; readonly text: string };

/** File systems date writes by the tick of a clock: fine ones within this time, old ones to the second or two. */
const fineTickMs = 20;
const coarseTickMs = 2_000;

/**
 * The file's stamp and text. Binary, oversized and forbidden files, and what is no regular file, are `unreadable`; what is no
 * regular file is never opened to be read, because a pipe would wait for its writer (HOK-2).
 */
export function readDiskFile(absolutePath: string): DiskFile {
  const found = stampOf(absolutePath);
  if (found === undefined) return { kind: 'absent' };
  const { stamp, isRegular } = found;
  if (!isRegular || stamp.size > maxTextBytes) return { kind: 'unreadable', stamp };
  try {
    const bytes = readRegularFile(absolutePath);
    if (bytes === undefined || !isUtf8(bytes)) return { kind: 'unreadable', stamp };
    return { kind: 'text', stamp, text: bytes.toString('utf8') };
  } catch (error) {
    if (isMissing(error)) return { kind: 'absent' };
    return { kind: 'unreadable', stamp };
  }
}

/** The text that `readDiskFile` finds; undefined where it finds none. */
export function readText(absolutePath: string): string | undefined {
  const file = readDiskFile(absolutePath);
  return file.kind === 'text' ? file.text : undefined;
}

/** Undefined for what is no regular file, or too large. Of a file that grows meanwhile: what it had when it was opened. */
function readRegularFile(absolutePath: string): Buffer | undefined {
  // Something else may have come to the path since it was looked at: a link is not followed.
  const file = openUnwaiting(absolutePath, constants.O_NOFOLLOW ?? 0);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > maxTextBytes) return undefined;
    const bytes = Buffer.allocUnsafe(stats.size);
    return bytes.subarray(0, readInto(bytes, file));
  } finally {
    closeSync(file);
  }
}

/** The stamp of what is at the path now, links not followed; `undefined` when nothing is. */
export function stampOf(
  absolutePath: string,
): { stamp: Stamp; isRegular: boolean; inode: number } | undefined {
  try {
    const stats = lstatSync(absolutePath, { throwIfNoEntry: false });
    if (stats === undefined || stats.isDirectory()) return undefined;
    const { mtimeMs, size, ino: inode } = stats;
    return { stamp: { mtimeMs, size }, isRegular: stats.isFile(), inode };
  } catch (error) {
    if (isMissing(error)) return undefined;
    return { stamp: unknownStamp, isRegular: false, inode: 0 };
  }
}

/** Equal to no file's stamp. */
const unknownStamp: Stamp = { mtimeMs: -1, size: -1 };

/** The stamp to remember: none while a further write of the same size could still get the same date. */
export function reliableStamp(stamp: Stamp, nowMs: number): Stamp {
  const tickMs = stamp.mtimeMs % 1_000 === 0 ? coarseTickMs : fineTickMs;
  return nowMs - stamp.mtimeMs < tickMs ? unknownStamp : stamp;
}

export function sameStamp(one: Stamp | undefined, other: Stamp): boolean {
  return one !== undefined && one.mtimeMs === other.mtimeMs && one.size === other.size;
}

function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

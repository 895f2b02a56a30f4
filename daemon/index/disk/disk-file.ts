import { isUtf8 } from 'node:buffer';
import { lstatSync, readFileSync } from 'node:fs';
import { maxParsedLength } from '../parser/parser.ts';

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

/** The file's stamp and text. Binary, oversized and forbidden files, and what is no regular file, are `unreadable`. */
export function readDiskFile(absolutePath: string): DiskFile {
  const found = stampOf(absolutePath);
  if (found === undefined) return { kind: 'absent' };
  const { stamp, isRegular } = found;
  if (!isRegular || stamp.size > maxParsedLength) return { kind: 'unreadable', stamp };
  try {
    const text = readFileSync(absolutePath, 'utf8');
    return isDecoded(absolutePath, text)
      ? { kind: 'text', stamp, text }
      : { kind: 'unreadable', stamp };
  } catch (error) {
    if (isMissing(error)) return { kind: 'absent' };
    return { kind: 'unreadable', stamp };
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

/** Bytes that are not UTF-8 all decode to the replacement character, and changes among them would go unseen. */
function isDecoded(absolutePath: string, text: string): boolean {
  return !text.includes('\ufffd') || isUtf8(readFileSync(absolutePath));
}

function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** Bytes. What coord, git and clients keep in small files is far below it. */
export const smallFileBytes = 1_048_576;
/** The files of `/proc` say that they are empty; this is room for those that are read here. */
const unsizedBytes = 65_536;

/** Opens without waiting: a pipe would otherwise wait for whoever writes into it. Throws as `openSync` does. */
export function openUnwaiting(path: string, moreFlags = 0): number {
  return openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | moreFlags);
}

/** The text at the path, links followed; undefined for what is no regular file, or has more than `maxBytes`. Throws as `fs` does. */
export function readRegularFile(path: string, maxBytes: number): string | undefined {
  const file = openUnwaiting(path);
  try {
    return textOf(file, maxBytes);
  } finally {
    closeSync(file);
  }
}

/** The text of an open file, from its beginning; undefined as for `readRegularFile`. */
export function textOf(file: number, maxBytes: number): string | undefined {
  const stats = fstatSync(file);
  if (!stats.isFile() || stats.size > maxBytes) return undefined;
  const bytes = Buffer.allocUnsafe(stats.size || unsizedBytes);
  return bytes.toString('utf8', 0, readInto(bytes, file));
}

/** Fills the buffer; answers how much of it could be filled. */
export function readInto(bytes: Buffer, file: number): number {
  let length = 0;
  while (length < bytes.length) {
    const read = readSync(file, bytes, length, bytes.length - length, null);
    if (read === 0) break;
    length += read;
  }
  return length;
}

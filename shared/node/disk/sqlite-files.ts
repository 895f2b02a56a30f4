import { statSync } from 'node:fs';
import { inodeOf } from './inode.ts';

/**
 * Tells a SQLite file, and the log that belongs to it, from others in their place: SQLite goes on writing to files that were
 * deleted, and says nothing.
 */
export function markOf(path: string): string {
  const of = (file: string) => inodeOf(statSync(file, { throwIfNoEntry: false }));
  return `${of(path)} ${of(`${path}-wal`)}`;
}

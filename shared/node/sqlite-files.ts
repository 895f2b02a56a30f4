import { statSync } from 'node:fs';

/**
 * Tells a SQLite file, and the log that belongs to it, from others in their place: SQLite goes on writing to files that were
 * deleted, and says nothing.
 */
export function markOf(path: string): string {
  return `${identityOf(path)} ${identityOf(`${path}-wal`)}`;
}

function identityOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? 'none' : `${stats.dev}:${stats.ino}`;
}

import type { Stats } from 'node:fs';

/** Tells a file from another that has taken its path: its device and inode, or `none`. */
export function inodeOf(stats: Stats | undefined): string {
  return stats === undefined ? 'none' : `${stats.dev}:${stats.ino}`;
}

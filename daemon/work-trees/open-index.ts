import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sameStamp, type Stamp, stampOf } from '../index/disk/disk-file.ts';
import type { RepositoryWatcher } from '../index/disk/repository-watcher.ts';
import type { RepositoryIndex } from '../index/repository-index.ts';
import type { IndexStore } from '../index/store.ts';

/** What is open of one work tree. */
export interface OpenIndex {
  readonly index: RepositoryIndex;
  readonly store: IndexStore;
  /** Of the file by which a work tree leads to its repository; a main one has none. */
  readonly linkedAt: Stamp | undefined;
  watcher: RepositoryWatcher | undefined;
  /** Whether the first index is made. */
  isIndexed: boolean;
}

/**
 * The date of the file by which the work tree at the root leads to its repository. Git writes it when it makes the work tree, so it
 * tells one from another that has come to its path, of whose folders the watchers of the first one's know nothing.
 */
export function linkOf(root: string): Stamp | undefined {
  return stampOf(join(root, '.git'))?.stamp;
}

/** Whether the work tree is at its path still, and not another one. */
export function isThere(root: string, { linkedAt }: Pick<OpenIndex, 'linkedAt'>): boolean {
  const link = linkOf(root);
  if (link === undefined) return linkedAt === undefined && existsSync(root);
  return sameStamp(linkedAt, link);
}

/** Stops what goes on, then closes the store. */
export async function closeIndex({ index, store, watcher }: OpenIndex): Promise<void> {
  await watcher?.close();
  await index.close();
  store.close();
}

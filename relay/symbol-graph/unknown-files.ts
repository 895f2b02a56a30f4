import { pathKey } from '../../shared/kernel/paths.ts';
import { mayBeIndexed } from '../../shared/symbols/indexed.ts';
import type { Db } from './queries.ts';
import { hasFiles, selectKnownKeys } from './file-queries.ts';

/**
 * DEC-16: those of the canonical paths that the index of the repository would have and does not, each once. None of a workspace
 * that has no index.
 */
export async function unknownFiles(
  db: Db,
  workspaceId: string,
  files: readonly string[],
): Promise<string[]> {
  const asked = [...new Set(files)].filter(mayBeIndexed);
  if (asked.length === 0) return [];
  const known = new Set(await selectKnownKeys(db, workspaceId, asked.map(pathKey)));
  const unknown = asked.filter((file) => !known.has(pathKey(file)));
  const isIndexed = unknown.length < asked.length || (await hasFiles(db, workspaceId));
  return isIndexed ? unknown : [];
}

/** The same as the field of an answer, which is left out where all are known. */
export async function unknownFilesField(
  db: Db,
  workspaceId: string,
  files: readonly string[],
): Promise<{ unknown_files?: string[] }> {
  const unknown = await unknownFiles(db, workspaceId, files);
  return unknown.length === 0 ? {} : { unknown_files: unknown };
}

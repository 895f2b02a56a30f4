import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '../../shared/contract/fields.ts';
import { canonicalPath, pathKey } from '../../shared/kernel/paths.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import type { Database } from '../store/database.ts';
import { selectFilesEndingIn } from './queries.ts';

/** How many different names are looked up for one meeting. */
const maxNames = 100;
const namesAtOnce = 5;

/**
 * Replaces the file names in decisions and action items by the paths that they mean: people say `auth.ts` for `src/auth.ts`. A name that fits
 * several files of the symbol graph, or none, stays as it is; what is not a path is left out.
 */
export async function withResolvedFiles<Item extends { readonly files: readonly string[] }>(
  { reader }: Database,
  workspaceId: string,
  items: readonly Item[],
): Promise<Item[]> {
  const named = items.map(({ files }) => pathsIn(files));
  const keys = [...new Set(named.flat().map(pathKey))].slice(0, maxNames);
  const known = await knownFiles(reader, workspaceId, keys);
  const resolved = new Map(keys.map((key) => [key, fileFor(key, known)]));
  return items.map((item, at) => {
    const files = (named[at] ?? []).map((file) => resolved.get(pathKey(file)) ?? file);
    const unique = [...new Map(files.map((file) => [pathKey(file), file])).values()];
    return { ...item, files: unique.slice(0, limits.filesPerRecord) };
  });
}

/** Looks up a few names at a time: each look-up compares every path of the workspace, and hooks wait meanwhile. */
async function knownFiles(
  reader: Database['reader'],
  workspaceId: string,
  keys: readonly string[],
): Promise<KnownFile[]> {
  const found: KnownFile[] = [];
  for (let at = 0; at < keys.length; at += namesAtOnce) {
    const endings = keys.slice(at, at + namesAtOnce);
    found.push(...(await selectFilesEndingIn(reader, workspaceId, endings)));
    await nextTurn();
  }
  return found;
}

type KnownFile = Awaited<ReturnType<typeof selectFilesEndingIn>>[number];

/** The names that are paths, in canonical form; a language model may name what is not. */
export function pathsIn(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const path = canonicalPath(name);
    return isRefusal(path) ? [] : [path];
  });
}

function fileFor(key: string, known: readonly KnownFile[]): string | undefined {
  const exact = known.find(({ file_key }) => file_key === key);
  if (exact !== undefined) return exact.file;
  const [only, another] = known.filter(({ file_key }) => file_key.endsWith(`/${key}`));
  return another === undefined ? only?.file : undefined;
}

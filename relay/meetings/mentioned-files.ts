import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '../../shared/contract/fields.ts';
import { canonicalPath, pathKey } from '../../shared/kernel/paths.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import type { FoundDecision } from './minutes.ts';
import type { Database } from '../store/database.ts';
import { selectFilesEndingIn } from './queries.ts';

/** How many different names are looked up for one meeting. */
const mostNames = 100;
const namesAtOnce = 5;

/**
 * The decisions with the files that they mean: people say `auth.ts` for `src/auth.ts`. A name that fits several files of the
 * symbol graph, or none, stays as it is; what is no path is left out.
 */
export async function withMeantFiles(
  { reader }: Database,
  workspaceId: string,
  decisions: readonly FoundDecision[],
): Promise<FoundDecision[]> {
  const named = decisions.map(({ files }) => pathsIn(files));
  const keys = [...new Set(named.flat().map(pathKey))].slice(0, mostNames);
  const known = await knownFiles(reader, workspaceId, keys);
  const meant = new Map(keys.map((key) => [key, fileFor(key, known)]));
  return decisions.map((decision, at) => {
    const files = (named[at] ?? []).map((file) => meant.get(pathKey(file)) ?? file);
    const unique = [...new Map(files.map((file) => [pathKey(file), file])).values()];
    return { ...decision, files: unique.slice(0, limits.filesPerRecord) };
  });
}

/** A few names at a time: the endings of every path are compared, and hooks wait meanwhile. */
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

/** The paths among names; a language model may name what is none. */
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

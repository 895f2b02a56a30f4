import { setImmediate as nextTurn } from 'node:timers/promises';
import { symbolId, topLevelOf } from '../../shared/kernel/symbol-id.ts';
import { pathKey } from '../../shared/kernel/paths.ts';
import { symbolKey } from '../kernel/digest.ts';
import * as queries from './queries.ts';
import { selectFilesAfter } from './file-queries.ts';
import type { Db } from '../store/schema.ts';

type Reader = Db;

/** SQLite reads in this thread, and hooks wait meanwhile: a slice takes about a millisecond. */
const sliceSize = { files: 250, names: 20, keys: 50, calls: 250 } as const;
export interface KnownFile {
  /** Folded (PTH-2). */
  readonly file_key: string;
  readonly file: string;
}

/** The files of the symbol graph that `isWanted` takes by their keys (PTH-2), in the order of the keys. */
export async function filesWhere(
  db: Reader,
  workspaceId: string,
  isWanted: (fileKey: string) => boolean,
): Promise<KnownFile[]> {
  const found: KnownFile[] = [];
  for (let after = ''; ;) {
    const slice = { limit: sliceSize.files, after };
    const rows = await selectFilesAfter(db, workspaceId, slice);
    for (const row of rows) if (isWanted(row.file_key)) found.push(row);
    await nextTurn();
    if (rows.length < sliceSize.files) return found;
    after = rows.at(-1)?.file_key ?? '';
  }
}

/** The ids of the symbols that are the only ones of their name, by the name. */
export async function onlySymbolsCalled(
  db: Reader,
  workspaceId: string,
  names: readonly string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (let at = 0; at < names.length; at += sliceSize.names) {
    const slice = names.slice(at, at + sliceSize.names);
    const rows = await queries.selectOnlySymbolsCalled(db, workspaceId, slice);
    for (const { name, id } of rows) found.set(name, id);
    await nextTurn();
  }
  return found;
}

/** Those of the symbols `path#name` that there are: their ids, by their keys (`symbolKey`). */
export async function symbolsThatExist(
  db: Reader,
  workspaceId: string,
  wanted: readonly { readonly path: string; readonly name: string }[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (let at = 0; at < wanted.length; at += sliceSize.keys) {
    const keys = wanted
      .slice(at, at + sliceSize.keys)
      .map(({ path, name }) => symbolKey(symbolId(path, name)));
    const rows = await queries.selectIdsOfKeys(db, workspaceId, keys);
    for (const { key, id } of rows) found.set(key, id);
    await nextTurn();
  }
  return found;
}

/** The keys of everything in a file that can be called: its symbols and its top level. */
export async function keysOfFile(db: Reader, workspaceId: string, path: string): Promise<string[]> {
  const keys = await queries.selectKeysOfFile(db, workspaceId, pathKey(path));
  return [...keys, symbolKey(topLevelOf(path))];
}

/** The ids of what calls one of these symbols; of at most `limit` calls, in the order of the keys. */
export async function callersOf(
  db: Reader,
  workspaceId: string,
  { keys, limit }: { keys: readonly string[]; limit: number },
): Promise<string[]> {
  const found: string[] = [];
  const sorted = keys.toSorted();
  for (let at = 0; at < sorted.length && found.length < limit; at += sliceSize.keys) {
    const callees = sorted.slice(at, at + sliceSize.keys);
    let after: Awaited<ReturnType<typeof queries.selectCallsAfter>>[number] | undefined;
    do {
      const size = Math.min(sliceSize.calls, limit - found.length);
      const rows = await queries.selectCallsAfter(db, workspaceId, { callees, limit: size, after });
      found.push(...rows.map(({ caller }) => caller));
      after = rows.length < size ? undefined : rows.at(-1);
      await nextTurn();
    } while (after !== undefined && found.length < limit);
  }
  return found;
}

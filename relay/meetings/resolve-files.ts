import { limits } from '../../shared/contract/fields.ts';
import { pathKey, pathsAmong } from '../../shared/kernel/paths.ts';
import { fileOfSymbol } from '../../shared/kernel/symbol-id.ts';
import { mapInSlices } from '../kernel/in-slices.ts';
import type { Database } from '../store/database.ts';
import { filesWhere, onlySymbolsCalled, type KnownFile } from '../symbol-graph/slices.ts';
import type { FoundAction, FoundDecision } from './extracted-items.ts';
import { fileNamesIn, possibleFileNamesIn } from './text/file-names-in-text.ts';
import { symbolNamesIn, type NamedSymbol } from '../symbol-graph/names-in-text.ts';
import type { Db } from '../store/schema.ts';

/** How many different names are looked up for one meeting, of files and of symbols. */
const maxNames = 100;

/** What was found in a meeting, as far as it may name files. */
export interface Found {
  readonly decisions: readonly FoundDecision[];
  readonly actions: readonly FoundAction[];
}

/** What one result says. */
interface Said {
  readonly files: readonly string[];
  /** What is a file only where the workspace has it. */
  readonly possible: readonly string[];
  readonly symbols: readonly NamedSymbol[];
}

/** Finds the file that a name means; undefined where none or several fit. */
type Finder = (name: string) => string | undefined;

/**
 * Gives decisions and action items the paths of the files that they name: people say `auth.ts` for `src/auth.ts`, or name a
 * symbol of it. A file name that fits several files of the symbol graph, or none, stays as it is; a symbol's name that fits
 * several, or none, adds nothing; what is not a path is left out.
 */
export async function withResolvedFiles<Items extends Found>(
  { reader }: Pick<Database, 'reader'>,
  workspaceId: string,
  items: Items,
): Promise<Items> {
  const decisions = await inTurns(items.decisions, (one) => saidBy(one.title, one));
  const actions = await inTurns(items.actions, (one) => saidBy(one.action, one));
  const files = await filesOfAll(reader, workspaceId, [...decisions, ...actions]);
  const ofActions = files.slice(decisions.length);
  return {
    ...items,
    decisions: items.decisions.map((one, at) => ({ ...one, files: files[at] ?? [] })),
    actions: items.actions.map((one, at) => ({ ...one, files: ofActions[at] ?? [] })),
  };
}

/** The same of records that say their files and nothing else. */
export async function withKnownFiles<One extends { readonly files: readonly string[] }>(
  { reader }: Pick<Database, 'reader'>,
  workspaceId: string,
  records: readonly One[],
): Promise<One[]> {
  const said = records.map((one) => ({ files: pathsAmong(one.files), possible: [], symbols: [] }));
  const files = await filesOfAll(reader, workspaceId, said);
  return records.map((one, at) => ({ ...one, files: files[at] ?? [] }));
}

async function filesOfAll(
  reader: Db,
  workspaceId: string,
  all: readonly Said[],
): Promise<string[][]> {
  const fileFor = await fileFinder(reader, workspaceId, all);
  const symbolFor = await symbolFinder(reader, workspaceId, all);
  return all.map((said) => filesOf(said, fileFor, symbolFor));
}

/** Texts that are read before other work gets its turn. */
const textsAtOnce = 10;

function inTurns<T, R>(items: readonly T[], map: (item: T) => R): Promise<R[]> {
  return mapInSlices(items, (slice) => slice.map(map), textsAtOnce);
}

function saidBy(
  words: string,
  {
    files,
    sentence = '',
  }: { readonly files?: readonly string[]; readonly sentence?: string | undefined },
): Said {
  const text = `${words}\n${sentence}`;
  return {
    files: pathsAmong([...(files ?? []), ...fileNamesIn(text)]),
    possible: pathsAmong(possibleFileNamesIn(text)),
    symbols: symbolNamesIn(text),
  };
}

function filesOf({ files, possible, symbols }: Said, fileFor: Finder, symbolFor: Finder): string[] {
  // A reader may give the name of a symbol where a file is asked for.
  const named = files.map((file) => fileFor(file) ?? symbolFor(file) ?? file);
  const ofSymbols = symbols.flatMap(({ names }) => {
    const name = names.find((one) => symbolFor(one) !== undefined);
    return name === undefined ? [] : [symbolFor(name) ?? ''];
  });
  const known = possible.flatMap((file) => fileFor(file) ?? []);
  const all = [...named, ...known, ...ofSymbols];
  const unique = new Map<string, string>();
  for (const file of all) if (!unique.has(pathKey(file))) unique.set(pathKey(file), file);
  return [...unique.values()].slice(0, limits.filesPerRecord);
}

async function fileFinder(reader: Db, workspaceId: string, all: readonly Said[]): Promise<Finder> {
  const keys = firstOf(all.flatMap(({ files, possible }) => [...files, ...possible].map(pathKey)));
  if (keys.length === 0) return () => undefined;
  const wanted = new Set(keys);
  const bases = new Set(keys.map(baseOf));
  const known = new Map([...bases].map((base): [string, KnownFile[]] => [base, []]));
  const isWanted = (key: string) => bases.has(baseOf(key));
  for (const file of await filesWhere(reader, workspaceId, isWanted))
    known.get(baseOf(file.file_key))?.push(file);
  return (name) => {
    const key = pathKey(name);
    if (!wanted.has(key)) return undefined;
    const near = known.get(baseOf(key)) ?? [];
    const exact = near.find(({ file_key }) => file_key === key);
    if (exact !== undefined) return exact.file;
    const [only, another] = near.filter(({ file_key }) => file_key.endsWith(`/${key}`));
    return another === undefined ? only?.file : undefined;
  };
}

async function symbolFinder(
  reader: Db,
  workspaceId: string,
  all: readonly Said[],
): Promise<Finder> {
  const bare = all.flatMap(({ files }) => files.filter((file) => identifier.test(file)));
  const names = firstOf([
    ...all.flatMap(({ symbols }) => symbols.flatMap((one) => one.names)),
    ...bare,
  ]);
  const known = await onlySymbolsCalled(reader, workspaceId, names);
  return (name) => {
    const id = known.get(name);
    return id === undefined ? undefined : fileOfSymbol(id);
  };
}

const identifier = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

function firstOf(names: readonly string[]): string[] {
  return [...new Set(names)].slice(0, maxNames);
}

function baseOf(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

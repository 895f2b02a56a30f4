import { fileOfSymbol, isSymbolId, symbolId } from '../../shared/kernel/symbol-id.ts';
import { canonicalPath, pathKey } from '../../shared/kernel/paths.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { wholeFile, placeNamed } from '../../shared/reservations/places.ts';
import { symbolNamesOf } from '../../shared/reservations/symbol-names.ts';
import { shownId } from '../../shared/kernel/display.ts';
import { overlapUnder } from '../../shared/reservations/collisions.ts';
import { isLive } from '../../shared/reservations/rules.ts';
import type { Transaction } from '../store/group-committer.ts';
import { selectSymbols } from '../symbol-graph/queries.ts';
import { optionsOf } from './grant.ts';
import { reservationsOfFiles } from './queries.ts';
import { selectReservedNames } from './live-queries.ts';

/** A file, or symbols of it, that somebody asks for: names, `*` alone for the whole file. */
export interface Target {
  readonly path: string;
  readonly key: string;
  readonly symbols: readonly string[];
}

interface NamedTarget {
  readonly file?: string | undefined;
  /** Ids, which name their file, or bare names. */
  readonly symbol_ids?: readonly string[] | undefined;
  readonly symbol_names?: readonly string[] | undefined;
}

/** Symbols by their names alone: their file is still to be found (NEG-1). */
export interface BareNames {
  readonly names: readonly string[];
}

/** What a call names. Refused with a ValidationError that names the field. */
export function wantedOf(named: NamedTarget): Target | BareNames | Refusal {
  return bareNamesIn(named) ?? targetOf(named);
}

function bareNamesIn({
  file,
  symbol_ids: ids = [],
  symbol_names: names = [],
}: NamedTarget): BareNames | undefined {
  if (file !== undefined || ids.length > 0 || names.length === 0) return undefined;
  if (names.some((name) => name === '' || isSymbolId(name))) return undefined;
  return { names: [...new Set(names.map((name) => name.normalize('NFC')))] };
}

/** The file may be left to the ids. Refused with a ValidationError that names the field. */
function targetOf({
  file,
  symbol_ids: ids = [],
  symbol_names: names = [],
}: NamedTarget): Target | Refusal {
  const path = file === undefined ? pathOf([...ids, ...names]) : canonicalPath(file);
  if (isRefusal(path)) return about('file', path);
  const byId = ids.length === 0 ? [] : symbolNamesOf(path, ids);
  if (isRefusal(byId)) return byId;
  const byName = names.length === 0 ? [] : symbolNamesOf(path, names);
  if (isRefusal(byName)) return about('symbol_names', byName);
  return { path, key: pathKey(path), symbols: distinct([...byId, ...byName]) };
}

/** What is asked for, as a row keeps it; the names are JSON. */
interface TargetRow {
  readonly file_path: string;
  readonly path_key: string;
  readonly symbols: string;
}

export function targetIn(row: TargetRow): Target {
  return { path: row.file_path, key: row.path_key, symbols: symbolsIn(row) };
}

export function symbolsIn({ symbols }: Pick<TargetRow, 'symbols'>): string[] {
  return JSON.parse(symbols) as string[];
}

/** The whole file includes every symbol that is named beside it. */
function distinct(symbols: readonly string[]): readonly string[] {
  if (symbols.length === 0 || symbols.includes(wholeFile)) return [wholeFile];
  return [...new Set(symbols)];
}

function pathOf(ids: readonly string[]): string | Refusal {
  const path = fileOfSymbol(ids.find(isSymbolId) ?? '');
  if (path !== '') return canonicalPath(path);
  return refuse('ValidationError', 'file: name the file, or symbols by their ids.', {
    field: 'file',
  });
}

function about(field: string, { message, details }: Refusal): Refusal {
  const renamed = message.replace(/^(file_path|symbol_ids|file)\b:?/, `${field}:`);
  return refuse('ValidationError', renamed, { ...details, field });
}

/** Who asks, and where. */
interface Asking {
  readonly id: string;
  readonly workspace_id: string;
}

const maxFound = 500;
const maxShown = 10;
const field = 'symbol_names';

/**
 * NEG-1: the target; of symbols that are named alone, the one file that has all of them, by what others hold and by the symbol
 * graph. Of several it is the only one in which another session holds them. Refused with a ValidationError that lists the
 * ids when it is not one file.
 */
export async function findTarget(
  transaction: Transaction,
  asking: Asking,
  wanted: Target | BareNames,
): Promise<Target | Refusal> {
  if (!('names' in wanted)) return wanted;
  const found = await filesWith(transaction, asking, wanted.names);
  const contested = found.length < 2 ? [] : await contestedOf(transaction, asking, found);
  const left = contested.length === 0 ? found : contested;
  const [only, second] = left;
  return only === undefined || second !== undefined ? notOne(wanted, left) : only;
}

/** The files that have every one of the names, as targets. */
async function filesWith(
  { connection, nowMs }: Transaction,
  { workspace_id: workspaceId, id: exceptSession }: Asking,
  names: readonly string[],
): Promise<Target[]> {
  const db = connection.kysely;
  const limit = maxFound;
  const [held, known] = await Promise.all([
    selectReservedNames(db, workspaceId, { names, nowMs, exceptSession, limit }),
    selectSymbols(db, workspaceId, { filter: { names }, limit }),
  ]);
  const namesIn = new Map<string, Set<string>>();
  for (const { file, name } of [...held, ...known])
    namesIn.set(file, (namesIn.get(file) ?? new Set()).add(name));
  const files = [...namesIn].filter(([, own]) => own.size === names.length).map(([file]) => file);
  const targets = files.map((file) => targetOf({ file, symbol_names: names }));
  const byKey = new Map(targets.flatMap((one) => ('key' in one ? [[one.key, one] as const] : [])));
  return [...byKey.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
}

async function contestedOf(
  transaction: Transaction,
  { workspace_id: workspaceId, id }: Asking,
  targets: readonly Target[],
): Promise<Target[]> {
  const { connection, nowMs } = transaction;
  const { policy } = optionsOf(transaction, workspaceId);
  const keys = targets.map(({ key }) => [workspaceId, key] as const);
  const reservations = await reservationsOfFiles(connection, keys);
  const others = reservations.filter((one) => one.sessionId !== id && isLive(one, nowMs));
  return targets.filter(({ key, symbols }) =>
    others.some(
      (one) =>
        one.pathKey === key &&
        symbols.some((symbol) => overlapUnder(policy, placeNamed(symbol), one)),
    ),
  );
}

function notOne({ names }: BareNames, targets: readonly Target[]): Refusal {
  const about = names.slice(0, maxShown).map((name) => shownId(name));
  const what = about.join(', ');
  if (targets.length === 0) {
    const text = `${field}: no one file is known to have ${what}. Name the file, or the symbols by their ids.`;
    return refuse('ValidationError', text, { field });
  }
  const ids = targets.flatMap(({ path }) => names.map((name) => symbolId(path, name)));
  const more = ids.length > maxShown ? ' and others' : '';
  const shown = ids.slice(0, maxShown).map((id) => shownId(id, 200));
  const text = `${field}: ${what} can be ${shown.join(', ')}${more}. Name the file, or the symbol by its id.`;
  return refuse('ValidationError', text, { field, symbol_ids: ids.slice(0, maxFound) });
}

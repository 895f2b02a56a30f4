import { fileOfSymbol, isSymbolId } from '../../shared/kernel/symbol-id.ts';
import { canonicalPath, pathKey } from '../../shared/kernel/paths.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { wholeFile } from '../../shared/reservations/places.ts';
import { symbolNamesOf } from '../../shared/reservations/symbol-names.ts';

/** A file, or symbols of it, that somebody asks for: names, `*` alone for the whole file. */
export interface Target {
  readonly path: string;
  readonly key: string;
  readonly symbols: readonly string[];
}

export interface NamedTarget {
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
export function targetOf({
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
export function distinct(symbols: readonly string[]): readonly string[] {
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

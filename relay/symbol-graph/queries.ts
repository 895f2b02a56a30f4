import type { SymbolKind } from '../../shared/symbols/contract.ts';
import { inOrder } from '../store/paging.ts';
import type { Db, SymbolEdgeRow, SymbolRow } from '../store/schema.ts';

/** 0 before the first publication. */
export async function graphVersion(db: Db, workspaceId: string): Promise<number> {
  const row = await db
    .selectFrom('graphs')
    .select('version')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row?.version ?? 0;
}

export interface SymbolFilter {
  readonly name?: string | undefined;
  /** One of these, at least one. */
  readonly names?: readonly string[] | undefined;
  readonly fileKey?: string | undefined;
  readonly keys?: readonly string[] | undefined;
  readonly kind?: SymbolKind | undefined;
}

/** The position of a symbol in the list of its workspace. */
export type SymbolPosition = Pick<SymbolRow, 'file_key' | 'start_line' | 'key'>;

/** Symbols ordered by file and line; `after` is the last one of the page before. */
export function selectSymbols(
  db: Db,
  workspaceId: string,
  {
    filter,
    limit,
    after,
  }: { filter: SymbolFilter; limit: number; after?: SymbolPosition | undefined },
): Promise<SymbolRow[]> {
  let query = db.selectFrom('symbols').selectAll().where('workspace_id', '=', workspaceId);
  if (filter.name !== undefined) query = query.where('name', '=', filter.name);
  if (filter.names !== undefined) query = query.where('name', 'in', [...filter.names]);
  if (filter.fileKey !== undefined) query = query.where('file_key', '=', filter.fileKey);
  if (filter.kind !== undefined) query = query.where('kind', '=', filter.kind);
  if (filter.keys !== undefined) query = query.where('key', 'in', [...filter.keys]);
  const position = after && [after.file_key, after.start_line, after.key];
  const page = { limit, after: position };
  return inOrder(query, ['file_key', 'start_line', 'key'], page).execute();
}

/**
 * The edges from these symbols, or to them; each kind has an index of its own. The order is one that no index has on purpose:
 * otherwise SQLite scans the whole workspace in that order instead of looking up the keys.
 */
export function selectEdgesAt(
  db: Db,
  workspaceId: string,
  { keys, end, limit }: { keys: readonly string[]; end: 'caller' | 'callee'; limit: number },
): Promise<SymbolEdgeRow[]> {
  if (keys.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('symbol_edges')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where(end === 'caller' ? 'caller_key' : 'callee_key', 'in', [...keys])
    .orderBy('caller')
    .orderBy('callee')
    .limit(limit)
    .execute();
}

/** A page of the symbols by key, to fill an index. */
export function selectSymbolsAfter(
  db: Db,
  workspaceId: string,
  { limit, after }: { limit: number; after: string },
): Promise<SymbolRow[]> {
  return db
    .selectFrom('symbols')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('key', '>', after)
    .orderBy('key')
    .limit(limit)
    .execute();
}

/** Every symbol of some files, in the order of their index. */
export function selectSymbolsOfFiles(
  db: Db,
  workspaceId: string,
  fileKeys: readonly string[],
): Promise<SymbolRow[]> {
  return db
    .selectFrom('symbols')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('file_key', 'in', [...fileKeys])
    .orderBy('file_key')
    .orderBy('start_line')
    .orderBy('key')
    .execute();
}

/** The ids of the symbols with one of these names that no other symbol of the workspace has. */
export async function selectOnlySymbolsCalled(
  db: Db,
  workspaceId: string,
  names: readonly string[],
): Promise<{ name: string; id: string }[]> {
  if (names.length === 0) return [];
  return db
    .selectFrom('symbols')
    .select(['name', (select) => select.fn.min<string>('id').as('id')])
    .where('workspace_id', '=', workspaceId)
    .where('name', 'in', [...names])
    .groupBy('name')
    .having((select) => select.fn.countAll(), '=', 1)
    .execute();
}

/** The ids of these symbols, as far as they are there. In no order: SQLite would scan the workspace in it. */
export function selectIdsOfKeys(
  db: Db,
  workspaceId: string,
  keys: readonly string[],
): Promise<Pick<SymbolRow, 'key' | 'id'>[]> {
  return db
    .selectFrom('symbols')
    .select(['key', 'id'])
    .where('workspace_id', '=', workspaceId)
    .where('key', 'in', [...keys])
    .execute();
}

/** The keys of the symbols of a file, in no order: SQLite would scan the workspace in it. */
export async function selectKeysOfFile(
  db: Db,
  workspaceId: string,
  fileKey: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('symbols')
    .select('key')
    .where('workspace_id', '=', workspaceId)
    .where('file_key', '=', fileKey)
    .execute();
  return rows.map(({ key }) => key);
}

/** A page of the calls of these symbols, in the order of their keys and of their callers' keys. */
export function selectCallsAfter(
  db: Db,
  workspaceId: string,
  {
    callees,
    limit,
    after,
  }: {
    callees: readonly string[];
    limit: number;
    after?: Pick<SymbolEdgeRow, 'callee_key' | 'caller_key'> | undefined;
  },
): Promise<Pick<SymbolEdgeRow, 'callee_key' | 'caller_key' | 'caller'>[]> {
  const query = db
    .selectFrom('symbol_edges')
    .select(['callee_key', 'caller_key', 'caller'])
    .where('workspace_id', '=', workspaceId)
    .where('callee_key', 'in', [...callees]);
  const page = { limit, after: after && [after.callee_key, after.caller_key] };
  return inOrder(query, ['callee_key', 'caller_key'], page).execute();
}

/** The files of the symbol graph with these keys, as it spells them. */
export function selectKnownFiles(
  db: Db,
  workspaceId: string,
  fileKeys: readonly string[],
): Promise<{ file_key: string; file: string }[]> {
  return db
    .selectFrom('symbol_files')
    .select(['file_key', 'file'])
    .where('workspace_id', '=', workspaceId)
    .where('file_key', 'in', [...fileKeys])
    .orderBy('file_key')
    .execute();
}

/** The keys of those files of which the symbol graph has a symbol, or that use another file. */
export async function filesWithContent(
  db: Db,
  workspaceId: string,
  fileKeys: readonly string[],
): Promise<string[]> {
  const keysIn = (table: 'symbols' | 'symbol_edges') =>
    db
      .selectFrom(table)
      .select('file_key')
      .distinct()
      .where('workspace_id', '=', workspaceId)
      .where('file_key', 'in', [...fileKeys])
      .execute();
  const rows = [...(await keysIn('symbols')), ...(await keysIn('symbol_edges'))];
  return rows.map(({ file_key: key }) => key);
}

import { sql, type Kysely } from 'kysely';
import type { SymbolKind } from '../../shared/symbols/contract.ts';
import type { EventRow, Schema, SymbolEdgeRow, SymbolFileRow, SymbolRow } from '../store/schema.ts';

export type Db = Kysely<Schema>;

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
  if (after !== undefined) {
    query = query.where((where) =>
      where.or([
        where('file_key', '>', after.file_key),
        where.and([
          where('file_key', '=', after.file_key),
          where('start_line', '>', after.start_line),
        ]),
        where.and([
          where('file_key', '=', after.file_key),
          where('start_line', '=', after.start_line),
          where('key', '>', after.key),
        ]),
      ]),
    );
  }
  return query.orderBy('file_key').orderBy('start_line').orderBy('key').limit(limit).execute();
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

/** A file with its size as far as its symbols tell it. */
export interface SizedFile {
  readonly file_key: string;
  readonly file: string;
  readonly lines: number;
  readonly symbols: number;
}

/** SYM-8: files in the order of their keys, after the one of `after`. */
export async function selectSizedFiles(
  db: Db,
  workspaceId: string,
  { limit, after }: { limit: number; after: string },
): Promise<SizedFile[]> {
  const { rows } = await sql<SizedFile>`
    SELECT f.file_key, f.file, COALESCE(MAX(s.end_line), 1) AS lines, COUNT(s.key) AS symbols
    FROM (
      SELECT workspace_id, file_key, file FROM symbol_files
      WHERE workspace_id = ${workspaceId} AND file_key > ${after} ORDER BY file_key LIMIT ${limit}
    ) f
    LEFT JOIN symbols s ON s.workspace_id = f.workspace_id AND s.file_key = f.file_key
    GROUP BY f.file_key, f.file ORDER BY f.file_key`.execute(db);
  return rows;
}

/** The newest events of the log, newest first. */
export function selectNewestRows(db: Db, workspaceId: string, limit: number): Promise<EventRow[]> {
  return db
    .selectFrom('events')
    .select(['workspace_id', 'seq', 'at', 'type', 'payload'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
}

/** The sessions that have active reservations in these files. */
export function selectHolders(
  db: Db,
  workspaceId: string,
  { fileKeys, nowMs }: { fileKeys: readonly string[]; nowMs: number },
): Promise<{ session_id: string; path_key: string; within_symbol: string }[]> {
  if (fileKeys.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('reservations as r')
    .innerJoin('sessions as s', 's.id', 'r.session_id')
    .select(['r.session_id', 'r.path_key', 'r.within_symbol'])
    .where('r.workspace_id', '=', workspaceId)
    .where('r.path_key', 'in', [...fileKeys])
    .where('r.expires_at', '>', nowMs)
    .where('s.state', '<>', sql.lit('ending'))
    .orderBy('r.path_key')
    .orderBy('r.symbol')
    .execute();
}

/** Of the folded paths those that the graph has. */
export async function selectKnownKeys(
  db: Db,
  workspaceId: string,
  keys: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('symbol_files')
    .select('file_key')
    .where('workspace_id', '=', workspaceId)
    .where('file_key', 'in', [...keys])
    .execute();
  return rows.map(({ file_key: key }) => key);
}

/** Whether the graph has any file. */
export async function hasFiles(db: Db, workspaceId: string): Promise<boolean> {
  const [row] = await selectFilesAfter(db, workspaceId, { limit: 1, after: '' });
  return row !== undefined;
}

/** Files in the order of their keys, after the one of `after`. */
export function selectFilesAfter(
  db: Db,
  workspaceId: string,
  { limit, after }: { limit: number; after: string },
): Promise<Pick<SymbolFileRow, 'file_key' | 'file'>[]> {
  return db
    .selectFrom('symbol_files')
    .select(['file_key', 'file'])
    .where('workspace_id', '=', workspaceId)
    .where('file_key', '>', after)
    .orderBy('file_key')
    .limit(limit)
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
  let query = db
    .selectFrom('symbol_edges')
    .select(['callee_key', 'caller_key', 'caller'])
    .where('workspace_id', '=', workspaceId)
    .where('callee_key', 'in', [...callees]);
  if (after !== undefined)
    query = query.where((where) =>
      where.or([
        where('callee_key', '>', after.callee_key),
        where.and([
          where('callee_key', '=', after.callee_key),
          where('caller_key', '>', after.caller_key),
        ]),
      ]),
    );
  return query.orderBy('callee_key').orderBy('caller_key').limit(limit).execute();
}

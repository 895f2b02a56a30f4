import { sql } from 'kysely';
import type { Db, SymbolFileRow } from '../store/schema.ts';
import { pathKey } from '../../shared/kernel/paths.ts';
import { mayBeIndexed } from '../../shared/symbols/indexed.ts';

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
async function selectKnownKeys(
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
async function hasFiles(db: Db, workspaceId: string): Promise<boolean> {
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

/** DEC-16: the records, each with those of its files that the index does not have, where there are some. */
export async function withUnknownFiles<T extends { readonly files: readonly string[] }>(
  db: Db,
  workspaceId: string,
  records: readonly T[],
): Promise<(T & { unknown_files?: string[] })[]> {
  const named = records.flatMap(({ files }) => files);
  const unknown = new Set(await unknownFiles(db, workspaceId, named));
  return records.map((record) => {
    const own = record.files.filter((file) => unknown.has(file));
    return own.length === 0 ? record : { ...record, unknown_files: own };
  });
}

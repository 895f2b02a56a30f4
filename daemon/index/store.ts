import { chmodSync, closeSync, openSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { Stamp } from './disk.ts';
import type { ParsedFile, ParsedSymbol, SymbolKind } from './parse.ts';

/** What is known of one file; `parsed` is `undefined` for a file that cannot be parsed. */
export interface FileRow extends Stamp {
  readonly path: string;
  readonly parsed: ParsedFile | undefined;
}

/** The local index on disk. Everything in it can be rebuilt from the files. */
export interface IndexStore {
  get(path: string): FileRow | undefined;
  putMany(rows: readonly FileRow[]): void;
  remove(paths: readonly string[]): void;
  /** The stamp of every file, by path. */
  stamps(): Map<string, Stamp>;
  count(): number;
  close(): void;
}

/** To be raised whenever the form of a row changes, or the meaning hash of unchanged code. */
const schemaVersion = 1;

interface StoredRow {
  readonly path: string;
  readonly mtime_ms: number;
  readonly size: number;
  readonly parsed: string | null;
}

/** Opens or makes the index file (mode 0600; its directory must be there). A broken or older one is rebuilt. */
export function openIndexStore(file: string): IndexStore {
  try {
    return storeOn(openDatabase(file));
  } catch (error) {
    if (!isDamaged(error)) throw error;
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
    return storeOn(openDatabase(file));
  }
}

function openDatabase(file: string): Database.Database {
  closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
  const database = new Database(file);
  try {
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = NORMAL');
    migrate(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function migrate(database: Database.Database): void {
  if (database.pragma('user_version', { simple: true }) === schemaVersion) return;
  database.exec(`
    BEGIN IMMEDIATE;
    DROP TABLE IF EXISTS files;
    CREATE TABLE files (
      path TEXT PRIMARY KEY, mtime_ms REAL NOT NULL, size INTEGER NOT NULL, parsed TEXT
    ) STRICT;
    PRAGMA user_version = ${schemaVersion};
    COMMIT`);
}

function isDamaged(error: unknown): boolean {
  if (!(error instanceof Database.SqliteError)) return false;
  return error.code.startsWith('SQLITE_CORRUPT') || error.code === 'SQLITE_NOTADB';
}

function storeOn(database: Database.Database): IndexStore {
  const select = database.prepare<[string], StoredRow>('SELECT * FROM files WHERE path = ?');
  const selectStamps = database.prepare<[], StoredRow>('SELECT path, mtime_ms, size FROM files');
  const countRows = database.prepare<[], number>('SELECT count(*) FROM files').pluck();
  const remove = database.prepare<[string]>('DELETE FROM files WHERE path = ?');
  const put = database.prepare<[string, number, number, string | null]>(
    `INSERT INTO files (path, mtime_ms, size, parsed) VALUES (?, ?, ?, ?)
     ON CONFLICT (path) DO UPDATE SET
       mtime_ms = excluded.mtime_ms, size = excluded.size, parsed = excluded.parsed`,
  );
  return {
    get(path) {
      const row = select.get(path);
      return row && { path, mtimeMs: row.mtime_ms, size: row.size, parsed: decoded(row.parsed) };
    },
    putMany: database.transaction((rows: readonly FileRow[]) => {
      for (const row of rows) put.run(row.path, row.mtimeMs, row.size, encoded(row.parsed));
    }),
    remove: database.transaction((paths: readonly string[]) => {
      for (const path of paths) remove.run(path);
    }),
    stamps: () =>
      new Map(
        selectStamps.all().map((row) => [row.path, { mtimeMs: row.mtime_ms, size: row.size }]),
      ),
    count: () => countRows.get() ?? 0,
    close: () => void database.close(),
  };
}

type StoredSymbol = [string, SymbolKind, number, number, number, number, string];

function encoded(parsed: ParsedFile | undefined): string | null {
  if (parsed === undefined) return null;
  const symbols = parsed.symbols.map(
    ({ name, kind, startLine, endLine, start, end, hash }): StoredSymbol => {
      return [name, kind, startLine, endLine, start, end, hash];
    },
  );
  return JSON.stringify([parsed.topLevelHash, symbols]);
}

function decoded(json: string | null): ParsedFile | undefined {
  if (json === null) return undefined;
  const [topLevelHash, symbols] = JSON.parse(json) as [string, StoredSymbol[]];
  return { topLevelHash, symbols: symbols.map(symbolOf) };
}

function symbolOf(stored: StoredSymbol): ParsedSymbol {
  const [name, kind, startLine, endLine, start, end, hash] = stored;
  return { name, kind, startLine, endLine, start, end, hash };
}

import { accessSync, constants } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { Kysely, SqliteDialect, type SqliteDatabase } from 'kysely';
import { LRUCache } from 'lru-cache';
import { hasRoom } from '../../shared/node/disk/disk-trouble.ts';
import { makePrivateFile } from '../../shared/node/disk/files.ts';
import { makeFolders } from '../../shared/node/disk/folders.ts';
import { markOf } from '../../shared/node/disk/sqlite-files.ts';
import {
  appliedMigrations,
  isUpToDate,
  migrate,
  ping,
  type Connection,
  type Database,
  type Row,
} from './database.ts';
import type { Schema } from './schema.ts';
import { before } from './schema-changes.ts';

/** How long a start waits for another one that makes or upgrades the same file. */
const upgradeWithinMs = 20_000;
const askAgainMs = 20;

/** Opens (and makes) the SQLite file at `path`, readable by its owner only. */
export async function openSqlite(path: string): Promise<Database> {
  makeFolders(dirname(path));
  makePrivateFile(path);
  const writer = new Sqlite(path, { timeout: 0 });
  const writerKysely = new Kysely<Schema>({
    dialect: new SqliteDialect({ database: withKeptStatements(writer) }),
  });
  try {
    await whenFree(() => upgrade(writer, writerKysely));
    writer.pragma('busy_timeout = 5000');
    return served(path, writer, writerKysely);
  } catch (error) {
    writer.close();
    throw error;
  }
}

/**
 * DUR-1: everything that a first start or an upgrade writes is one transaction. Without waiting for another process: that may
 * be this very one.
 */
async function upgrade(writer: Sqlite.Database, kysely: Kysely<Schema>): Promise<void> {
  writer.pragma('journal_mode = WAL');
  // Acknowledged means durable: the WAL is synced at every commit.
  writer.pragma('synchronous = FULL');
  // 16 MB of log before it is worked into the file: pages that change with every commit are copied there less often.
  writer.pragma('wal_autocheckpoint = 4000');
  writer.pragma('foreign_keys = ON');
  if (isUpToDate(await appliedMigrations(kysely))) return;
  await transaction({ writer }, async () => {
    putBack(writer);
    await migrate(kysely, 'sqlite');
  });
}

async function whenFree(work: () => Promise<void>): Promise<void> {
  const untilMs = performance.now() + upgradeWithinMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > untilMs) throw error;
      await sleep(askAgainMs);
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

function served(path: string, writer: Sqlite.Database, writerKysely: Kysely<Schema>): Database {
  const readerFile = new Sqlite(path, { readonly: true });
  const reader = new Kysely<Schema>({
    dialect: new SqliteDialect({ database: withKeptStatements(readerFile) }),
  });
  const connection = connect(writer, writerKysely);
  const mark = markOf(path);
  const checkSame = () => assertSame(path, mark);
  let claimed: Sqlite.Database | undefined;
  return {
    dialect: 'sqlite',
    reader,
    transaction: (work) => transaction({ writer, checkSame }, () => work(connection)),
    announce: () => undefined,
    onAnnounced: () => undefined,
    claim: () => void (claimed ??= lock(`${path}-lock`)),
    async ping() {
      await ping(reader);
      checkSame();
      checkWritable(path);
    },
    trouble: () => undefined,
    async close() {
      await reader.destroy();
      await writerKysely.destroy();
      claimed?.close();
    },
  };
}

/**
 * Locks a file beside the database, not the database itself: users are added while a relay runs. The lock of a process that
 * was killed is gone with it.
 */
function lock(path: string): Sqlite.Database {
  makePrivateFile(path);
  const file = new Sqlite(path, { timeout: 0 });
  try {
    file.exec('BEGIN EXCLUSIVE');
    return file;
  } catch (error) {
    file.close();
    throw isBusy(error)
      ? Object.assign(new Error(`${path} is locked`), { code: 'DATABASE_SERVED' })
      : error;
  }
}

/** DUR-5: what is written to a file that was deleted or replaced is lost when the relay ends. */
function assertSame(path: string, mark: string): void {
  if (markOf(path) === mark) return;
  const text = `${path} or its -wal was deleted or replaced while the relay uses it, so nothing is written. Put the file back, or restart the relay.`;
  throw Object.assign(new Error(text), { code: 'DATABASE_REPLACED', path });
}

/** Without writing, as anybody may ask. */
function checkWritable(path: string): void {
  accessSync(path, constants.R_OK | constants.W_OK);
  accessSync(dirname(path), constants.W_OK);
  if (!hasRoom(path)) throw Object.assign(new Error('no room'), { code: 'ENOSPC', path });
}

interface Writing {
  readonly writer: Sqlite.Database;
  /** Throws where the file must not be written, asked once for each commit. */
  readonly checkSame?: () => void;
}

async function transaction<T>({ writer, checkSame }: Writing, work: () => Promise<T>): Promise<T> {
  writer.exec('BEGIN IMMEDIATE');
  try {
    const result = await work();
    checkSame?.();
    writer.exec('COMMIT');
    return result;
  } catch (error) {
    if (writer.inTransaction) writer.exec('ROLLBACK');
    throw error;
  }
}

function connect(writer: Sqlite.Database, kysely: Kysely<Schema>): Connection {
  const prepared = new Map<string, Sqlite.Statement>();
  const statement = (text: string): Sqlite.Statement => {
    const known = prepared.get(text) ?? writer.prepare(text);
    prepared.set(text, known);
    return known;
  };
  return {
    kysely,
    forUpdate: '',
    select: (text, parameters) => Promise.resolve(statement(text).all(parameters) as Row[]),
    write: (text, parameters) => void statement(text).run(parameters),
  };
}

/** More than the different queries of a relay; lists of values make further ones. */
const maxStatements = 300;

/** The file for a query builder, which would otherwise prepare every query again: that takes longer than most of them run. */
export function withKeptStatements(file: Sqlite.Database): SqliteDatabase {
  const kept = new LRUCache<string, Sqlite.Statement>({ max: maxStatements });
  return {
    close: () => void file.close(),
    prepare(text) {
      const statement = kept.get(text) ?? file.prepare(text);
      kept.set(text, statement);
      return statement as Sqlite.Statement<readonly unknown[]>;
    },
  };
}

/**
 * DUR-1: earlier versions wrote a migration statement by statement. One that was killed while it made a table anew left the one
 * before beside it, with all its rows; what else it has made is passed over when the migration runs again.
 */
function putBack(file: Sqlite.Database): void {
  const tables = file.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck();
  for (const name of tables.all() as string[]) {
    if (!name.endsWith(before)) continue;
    const own = name.slice(0, -before.length);
    file.exec(`DROP TABLE IF EXISTS ${own}; ALTER TABLE ${name} RENAME TO ${own}`);
  }
}

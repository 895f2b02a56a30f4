import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { migrate, ping, type Connection, type Database, type Row } from './database.ts';
import { withKeptStatements } from './kept-statements.ts';
import type { Schema } from './schema.ts';

/** Opens (and makes) the SQLite file at `path`, readable by its owner only. */
export async function openSqlite(path: string): Promise<Database> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const writer = new Sqlite(path);
  chmodSync(path, 0o600);
  writer.pragma('journal_mode = WAL');
  // Acknowledged means durable: the WAL is synced at every commit.
  writer.pragma('synchronous = FULL');
  // 16 MB of log before it is worked into the file: pages that change with every commit are copied there less often.
  writer.pragma('wal_autocheckpoint = 4000');
  writer.pragma('foreign_keys = ON');
  writer.pragma('busy_timeout = 5000');
  const writerKysely = new Kysely<Schema>({
    dialect: new SqliteDialect({ database: withKeptStatements(writer) }),
  });
  await migrate(writerKysely, 'sqlite');
  const readerFile = new Sqlite(path, { readonly: true });
  const reader = new Kysely<Schema>({
    dialect: new SqliteDialect({ database: withKeptStatements(readerFile) }),
  });
  const connection = connect(writer, writerKysely);
  let claimed: Sqlite.Database | undefined;
  return {
    dialect: 'sqlite',
    reader,
    transaction: (work) => transaction(writer, () => work(connection)),
    announce: () => undefined,
    onAnnounced: () => undefined,
    claim: () => void (claimed ??= lock(`${path}-lock`)),
    ping: () => ping(reader),
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
  const file = new Sqlite(path, { timeout: 0 });
  try {
    chmodSync(path, 0o600);
    file.exec('BEGIN EXCLUSIVE');
    return file;
  } catch (error) {
    file.close();
    const isLocked = error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');
    throw isLocked
      ? Object.assign(new Error(`${path} is locked`), { code: 'DATABASE_SERVED' })
      : error;
  }
}

async function transaction<T>(writer: Sqlite.Database, work: () => Promise<T>): Promise<T> {
  writer.exec('BEGIN IMMEDIATE');
  try {
    const result = await work();
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

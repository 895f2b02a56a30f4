import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import pg from 'pg';
import { tables, type Schema } from '../../relay/store/schema.ts';

export type DatabaseKind = 'sqlite' | 'postgres';

/** A database of one test, with a connection of the test's own beside the relay's. */
export interface TestDatabase {
  readonly kind: DatabaseKind;
  /** What `startRelay` takes as its database. */
  readonly address: string;
  /** Looks at, and changes, the rows behind the relay's back. Works once a relay has made the tables. */
  readonly rows: Kysely<Schema>;
  /** Runs a change; on SQLite tried again while the relay is writing. */
  write(change: (rows: Kysely<Schema>) => Promise<unknown>): Promise<void>;
  dispose(): Promise<void>;
}

const server = process.env['COORD_TEST_POSTGRES'];

/** `COORD_TEST_DATABASE` names one kind; otherwise SQLite, and PostgreSQL when `COORD_TEST_POSTGRES` names a server. */
export const databaseKinds: readonly DatabaseKind[] = chosenKinds(
  process.env['COORD_TEST_DATABASE'],
);

function chosenKinds(chosen: string | undefined): readonly DatabaseKind[] {
  if (chosen === 'sqlite' || chosen === 'postgres') return [chosen];
  return server === undefined ? ['sqlite'] : ['sqlite', 'postgres'];
}

export function freshDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  return kind === 'sqlite' ? freshSqlite() : freshPostgres();
}

async function freshSqlite(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'coord-relay-'));
  const address = join(folder, 'data', 'relay.db');
  // Opened at first use, when the relay has made the file. It never waits for a lock: that would stop the relay, which
  // runs in this very process.
  const database = async () => new Sqlite(address, { fileMustExist: true, timeout: 0 });
  const rows = new Kysely<Schema>({ dialect: new SqliteDialect({ database }) });
  return {
    kind: 'sqlite',
    address,
    rows,
    write: (change) => untilFree(() => change(rows)),
    async dispose() {
      await rows.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilFree(change: () => Promise<unknown>): Promise<void> {
  for (let tried = 0; ; tried += 1) {
    try {
      await change();
      return;
    } catch (error) {
      const busy = error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';
      if (!busy || tried === 200) throw error;
      await delay(5);
    }
  }
}

/** Making and dropping a database costs about a second, so those of one test process are emptied and used again. */
const spare: string[] = [];
const made: string[] = [];

async function freshPostgres(): Promise<TestDatabase> {
  const known = spare.pop();
  const name = known ?? (await createPostgres());
  const address = addressOf(name);
  const pool = new pg.Pool({ connectionString: address, max: 2 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const rows = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  if (known !== undefined) await emptyTables(rows);
  return {
    kind: 'postgres',
    address,
    rows,
    async write(change) {
      await change(rows);
    },
    async dispose() {
      await rows.destroy();
      spare.push(name);
    },
  };
}

/** Tables are listed after those that they refer to. */
async function emptyTables(rows: Kysely<Schema>): Promise<void> {
  for (const { name } of tables.toReversed()) await rows.deleteFrom(name).execute();
}

async function createPostgres(): Promise<string> {
  const name = `coord_test_${randomBytes(6).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name}`);
  // Tests prove what is committed, not what survives a power failure.
  await onServer(`ALTER DATABASE ${name} SET synchronous_commit TO off`);
  made.push(name);
  return name;
}

/** Drops the PostgreSQL databases of this process; after the last test. */
export async function dropDatabases(): Promise<void> {
  for (const name of made.splice(0)) await onServer(`DROP DATABASE ${name} WITH (FORCE)`);
}

/** Runs a statement on the throw-away server's own database, or on another one. */
export async function onServer(statement: string, address = server): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

function addressOf(name: string): string {
  const url = new URL(server ?? '');
  url.pathname = `/${name}`;
  return url.href;
}

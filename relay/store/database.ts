import {
  DEFAULT_MIGRATION_TABLE,
  Migrator,
  sql,
  type Kysely,
  type MigrationProvider,
} from 'kysely';
import { changes, migrations } from './schema-changes.ts';
import { tables, type Schema, type Dialect } from './schema.ts';

export type Row = Record<string, unknown>;

/**
 * The one connection that writes. `select` and `write` take the hot statements: SQL text with `?` parameters, prepared
 * once. `write` may be sent behind others without waiting; the commit fails if one of them failed.
 */
export interface Connection {
  readonly kysely: Kysely<Schema>;
  /** Appended to a select that must lock its rows until the commit; SQLite has a single writer and needs none. */
  readonly forUpdate: '' | ' FOR UPDATE';
  select(text: string, parameters: readonly unknown[]): Promise<Row[]>;
  write(text: string, parameters: readonly unknown[]): void;
}

/** The database port: SQLite or PostgreSQL behind the same queries. */
export interface Database {
  readonly dialect: Dialect;
  /** Reads of committed state only. */
  readonly reader: Kysely<Schema>;
  /**
   * One transaction at a time; resolves after the commit is on disk. Transient conflicts are tried again. Rejects with
   * `OutcomeUnknown` where the commit may have succeeded or not.
   */
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** Tells other relay processes that these workspaces have new events; outside the transaction, never awaited. */
  announce(workspaceIds: readonly string[]): void;
  onAnnounced(listener: (workspaceId: string) => void): void;
  /**
   * Claims the database for this process, until it closes it. On SQLite only one process can serve from a file, because it
   * wakes only its own followers: throws with the code `DATABASE_SERVED` where another one does.
   */
  claim(): void;
  /** Rejects when the database does not answer, or cannot be written (DUR-5). */
  ping(): Promise<void>;
  /** What an answer of a database server means and what to do, with its host and without a password (DUR-8); undefined for any other error. */
  trouble(error: unknown): Error | undefined;
  close(): Promise<void>;
}

/** The names of the migrations that the database has seen, in order. */
export async function appliedMigrations(db: Kysely<Schema>): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`
      SELECT name FROM ${sql.table(DEFAULT_MIGRATION_TABLE)} ORDER BY name`.execute(db);
    return rows.map(({ name }) => name);
  } catch (error) {
    if (isMissingTable(error)) return [];
    throw error;
  }
}

function isMissingTable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === '42P01') || error.message.startsWith('no such table');
}

/**
 * Whether these are all migrations that there are. DUR-2: throws `DATABASE_NEWER` where there is one that is not known, and
 * `DATABASE_FOREIGN` where none is: another program keeps its migrations by the same tool.
 */
export function isUpToDate(applied: readonly string[]): boolean {
  const known = Object.keys(changes);
  if (applied.length > 0 && !applied.some((name) => known.includes(name)))
    throw Object.assign(new Error('the database is of another program'), {
      code: 'DATABASE_FOREIGN',
    });
  const newer = applied.find((name) => !known.includes(name));
  if (newer !== undefined)
    throw Object.assign(new Error(`the database has ${newer}`), { code: 'DATABASE_NEWER' });
  return applied.length === known.length;
}

/**
 * Brings the tables up to date. Throws when a migration fails; nothing of it stays, which on SQLite is left to the caller's
 * transaction (DUR-1). On PostgreSQL a lock lets one relay do it at a time.
 */
export async function migrate(db: Kysely<Schema>, dialect: Dialect): Promise<void> {
  const provider: MigrationProvider = { getMigrations: () => Promise.resolve(migrations(dialect)) };
  const schema = dialect === 'postgres' ? await schemaOfTables(db) : undefined;
  const settings = schema === undefined ? {} : { migrationTableSchema: schema };
  if (dialect === 'postgres') await refuseOthers(db);
  const { error } = await new Migrator({ db, provider, ...settings }).migrateToLatest();
  if (error !== undefined) throw error;
}

/**
 * DUR-13: the schema that the search path leads to. Left to itself the migrator finds the tables of a store in another schema,
 * and makes none here.
 */
async function schemaOfTables(db: Kysely<Schema>): Promise<string | undefined> {
  const { rows } = await sql<{ name: string | null }>`
    SELECT COALESCE((SELECT nspname FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
      WHERE pg_class.oid = to_regclass(${DEFAULT_MIGRATION_TABLE})), current_schema()) AS name`.execute(
    db,
  );
  return rows[0]?.name ?? undefined;
}

/**
 * DUR-13: another program's table with the name of one of ours is found before anything is made. Its answer is PostgreSQL's own. Where
 * another relay has just made the tables, their migrations are seen after them.
 */
async function refuseOthers(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
    WHERE nspname = current_schema() AND relname IN (${sql.join(tables.map(({ name }) => name))})
    ORDER BY relname LIMIT 1`.execute(db);
  const [found] = rows;
  if (found === undefined || (await appliedMigrations(db)).length > 0) return;
  throw Object.assign(new Error(`relation "${found.name}" already exists`), { code: '42P07' });
}

/** Several reads that see the same state, whatever is committed meanwhile. */
export function atOneMoment<T>(
  { reader, dialect }: Pick<Database, 'reader' | 'dialect'>,
  read: (db: Kysely<Schema>) => Promise<T>,
): Promise<T> {
  const transaction = reader.transaction();
  const consistent =
    dialect === 'sqlite' ? transaction : transaction.setIsolationLevel('repeatable read');
  return consistent.execute(read);
}

export async function ping(db: Kysely<Schema>): Promise<void> {
  await sql`SELECT 1`.execute(db);
}

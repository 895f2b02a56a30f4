import { Migrator, sql, type Kysely, type MigrationProvider } from 'kysely';
import type { Dialect } from './dialect.ts';
import { migrations } from './migrations.ts';
import type { Schema } from './schema.ts';

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
  /** One transaction at a time; resolves after the commit is on disk. Transient conflicts are tried again. */
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** Tells other relay processes that these workspaces have new events; outside the transaction, never awaited. */
  announce(workspaceIds: readonly string[]): void;
  onAnnounced(listener: (workspaceId: string) => void): void;
  /**
   * Claims the database for this process, until it closes it. On SQLite only one process can serve from a file, because it
   * wakes only its own followers: throws with the code `DATABASE_SERVED` where another one does.
   */
  claim(): void;
  /** Rejects when the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Brings the tables up to date. Throws when a migration fails; nothing of it stays. */
export async function migrate(db: Kysely<Schema>, dialect: Dialect): Promise<void> {
  const provider: MigrationProvider = { getMigrations: () => Promise.resolve(migrations(dialect)) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error !== undefined) throw error;
}

export async function ping(db: Kysely<Schema>): Promise<void> {
  await sql`SELECT 1`.execute(db);
}

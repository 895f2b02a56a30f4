import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { appliedMigrations, isUpToDate, migrate, ping, type Database } from './database.ts';
import { PostgresListener } from './postgres-listener.ts';
import { PostgresWriter } from './postgres-writer.ts';
import type { Schema } from './schema.ts';

// Counts and milliseconds come as BIGINT and stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Connects, migrates, and listens for the other relay processes on the same database. */
export async function openPostgres(url: string): Promise<Database> {
  const pool = new pg.Pool({ connectionString: url, max: 8 });
  pool.on('error', () => undefined);
  // The pool handles errors of idle connections only; an error of one in use would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const reader = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  const writer = new PostgresWriter(url);
  const listener = new PostgresListener(url);
  const close = async () => {
    await Promise.all([writer.close(), listener.close()]);
    await reader.destroy();
  };
  try {
    if (!isUpToDate(await appliedMigrations(reader))) await migrate(reader, 'postgres');
    await listener.start();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    dialect: 'postgres',
    reader,
    transaction: (work) => writer.transaction(work),
    announce: (workspaceIds) => listener.announce(workspaceIds),
    onAnnounced: (listen) => listener.listeners.push(listen),
    claim: () => undefined,
    ping: () => ping(reader),
    close,
  };
}

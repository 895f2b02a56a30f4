import { sql, type Kysely } from 'kysely';
import pg from 'pg';
import { within } from '../../shared/node/time/within.ts';
import { isSilence } from '../kernel/database-away.ts';
import { appliedMigrations, isUpToDate, migrate, type Database } from './database.ts';
import { connectionSettings } from './postgres-settings.ts';
import { troubleOf } from './postgres-greeting.ts';
import { PostgresReaders } from './postgres-readers.ts';
import { PostgresWriter } from './postgres-writer.ts';
import type { Schema } from './schema.ts';

// Counts and milliseconds come as BIGINT and stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Connects, migrates, and listens for the other relay processes on the same database. */
export async function openPostgres(url: string): Promise<Database> {
  const settings = { ...connectionSettings, connectionString: url };
  const readers = new PostgresReaders(settings, () => writer.connected());
  const writer: PostgresWriter = new PostgresWriter(url, () => readers.giveWay());
  const reader = readers.kysely;
  const listener = new PostgresListener(url);
  const close = async () => {
    await Promise.all([writer.close(), listener.close()]);
    await reader.destroy();
  };
  try {
    if (!isUpToDate(await appliedMigrations(reader))) await migrateAt(url);
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
    ping: inTime(() => Promise.all([writer.ping(), mayWrite(reader)])),
    trouble: (error) => troubleOf(error, url),
    close,
  };
}

/** A migration of a large store takes its time, as does the one of another relay that it waits for. */
async function migrateAt(url: string): Promise<void> {
  const { query_timeout: _none, ...settings } = connectionSettings;
  const { kysely: db } = new PostgresReaders({ ...settings, connectionString: url });
  await migrate(db, 'postgres').finally(() => db.destroy());
}

/** DUR-5: what takes no writes is found before the first one. Rejects with PostgreSQL's own code for it. */
async function mayWrite(reader: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ may: boolean; read_only: boolean }>`
    SELECT has_table_privilege('events', 'INSERT') AS may,
      current_setting('transaction_read_only') = 'on' AS read_only`.execute(reader);
  if (rows[0]?.may !== true)
    throw Object.assign(new Error('permission denied for table events'), { code: '42501' });
  if (rows[0].read_only)
    throw Object.assign(new Error('the database is read-only'), { code: '25006' });
}

const readyWithinMs = 5_000;

/**
 * DUR-5: rejects when no answer came in that time. Whoever asks before there is one shares the question: a silent server takes no more
 * connections for it.
 */
function inTime(ask: () => Promise<unknown>): () => Promise<void> {
  let asking: Promise<unknown> | undefined;
  return async () => {
    asking ??= ask().finally(() => (asking = undefined));
    const answer = await within(readyWithinMs, asking);
    if (answer === 'late') throw new Error('the database does not answer');
  };
}

const channel = 'coord_feed';

/** LISTEN on a connection of its own, so that NOTIFY never serialises the commits. */
class PostgresListener {
  readonly listeners: ((workspaceId: string) => void)[] = [];
  private client: pg.Client | undefined;
  private closed = false;
  private announcing: Promise<unknown> | undefined;
  private readonly waiting = new Set<string>();

  constructor(private readonly url: string) {}

  async start(): Promise<void> {
    const client = new pg.Client({ ...connectionSettings, connectionString: this.url });
    this.client = client;
    client.on('error', () => undefined);
    client.on('end', () => this.restart(client));
    client.on('notification', (message) => {
      // The events of this process are published without the database.
      if (message.processId === (client as { processID?: number | null }).processID) return;
      for (const id of (message.payload ?? '').split(',')) {
        for (const listener of this.listeners) listener(id);
      }
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  }

  /** Announcements that arrive while one is under way go out together in the next. */
  announce(workspaceIds: readonly string[]): void {
    for (const id of workspaceIds) this.waiting.add(id);
    const { client } = this;
    if (this.announcing !== undefined || client === undefined) return;
    // A notification carries at most 8,000 bytes: 100 ids of 23 characters.
    const ids = [...this.waiting].slice(0, 100);
    if (ids.length === 0) return;
    for (const id of ids) this.waiting.delete(id);
    this.announcing = client
      .query('SELECT pg_notify($1, $2)', [channel, ids.join(',')])
      // Where its server does not answer, another connection is made.
      .catch((error: unknown) => (isSilence(error) ? client.end() : undefined))
      .catch(() => undefined)
      .finally(() => {
        this.announcing = undefined;
        this.announce([]);
      });
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.client?.end();
  }

  /** Each connection ends exactly once, even one that was never established, so there is one attempt at a time. */
  private restart(ended: pg.Client): void {
    if (this.client !== ended) return;
    this.client = undefined;
    if (this.closed) return;
    setTimeout(() => {
      if (!this.closed) void this.start().catch(() => undefined);
    }, 1_000).unref();
  }
}

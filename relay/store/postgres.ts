import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { migrate, ping, type Connection, type Database, type Row } from './database.ts';
import type { Schema } from './schema.ts';

const channel = 'coord_feed';
const transientConflicts = new Set(['40001', '40P01']);
const maxTries = 5;

// Counts and milliseconds come as BIGINT and stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Connects, migrates, and listens for the other relay processes on the same database. */
export async function openPostgres(url: string): Promise<Database> {
  const pool = new pg.Pool({ connectionString: url, max: 8 });
  pool.on('error', () => undefined);
  const reader = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  await migrate(reader, 'postgres');
  const writer = new Writer(url);
  const listener = new Listener(url);
  await listener.start();
  return {
    dialect: 'postgres',
    reader,
    transaction: (work) => writer.transaction(work),
    announce: (workspaceIds) => listener.announce(workspaceIds),
    onAnnounced: (listen) => listener.listeners.push(listen),
    ping: () => ping(reader),
    async close() {
      await Promise.all([writer.close(), listener.close()]);
      await reader.destroy();
    },
  };
}

/** One pipelined connection for all transactions; made again when it was lost. */
class Writer {
  private connected: Promise<PostgresConnection> | undefined;

  constructor(private readonly url: string) {}

  async transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    for (let tried = 1; ; tried += 1) {
      const connection = await this.connection();
      try {
        return await connection.transaction(work);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error)) throw error;
        if (!transientConflicts.has(String(error.code)) || tried === maxTries) throw error;
      }
    }
  }

  async close(): Promise<void> {
    await (await this.connected?.catch(() => undefined))?.client.end();
  }

  private connection(): Promise<PostgresConnection> {
    this.connected ??= this.connect();
    this.connected.catch(() => (this.connected = undefined));
    return this.connected;
  }

  private async connect(): Promise<PostgresConnection> {
    const client = new pg.Client({ connectionString: this.url, pipeline: true } as pg.ClientConfig);
    client.on('error', () => (this.connected = undefined));
    client.on('end', () => (this.connected = undefined));
    await client.connect();
    return new PostgresConnection(client);
  }
}

class PostgresConnection implements Connection {
  readonly forUpdate = ' FOR UPDATE';
  readonly kysely: Kysely<Schema>;
  private readonly statements = new Map<string, { name: string; text: string }>();
  private unconfirmed: Promise<unknown>[] = [];

  constructor(readonly client: pg.Client) {
    this.kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: poolOf(client) }) });
  }

  async transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    this.unconfirmed = [];
    this.send({ text: 'BEGIN' });
    try {
      const result = await work(this);
      const commit = this.client.query('COMMIT');
      await Promise.all(this.unconfirmed);
      // PostgreSQL answers ROLLBACK to the COMMIT of a transaction in which a statement failed.
      if ((await commit).command !== 'COMMIT') throw new Error('the transaction was rolled back');
      return result;
    } catch (error) {
      await this.client.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  async select(text: string, parameters: readonly unknown[]): Promise<Row[]> {
    const result = await this.client.query<Row>({
      ...this.prepared(text),
      values: [...parameters],
    });
    return result.rows;
  }

  write(text: string, parameters: readonly unknown[]): void {
    this.send({ ...this.prepared(text), values: [...parameters] });
  }

  private send(query: pg.QueryConfig): void {
    const sent = this.client.query(query);
    // Handled when the commit awaits them all; without this a first failure would end the process.
    sent.catch(() => undefined);
    this.unconfirmed.push(sent);
  }

  private prepared(text: string): { name: string; text: string } {
    let known = this.statements.get(text);
    if (known === undefined) {
      let position = 0;
      const numbered = text.replaceAll('?', () => `$${(position += 1)}`);
      known = { name: createHash('sha1').update(text).digest('hex'), text: numbered };
      this.statements.set(text, known);
    }
    return known;
  }
}

/** Lets kysely use the writer's one connection, inside the transaction that runs on it. */
function poolOf(client: pg.Client): PostgresPool {
  const lent = {
    query: client.query.bind(client) as never,
    release: () => undefined,
  };
  return { connect: () => Promise.resolve(lent), end: () => Promise.resolve() } as PostgresPool;
}

/** LISTEN on a connection of its own, so that NOTIFY never serialises the commits. */
class Listener {
  readonly listeners: ((workspaceId: string) => void)[] = [];
  private client: pg.Client | undefined;
  private closed = false;
  private announcing: Promise<unknown> | undefined;
  private readonly waiting = new Set<string>();

  constructor(private readonly url: string) {}

  async start(): Promise<void> {
    const client = new pg.Client({ connectionString: this.url });
    client.on('error', () => undefined);
    client.on('end', () => this.restart());
    client.on('notification', (message) => {
      for (const id of (message.payload ?? '').split(',')) {
        for (const listener of this.listeners) listener(id);
      }
    });
    await client.connect();
    await client.query(`LISTEN ${channel}`);
    this.client = client;
  }

  /** Announcements that arrive while one is under way go out together in the next. */
  announce(workspaceIds: readonly string[]): void {
    for (const id of workspaceIds) this.waiting.add(id);
    if (this.announcing !== undefined || this.client === undefined) return;
    // A notification carries at most 8,000 bytes: 100 ids of 23 characters.
    const ids = [...this.waiting].slice(0, 100);
    if (ids.length === 0) return;
    for (const id of ids) this.waiting.delete(id);
    this.announcing = this.client
      .query('SELECT pg_notify($1, $2)', [channel, ids.join(',')])
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

  private restart(): void {
    this.client = undefined;
    if (this.closed) return;
    setTimeout(() => void this.start().catch(() => this.restart()), 1_000).unref();
  }
}

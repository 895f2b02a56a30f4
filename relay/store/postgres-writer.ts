import pg from 'pg';
import type { Connection } from './database.ts';
import { PostgresConnection } from './postgres-connection.ts';

const maxTries = 5;
/**
 * The writer's statements all go by key, and are planned once, perhaps while the tables are empty: without this, plans that
 * read whole tables would be kept when the tables have grown.
 */
const byKeyOnly = [
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'plan_cache_mode=force_generic_plan',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

/** One pipelined connection for all transactions; made again when it was lost. */
export class PostgresWriter {
  private connected: Promise<PostgresConnection> | undefined;
  private current: PostgresConnection | undefined;

  constructor(private readonly url: string) {}

  async transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    for (let tried = 1; ; tried += 1) {
      const connection = await this.connection();
      try {
        return await connection.transaction(work);
      } catch (error) {
        if (connection.isLost) this.discard(connection);
        if (tried === maxTries || !connection.mayTryAgain(error)) throw error;
      }
    }
  }

  async close(): Promise<void> {
    await (await this.connected?.catch(() => undefined))?.client.end();
  }

  private connection(): Promise<PostgresConnection> {
    this.connected ??= this.connect().catch((error: unknown) => {
      this.connected = undefined;
      throw error;
    });
    return this.connected;
  }

  private async connect(): Promise<PostgresConnection> {
    const client = new pg.Client({
      connectionString: this.url,
      pipeline: true,
      options: byKeyOnly,
    } as pg.ClientConfig);
    const connection = new PostgresConnection(client);
    client.on('error', () => this.discard(connection));
    client.on('end', () => this.discard(connection));
    await client.connect();
    this.current = connection;
    return connection;
  }

  /** The end of an old connection may be reported when there is a new one already. */
  private discard(connection: PostgresConnection): void {
    connection.isLost = true;
    if (this.current !== connection) return;
    this.current = undefined;
    this.connected = undefined;
    connection.client.end().catch(() => undefined);
  }
}

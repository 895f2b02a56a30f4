import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { isSilence } from '../kernel/database-away.ts';
import { hasNoRoom } from './postgres-trouble.ts';
import type { Schema } from './schema.ts';

const mostReaders = 8;
/** How long there are fewer after the server had no room for more. */
const fewerForMs = 30_000;

/**
 * The connections that read. DUR-5: where the server has too few, the writer has one before any of these is made, requests wait for
 * those that there are, and one is ended for a writer that found no room.
 */
export class PostgresReaders {
  readonly kysely: Kysely<Schema>;
  private readonly pool: pg.Pool;
  private growing: NodeJS.Timeout | undefined;

  /** `writer` resolves when the writer is connected, and rejects where it cannot be. */
  constructor(
    settings: pg.PoolConfig,
    private readonly writer: () => Promise<unknown> = () => Promise.resolve(),
  ) {
    this.pool = new pg.Pool({ ...settings, max: mostReaders });
    this.pool.on('error', () => undefined);
    // The pool handles errors of idle connections only; an error of one in use would end the process.
    this.pool.on('connect', (client) => client.on('error', () => undefined));
    const pool = { connect: () => this.lend(), end: () => this.pool.end() } as PostgresPool;
    this.kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  }

  /** Ends a connection as soon as it is free, so that the server has one for the writer. False where only one is left. */
  async giveWay(): Promise<boolean> {
    if (this.pool.totalCount < 2) return false;
    this.haveAtMost(this.pool.totalCount - 1);
    const client = await this.pool.connect();
    await new Promise<void>((resolve) => {
      this.pool.once('remove', () => resolve());
      client.release(true);
    });
    return true;
  }

  /** Does not use a connection again that once got no answer: the next question would wait behind that one. */
  private async lend() {
    const client = await this.connect();
    let isSilent = false;
    const query = async (text: string, values: unknown[]) => {
      try {
        return await client.query(text, values);
      } catch (error) {
        isSilent ||= isSilence(error);
        throw error;
      }
    };
    return { query: query as never, release: () => client.release(isSilent) };
  }

  private async connect(): Promise<pg.PoolClient> {
    const { pool } = this;
    for (let tried = 1; ; tried += 1) {
      try {
        const makesNew = pool.idleCount === 0 && pool.totalCount < pool.options.max;
        if (makesNew) await this.writer();
        return await pool.connect();
      } catch (error) {
        if (!hasNoRoom(error) || pool.totalCount === 0 || tried > mostReaders) throw error;
        this.haveAtMost(pool.totalCount);
      }
    }
  }

  /** Who finds all in use waits for one of them, and makes none. */
  private haveAtMost(readers: number): void {
    this.pool.options.max = readers;
    clearTimeout(this.growing);
    this.growing = setTimeout(() => (this.pool.options.max = mostReaders), fewerForMs).unref();
  }
}

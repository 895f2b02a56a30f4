import { createHash } from 'node:crypto';
import pg from 'pg';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import { isSilence, OutcomeUnknown } from '../kernel/database-away.ts';
import type { Connection, Row } from './database.ts';
import { connectionSettings } from './postgres-settings.ts';
import { hasNoRoom } from './postgres-trouble.ts';
import type { Schema } from './schema.ts';

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

/** The address with these settings besides those of its own `options`, which pg would take instead of given ones. */
function forWriting(url: string): string {
  const address = new URL(url);
  const own = address.searchParams.get('options') ?? '';
  address.searchParams.set('options', `${own} ${byKeyOnly}`.trim());
  return address.href;
}

/**
 * DUR-11: a relay that is suspended, or cut off, in the middle of a transaction keeps its locks. So long the others wait before the server ends
 * that transaction, which has changed nothing.
 */
const frozenAfterMs = 5_000;

/** One pipelined connection for all transactions; made again when it was lost. */
export class PostgresWriter {
  private connecting: Promise<PostgresConnection> | undefined;
  private current: PostgresConnection | undefined;

  /** `makeRoom` frees a connection of the server, where it can. */
  constructor(
    private readonly url: string,
    private readonly makeRoom: () => Promise<boolean> = () => Promise.resolve(false),
  ) {}

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
    await (await this.connecting?.catch(() => undefined))?.client.end();
  }

  /** Resolves when there is a connection; rejects where none can be made. */
  async connected(): Promise<void> {
    await this.connection();
  }

  /** Rejects when the server does not answer the writer. In the middle of a transaction nothing is asked. */
  async ping(): Promise<void> {
    await (await this.connection()).ping();
  }

  private connection(): Promise<PostgresConnection> {
    this.connecting ??= this.connect().catch((error: unknown) => {
      this.connecting = undefined;
      throw error;
    });
    return this.connecting;
  }

  private async connect(): Promise<PostgresConnection> {
    try {
      return await this.connectOnce();
    } catch (error) {
      if (!hasNoRoom(error) || !(await this.makeRoom().catch(() => false))) throw error;
      return this.connectOnce();
    }
  }

  private async connectOnce(): Promise<PostgresConnection> {
    const client = new pg.Client({
      ...connectionSettings,
      connectionString: forWriting(this.url),
      pipeline: true,
      idle_in_transaction_session_timeout: frozenAfterMs,
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
    this.connecting = undefined;
    connection.client.end().catch(() => undefined);
  }
}

const transientConflicts = new Set(['40001', '40P01']);

/** The connection that writes. Statements are sent without waiting for those before them; the commit awaits them all. */
class PostgresConnection implements Connection {
  readonly forUpdate = ' FOR UPDATE';
  readonly kysely: Kysely<Schema>;
  isLost = false;
  private readonly statements = new Map<string, { name: string; text: string }>();
  private unconfirmed: Promise<unknown>[] = [];
  private committing = false;
  private isBusy = false;

  constructor(readonly client: pg.Client) {
    this.kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: poolOf(client) }) });
  }

  async ping(): Promise<void> {
    if (!this.isBusy) await this.client.query('SELECT 1');
  }

  async transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    this.unconfirmed = [];
    this.committing = false;
    this.isBusy = true;
    this.send({ text: 'BEGIN' });
    try {
      const result = await work(this);
      if (this.isLost) throw new Error('the connection was lost before the commit');
      this.committing = true;
      const commit = this.client.query('COMMIT');
      await Promise.all([...this.unconfirmed, commit]);
      // PostgreSQL answers ROLLBACK to the COMMIT of a transaction in which a statement failed.
      if ((await commit).command !== 'COMMIT') throw new Error('the transaction was rolled back');
      return result;
    } catch (error) {
      if (isFatal(error) || isSilence(error)) this.isLost = true;
      // Who is lost takes no ROLLBACK, and who is silent would not answer it either.
      if (!this.isLost) await this.client.query('ROLLBACK').catch(() => undefined);
      // The loss of a connection may be known only when it takes no ROLLBACK.
      if (this.isLost && this.committing) throw new OutcomeUnknown(error);
      throw error;
    } finally {
      this.isBusy = false;
    }
  }

  /** Whether the last transaction certainly changed nothing, so that it can be tried again. */
  mayTryAgain(error: unknown): boolean {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (transientConflicts.has(code)) return true;
    // DUR-5: a server that says nothing has been waited for.
    return this.isLost && !this.committing && !isSilence(error);
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
    // The commit awaits them all; without this, a rejection before that would end the process.
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

/** PostgreSQL ends the connection after an error of this severity, but the client learns that a moment later. */
function isFatal(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && error.severity !== 'ERROR';
}

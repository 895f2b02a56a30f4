import pg from 'pg';

const channel = 'coord_feed';

/** LISTEN on a connection of its own, so that NOTIFY never serialises the commits. */
export class PostgresListener {
  readonly listeners: ((workspaceId: string) => void)[] = [];
  private client: pg.Client | undefined;
  private closed = false;
  private announcing: Promise<unknown> | undefined;
  private readonly waiting = new Set<string>();

  constructor(private readonly url: string) {}

  async start(): Promise<void> {
    const client = new pg.Client({ connectionString: this.url });
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

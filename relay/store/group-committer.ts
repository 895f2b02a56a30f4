import type { Clock } from '../../shared/kernel/clock.ts';
import type { ConflictPolicy } from '../../shared/reservations/collisions.ts';
import { isSilence, OutcomeUnknown } from '../kernel/database-away.ts';
import { LogWriter, type AppendedEvent } from './log-writer.ts';
import type { Connection, Database } from './database.ts';
import type { Dialect } from './schema.ts';

/** What a command works with: the writing connection, the log, and the relay's time, one for the whole transaction. */
export interface Transaction {
  readonly connection: Connection;
  readonly log: LogWriter;
  readonly nowMs: number;
  /** What collides (RSV-12), by workspace whose row is locked. */
  readonly policies: Map<string, ConflictPolicy>;
  /** Run when the transaction is on disk. */
  readonly afterCommit: (() => void)[];
  /** To be called when reservations were freed, sessions ended or time has passed in a workspace whose row is locked. */
  readonly runCascade: (workspaceId: string) => Promise<void>;
}

/** What follows, in the same transaction, from reservations that were freed. Running it again changes nothing. */
export type Cascade = (transaction: Transaction, workspaceId: string) => Promise<void>;

/** Runs many commands of one kind at once, so that they share their loads and saves. Answers in the order of `commands`. */
export type Handler<Command, Answer> = (
  transaction: Transaction,
  commands: readonly Command[],
) => Promise<readonly Answer[]>;

interface Waiting {
  readonly handler: Handler<never, unknown>;
  readonly command: unknown;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * SQLite works in this thread, so the more commands share a commit the better. PostgreSQL works beside it: where one
 * batch held the commands of all callers, the relay would be idle during the commit, and the database before it.
 */
const maxBatch: Record<Dialect, number> = { sqlite: 256, postgres: 32 };

/**
 * Group commit: the commands that arrive while a commit is under way share the next one, so every answer is durable and
 * one sync of the disk serves them all. Answers and events leave only after the commit.
 */
export class GroupCommitter {
  /** Counters for the metrics. */
  commands = 0;
  commits = 0;
  /** The last commit that failed, and when; undefined after one that succeeded. For whoever asks whether the relay is ready. */
  failure: { readonly error: unknown; readonly atMs: number } | undefined;
  private waiting: Waiting[] = [];
  private running: Promise<void> | undefined;
  private closed = false;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly publish: (events: readonly AppendedEvent[]) => void,
    private readonly cascade: Cascade = () => Promise.resolve(),
  ) {}

  /** Runs the command in the next transaction. Rejects when it could not be committed. */
  submit<Command, Answer>(handler: Handler<Command, Answer>, command: Command): Promise<Answer> {
    if (this.closed) return Promise.reject(new Error('the relay is stopping'));
    return new Promise<Answer>((resolve, reject) => {
      this.waiting.push({
        handler: handler as Handler<never, unknown>,
        command,
        resolve: resolve as (answer: unknown) => void,
        reject,
      });
      // What else this turn of the event loop brings joins the same commit.
      this.running ??= new Promise<void>((done) => setImmediate(() => void this.run().then(done)));
    });
  }

  /** Finishes what was submitted and takes no more. */
  async close(): Promise<void> {
    this.closed = true;
    await this.running;
  }

  private async run(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, maxBatch[this.database.dialect]);
      await this.commit(batch);
    }
    this.running = undefined;
  }

  private async commit(batch: readonly Waiting[]): Promise<void> {
    let answers: readonly unknown[] | undefined;
    let events: readonly AppendedEvent[] = [];
    let afterCommit: readonly (() => void)[] = [];
    try {
      await this.database.transaction(async (connection) => {
        const nowMs = this.clock.now();
        const transaction: Transaction = {
          connection,
          nowMs,
          policies: new Map(),
          log: new LogWriter(nowMs),
          afterCommit: [],
          runCascade: (workspaceId) => this.cascade(transaction, workspaceId),
        };
        answers = undefined;
        answers = await runAll(transaction, batch);
        transaction.log.flush(connection);
        events = transaction.log.appended;
        afterCommit = transaction.afterCommit;
      });
    } catch (error) {
      // One command that threw must not fail the others of its batch. Once all have run, it may be unknown whether the commit
      // succeeded, so they are not run again; nor are they where each would wait for a server that says nothing.
      const isSilent = isSilence(error);
      if (answers === undefined && batch.length > 1 && !isSilent) return this.commitOneByOne(batch);
      this.failure = { error, atMs: this.clock.now() };
      for (const { reject } of batch) reject(error);
      if (isSilent) this.giveUp(error);
      return;
    }
    this.failure = undefined;
    this.commits += 1;
    this.commands += batch.length;
    for (const run of afterCommit) run();
    this.publish(events);
    batch.forEach(({ resolve }, index) => resolve(answers?.[index]));
  }

  /** DUR-5: whoever waits behind a silence does not wait for the next one. Nothing of theirs was sent. */
  private giveUp(error: unknown): void {
    const silence = error instanceof OutcomeUnknown ? error.cause : error;
    for (const { reject } of this.waiting.splice(0)) reject(silence);
  }

  private async commitOneByOne(batch: readonly Waiting[]): Promise<void> {
    for (const item of batch) await this.commit([item]);
  }
}

/** Consecutive commands with the same handler are handed to it together; the answers keep the order of the batch. */
async function runAll(
  transaction: Transaction,
  batch: readonly Waiting[],
): Promise<readonly unknown[]> {
  const answers: unknown[] = [];
  while (answers.length < batch.length) {
    const { handler } = batch[answers.length] as Waiting;
    const end = batch.findIndex(
      (item, index) => index > answers.length && item.handler !== handler,
    );
    const group = batch.slice(answers.length, end === -1 ? undefined : end);
    answers.push(...(await handler(transaction, group.map(({ command }) => command) as never[])));
  }
  return answers;
}

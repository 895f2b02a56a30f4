import { allWorkspaces } from '../../access/queries.ts';
import type { LogEvent } from '../../../shared/contract/events/events.ts';
import { within } from '../../../shared/node/time/within.ts';
import type { Broadcaster } from '../../feed/broadcaster.ts';
import type { Database } from '../../store/database.ts';
import { newestSeq } from '../../store/event-queries.ts';
import { changedRecords, isRelevant, allPassages, passagesOf } from './passages.ts';
import type { SearchPort } from '../port.ts';

/**
 * Keeps the index up to date with the logs of all workspaces. It reads events after their commit. An event only says which
 * record to read again, so reading one twice, or late, does no harm.
 */
export class SearchFollower {
  private readonly followers = new Map<string, WorkspaceFollower>();
  private closed = false;

  constructor(private readonly options: FollowerOptions) {}

  /** How many logs it reads. The status subtracts these from the streams of clients. */
  get size(): number {
    let size = 0;
    for (const one of this.followers.values()) size += one.isOpen ? 1 : 0;
    return size;
  }

  /** Begins to follow the workspaces that exist; one that is made later is followed from its first search on. */
  async start(): Promise<void> {
    this.options.index.onLost(() => {
      for (const one of this.followers.values()) one.startAnew();
    });
    const workspaceIds = await allWorkspaces(this.options.database.reader);
    if (this.closed) return;
    for (const workspaceId of workspaceIds) this.followerOf(workspaceId);
    this.options.index.warm(workspaceIds).catch(this.options.onError);
  }

  /** Resolves when the index has everything up to `seq`, or after `timeoutMs`. */
  reached(workspaceId: string, seq: number, timeoutMs: number): Promise<void> {
    return this.closed ? Promise.resolve() : this.followerOf(workspaceId).reached(seq, timeoutMs);
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all([...this.followers.values()].map((one) => one.close()));
  }

  private followerOf(workspaceId: string): WorkspaceFollower {
    let one = this.followers.get(workspaceId);
    if (one === undefined) {
      this.followers.set(workspaceId, (one = new WorkspaceFollower(workspaceId, this.options)));
      one.begin();
    }
    return one;
  }
}

interface FollowerOptions {
  readonly database: Database;
  readonly broadcaster: Broadcaster;
  readonly index: SearchPort;
  readonly onError: (error: unknown) => void;
}

const maxPending = 10_000;
const retryMs = 2_000;
const closeTimeoutMs = 3_000;

/** Brings the log of one workspace into the index. The checkpoint, how far it came, is stored in the index itself. */
class WorkspaceFollower {
  /** Everything up to here is in the index. */
  private seq = -1;
  private checkpoint = -1;
  private pending: LogEvent[] = [];
  private working: Promise<void> | undefined;
  private retry: NodeJS.Timeout | undefined;
  private unfollow: (() => void) | undefined;
  private closed = false;
  /** How often all was to be read anew. What began before is not of the index that there is now. */
  private losses = 0;
  /** Called when the pending events are in the index. */
  private onDrained: (() => void)[] = [];
  /** Called whenever `seq` advances, and at the end. */
  private readonly waiting = new Set<() => void>();

  constructor(
    private readonly workspaceId: string,
    private readonly options: FollowerOptions,
  ) {}

  get isOpen(): boolean {
    return this.unfollow !== undefined;
  }

  begin(): void {
    this.run(() => this.openAtCheckpoint());
  }

  /** Resolves when the index has everything up to `seq`, or after `timeoutMs`, or when this is closed. */
  reached(seq: number, timeoutMs: number): Promise<void> {
    if (this.seq >= seq) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.waiting.delete(check);
        resolve();
      };
      const check = () => {
        if (this.seq >= seq || this.closed) done();
      };
      const timer = setTimeout(done, timeoutMs);
      this.waiting.add(check);
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    this.unfollow?.();
    clearTimeout(this.retry);
    this.wake();
    // An index that does not answer must not keep the relay from stopping; its checkpoint says where to go on.
    await within(closeTimeoutMs, this.working ?? Promise.resolve());
  }

  /** Does one piece of work at a time; one that fails is tried again after two seconds. */
  private run(work: () => Promise<void>): void {
    if (this.working !== undefined || this.retry !== undefined || this.closed) return;
    this.working = work()
      .catch((error: unknown) => this.tryAgain(work, error))
      .finally(() => {
        this.working = undefined;
        if (this.isOpen && this.pending.length > 0) this.run(() => this.indexPending());
      });
  }

  private tryAgain(work: () => Promise<void>, error: unknown): void {
    if (this.closed) return;
    this.options.onError(error);
    this.retry = setTimeout(() => {
      this.retry = undefined;
      this.run(work);
    }, retryMs);
    this.retry.unref();
  }

  private async openAtCheckpoint(): Promise<void> {
    const { losses } = this;
    const checkpoint = await this.options.index.checkpointOf(this.workspaceId);
    if (checkpoint === undefined) await this.openAnew();
    else this.followFrom(checkpoint, losses);
  }

  private async openAnew(): Promise<void> {
    const { losses } = this;
    this.followFrom(await this.fill(losses), losses);
  }

  private followFrom(seq: number, losses: number): void {
    if (this.closed || losses !== this.losses) return;
    this.advance(seq);
    this.checkpoint = seq;
    this.unfollow = this.options.broadcaster.follow(this.workspaceId, seq, {
      send: (events) => this.offer(events),
      drained: () => this.drained(),
      lost: () => this.startAnew(),
    });
  }

  /** Reads all records, for an index that is empty or too far behind for the log. Answers the `seq` that it then has. */
  private async fill(losses: number): Promise<number> {
    const { database, index } = this.options;
    const seq = await newestSeq(database.reader, this.workspaceId);
    for await (const passages of allPassages(database.reader, this.workspaceId)) {
      // Without a checkpoint, so that the next start fills it again.
      if (this.closed || losses !== this.losses) return seq;
      await index.put(passages);
    }
    if (losses !== this.losses) return seq;
    await index.saveCheckpoint(this.workspaceId, seq);
    return seq;
  }

  /** Takes events from the log. False: too many are pending; more are sent when `drained` resolves. */
  private offer(events: readonly LogEvent[]): boolean {
    const last = events.at(-1)?.seq ?? this.seq;
    if (this.pending.length === 0 && this.working === undefined && !events.some(isRelevant)) {
      this.advance(last);
      return true;
    }
    this.pending.push(...events);
    this.run(() => this.indexPending());
    return this.pending.length < maxPending;
  }

  private drained(): Promise<void> {
    if (this.pending.length < maxPending) return Promise.resolve();
    return new Promise((resolve) => this.onDrained.push(resolve));
  }

  private async indexPending(): Promise<void> {
    while (this.pending.length > 0 && !this.closed) {
      const events = [...this.pending];
      await this.indexRecords(events);
      if (!this.isOpen) return;
      const { seq } = events.at(-1) as LogEvent;
      if (events.some(isRelevant) && seq > this.checkpoint) {
        await this.options.index.saveCheckpoint(this.workspaceId, seq);
        if (!this.isOpen) return;
        this.checkpoint = seq;
      }
      this.pending.splice(0, events.length);
      this.advance(seq);
      for (const resume of this.onDrained.splice(0)) resume();
    }
  }

  private async indexRecords(events: readonly LogEvent[]): Promise<void> {
    const { database, index } = this.options;
    const changed = changedRecords(events);
    await index.remove(this.workspaceId, changed.removed);
    for await (const passages of passagesOf(database.reader, this.workspaceId, changed)) {
      await index.put(passages);
    }
  }

  /** The log no longer has the events that come next, or the index is empty: all records are read again. */
  startAnew(): void {
    this.unfollow?.();
    this.unfollow = undefined;
    this.pending = [];
    this.losses += 1;
    [this.seq, this.checkpoint] = [-1, -1];
    void (this.working ?? Promise.resolve()).then(() => {
      // What is tried again in a while is of the events that it reads no more.
      clearTimeout(this.retry);
      this.retry = undefined;
      this.run(() => this.openAnew());
    });
  }

  private advance(seq: number): void {
    this.seq = Math.max(this.seq, seq);
    this.wake();
  }

  private wake(): void {
    for (const check of [...this.waiting]) check();
  }
}

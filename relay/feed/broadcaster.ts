import type { LogEvent } from '../../shared/contract/events/events.ts';
import type { Database } from '../store/database.ts';
import type { AppendedEvent } from '../store/log-writer.ts';
import { eventsAfter, newestSeq } from '../store/event-queries.ts';
import { grouped } from '../../shared/kernel/grouped.ts';

/** Where a follower's events go. `send` answers false when the reader is slow; then `drained` resolves when it has caught up. */
export interface Sink {
  send(events: readonly LogEvent[]): boolean;
  drained(): Promise<void>;
  /** Events after `seq` are no longer kept: the follower must read the state again. It never gets a silent gap. */
  lost(seq: number): void;
}

const pageSize = 500;

/** Carries committed events to the followers of each workspace: in order, without gap or repeat (FED-2). */
export class Broadcaster {
  private readonly followers = new Map<string, Set<Follower>>();

  constructor(private readonly database: Database) {
    database.onAnnounced((workspaceId) => this.wake(workspaceId));
  }

  /** The events of a commit of this process, in order. */
  publish(appended: readonly AppendedEvent[]): void {
    if (appended.length === 0) return;
    const byWorkspace = grouped(appended, ({ workspaceId }) => workspaceId);
    for (const [workspaceId, own] of byWorkspace) {
      const events = own.map(({ event }) => event);
      for (const follower of this.followers.get(workspaceId) ?? []) follower.offer(events);
    }
    this.database.announce([...byWorkspace.keys()]);
  }

  /** Sends everything after `seq` to the sink, from the log and then live, until the answered function is called. */
  follow(workspaceId: string, seq: number, sink: Sink): () => void {
    const follower = new Follower(this.database, workspaceId, { seq, sink });
    const followers = this.followers.get(workspaceId) ?? new Set();
    this.followers.set(workspaceId, followers.add(follower));
    follower.wake();
    return () => {
      follower.stop();
      followers.delete(follower);
      if (followers.size === 0) this.followers.delete(workspaceId);
    };
  }

  get size(): number {
    let size = 0;
    for (const followers of this.followers.values()) size += followers.size;
    return size;
  }

  /** Makes every follower read its log, in case an announcement of another process was lost. */
  wakeAll(): void {
    if (this.database.dialect === 'sqlite') return;
    for (const workspaceId of this.followers.keys()) this.wake(workspaceId);
  }

  private wake(workspaceId: string): void {
    for (const follower of this.followers.get(workspaceId) ?? []) follower.wake();
  }
}

/** One reader of one log: either live, and sent each commit as it is published, or catching up from the log. */
class Follower {
  private seq: number;
  private readonly sink: Sink;
  private reading = false;
  private again = false;
  private stopped = false;

  constructor(
    private readonly database: Database,
    private readonly workspaceId: string,
    start: { readonly seq: number; readonly sink: Sink },
  ) {
    this.seq = start.seq;
    this.sink = start.sink;
  }

  offer(events: readonly LogEvent[]): void {
    if (this.stopped) return;
    if (this.reading || events[0]?.seq !== this.seq + 1) return this.wake();
    if (!this.deliver(events)) this.wake();
  }

  wake(): void {
    this.again = true;
    if (this.reading || this.stopped) return;
    this.reading = true;
    // A database that does not answer now is asked again at the next wake-up.
    void this.read().catch(() => (this.reading = false));
  }

  stop(): void {
    this.stopped = true;
  }

  private async read(): Promise<void> {
    while (this.again && !this.stopped) {
      this.again = false;
      await this.sink.drained();
      const page = await this.load();
      if (page === undefined) return this.failed();
      if (page.length > 0 && !this.stopped) this.deliver(page);
      this.again ||= page.length > 0;
    }
    this.reading = false;
  }

  /** Undefined when what comes next is not in the log any more, or never was. */
  private async load(): Promise<LogEvent[] | undefined> {
    const page = await this.page();
    if (page.length === 0) {
      const newest = await newestSeq(this.database.reader, this.workspaceId);
      if (newest === this.seq) return page;
      // Either older events were deleted, or a commit came between the two reads.
      page.push(...(newest > this.seq ? await this.page() : []));
    }
    return page[0]?.seq === this.seq + 1 ? page : undefined;
  }

  private page(): Promise<LogEvent[]> {
    const { database, workspaceId, seq } = this;
    return eventsAfter(database.reader, workspaceId, { seq, limit: pageSize });
  }

  private deliver(events: readonly LogEvent[]): boolean {
    this.seq = events.at(-1)?.seq ?? this.seq;
    return this.sink.send(events);
  }

  private failed(): void {
    this.stopped = true;
    this.sink.lost(this.seq);
  }
}

import type { Client } from '../../shared/api/client.ts';
import type { EventType, LogEvent } from '../../shared/contract/events/events.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Logger } from '../kernel/logger.ts';

export interface ListFollowerOptions<T> {
  /** What the lists are about, for the log. */
  readonly what: string;
  readonly read: (call: Client['call'], workspaceId: string) => Promise<T | Refusal>;
  /** The events after which the lists are others. */
  readonly relevantEvents: ReadonlySet<EventType>;
  readonly logger: Logger;
}

/** At most so often is everything read again while the team does one thing after the other. */
const everyMs = 500;
/** So long an agent waits at most for its own writes. */
const catchUpMs = 1_000;

/**
 * Keeps lists of the relay at hand: reads them once, and again whenever the log says that something changed. Who has written
 * something itself does not wait for the log: see `catchUp`.
 */
export abstract class ListFollower<T> {
  private call: Client['call'] | undefined;
  private workspaceId = '';
  private reading: Promise<void> | undefined;
  private isOutdated = false;
  /** Whether something was written by way of this daemon after the last reading began. */
  private isBehind = false;
  private begun = 0;
  private taken = 0;
  private closed = false;

  constructor(private readonly lists: ListFollowerOptions<T>) {}

  protected abstract take(found: T): void;

  /** The relay is there. */
  connect(client: Client, workspaceId: string): void {
    this.call = client.call.bind(client);
    this.workspaceId = workspaceId;
    this.refresh();
  }

  onEvents(events: readonly LogEvent[]): void {
    if (events.some(({ type }) => this.lists.relevantEvents.has(type))) this.refresh();
  }

  close(): void {
    this.closed = true;
  }

  /** Reads at once, or once more after the reading that is under way. */
  refresh(): void {
    this.isOutdated = true;
    this.reading ??= this.read().finally(() => (this.reading = undefined));
  }

  /** The relay has done what an agent of this daemon asked for; the log says so a little later. */
  noteOwnWrite(): void {
    this.isBehind = true;
  }

  /** MCP-9: reads again if an own write is not in the lists yet. */
  async catchUp(): Promise<void> {
    if (this.isBehind) await Promise.race([this.readOnce(), pause(catchUpMs)]);
  }

  private async read(): Promise<void> {
    while (this.isOutdated) {
      this.isOutdated = false;
      if (!(await this.readOnce())) return;
      if (this.isOutdated) await pause(everyMs);
    }
  }

  /** Whether it could be read. Of two readings at the same time, the one that began later counts. */
  private async readOnce(): Promise<boolean> {
    const { read, what, logger } = this.lists;
    if (this.closed || this.call === undefined) return false;
    this.isBehind = false;
    const turn = ++this.begun;
    const found = await read(this.call, this.workspaceId);
    if (isRefusal(found)) logger.warn(`Cannot read ${what}: ${found.message}`);
    if (isRefusal(found) || this.closed) return false;
    if (turn > this.taken) this.take(found);
    this.taken = Math.max(turn, this.taken);
    return true;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

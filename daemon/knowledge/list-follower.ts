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

/** Keeps lists of the relay at hand: reads them once, and again whenever the log says that something changed. */
export abstract class ListFollower<T> {
  private call: Client['call'] | undefined;
  private workspaceId = '';
  private reading: Promise<void> | undefined;
  private isOutdated = false;
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

  private async read(): Promise<void> {
    const { read, what, logger } = this.lists;
    while (this.isOutdated && !this.closed && this.call !== undefined) {
      this.isOutdated = false;
      const found = await read(this.call, this.workspaceId);
      if (isRefusal(found)) return logger.warn(`Cannot read ${what}: ${found.message}`);
      if (this.closed) return;
      this.take(found);
      if (this.isOutdated) await pause(everyMs);
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

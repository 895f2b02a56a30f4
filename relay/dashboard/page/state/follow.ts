import type { LogEvent } from '../../../../shared/contract/events/events.ts';
import { readEventStream } from '../../../../shared/feed/event-stream.ts';
import { openFeed, piecesOf } from '../client/connect.ts';
import { isShown, untilShown, whileShown } from './shown.ts';

export interface FollowOptions {
  readonly workspaceId: string;
  readonly signal: AbortSignal;
  /** The feed is open and goes on after this seq; everything before must be asked for. */
  onStart(seq: number): void;
  /** The feed is open again, without a gap. */
  onResumed(): void;
  onEvent(event: LogEvent): void;
  /** LNK-4: when an event was appended that is known; it tells the log from another one. */
  timeOf(seq: number): string | undefined;
  /** Something came, an event or a sign of life. */
  onSign(): void;
  onLost(): void;
  /** The service refuses: 401 for a key that is no longer good, 404 for who is no member any more. */
  onTurnedDown(status: 401 | 404): Promise<void>;
}

/** DSH-3: live again within two seconds of the service's return. */
const retryMs = 700;
/** A sign of life comes every two seconds. */
const silenceMs = 6_000;
const startMark = /^coord feed after (\d+)$/;

/** Follows the log while the page is shown (DSH-9); after every break it goes on where it was (FED-2). */
export async function follow(options: FollowOptions): Promise<void> {
  let seq: number | undefined;
  while (!options.signal.aborted) {
    await untilShown(options.signal);
    const reading = new Reading(options, seq);
    await reading.run().catch(() => undefined);
    seq = reading.seq;
    if (options.signal.aborted) return;
    if (!isShown.value) continue;
    options.onLost();
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}

/** One connection. */
class Reading {
  private readonly stop = new AbortController();
  private watchdog: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly options: FollowOptions,
    /** The last seq that was read; undefined begins with what happens from now on. */
    public seq: number | undefined,
  ) {}

  async run(): Promise<void> {
    const { workspaceId, signal, timeOf } = this.options;
    const sinceAt = this.seq === undefined ? undefined : timeOf(this.seq);
    const place = { workspaceId, since: this.seq, sinceAt };
    const { signal: wanted, done } = whileShown(signal);
    this.watch();
    try {
      const response = await openFeed(place, AbortSignal.any([wanted, this.stop.signal]));
      if (response.status === 401 || response.status === 404)
        return await this.options.onTurnedDown(response.status);
      if (response.status !== 200 || response.body === null) return;
      if (this.seq !== undefined) this.options.onResumed();
      await this.read(piecesOf(response.body));
    } finally {
      done();
      clearTimeout(this.watchdog);
    }
  }

  private async read(pieces: AsyncIterable<string>): Promise<void> {
    for await (const item of readEventStream(pieces)) {
      this.watch();
      this.options.onSign();
      if (item.kind === 'comment') this.comment(item.text);
      else this.message(JSON.parse(item.data) as LogEvent | { readonly type: 'feed_lost' });
    }
  }

  private comment(text: string): void {
    const start = startMark.exec(text)?.[1];
    if (start === undefined || this.seq !== undefined) return;
    this.seq = Number(start);
    this.options.onStart(this.seq);
  }

  private message(event: LogEvent | { readonly type: 'feed_lost' }): void {
    // The log no longer has what comes next, or is another one: everything is asked for anew.
    if (event.type === 'feed_lost') {
      this.seq = undefined;
      return this.stop.abort();
    }
    this.seq = event.seq;
    this.options.onEvent(event);
  }

  /** A connection that is silent for too long is dead, whatever the browser thinks. */
  private watch(): void {
    clearTimeout(this.watchdog);
    this.watchdog = setTimeout(() => this.stop.abort(), silenceMs);
  }
}

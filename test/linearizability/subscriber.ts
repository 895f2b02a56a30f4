import { setTimeout as delay } from 'node:timers/promises';
import { openFeed, type FeedEvent } from '../support/streams.ts';

/** Follows the feed from its beginning and reconnects with `Last-Event-ID` whenever the relay dies. */
export class Subscriber {
  readonly seen: FeedEvent[] = [];
  private stopped = false;
  private readonly finished: Promise<void>;

  constructor(
    private readonly url: string,
    private readonly path: string,
    private readonly key: string,
  ) {
    this.finished = this.follow();
  }

  /** Waits until the event with this seq has come, then stops. */
  async stopAt(seq: number): Promise<void> {
    const deadline = Date.now() + 30_000;
    while ((this.seen.at(-1)?.id ?? 0) < seq && Date.now() < deadline) await delay(20);
    this.stopped = true;
    await this.finished;
  }

  private async follow(): Promise<void> {
    while (!this.stopped) {
      const headers = {
        authorization: `Bearer ${this.key}`,
        'last-event-id': String(this.seen.at(-1)?.id ?? 0),
      };
      try {
        const feed = await openFeed({ url: this.url, path: this.path, headers });
        let taken = 0;
        const take = () => {
          for (; taken < feed.events.length; taken += 1)
            this.seen.push(feed.events[taken] as FeedEvent);
        };
        let ended = false;
        void feed.ended.then(() => (ended = true));
        while (!ended && !this.stopped) {
          await delay(10);
          take();
        }
        take();
        feed.close();
      } catch {
        await delay(30);
      }
    }
  }
}

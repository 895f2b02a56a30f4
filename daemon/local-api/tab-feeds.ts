import type { ServerResponse } from 'node:http';
import type { Guard } from './guard.ts';

/** As often as the relay beats on a feed (FED-3). */
const lookEveryMs = 2_000;

interface OpenFeed {
  readonly authorization: string | undefined;
  readonly response: ServerResponse;
}

/** LOC-8: the feeds of the relay that tabs follow here. The relay knows of no tab, so they are ended here. */
export class TabFeeds {
  private readonly open = new Set<OpenFeed>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly guard: Pick<Guard, 'isTab'>) {}

  /** Ends the answer when the tab of this `Authorization` header has ended. */
  watch(authorization: string | undefined, response: ServerResponse): void {
    const feed = { authorization, response };
    this.open.add(feed);
    this.timer ??= setInterval(() => this.recheck(), lookEveryMs).unref();
    response.once('close', () => {
      this.open.delete(feed);
      if (this.open.size > 0) return;
      clearInterval(this.timer);
      this.timer = undefined;
    });
    // It may have signed out while the relay was asked.
    this.endUnlessGood(feed);
  }

  /** Ends those whose tab has signed out, or whose token has ended. */
  recheck(): void {
    for (const feed of this.open) this.endUnlessGood(feed);
  }

  private endUnlessGood({ authorization, response }: OpenFeed): void {
    if (this.guard.isTab(authorization)) return;
    // What has not begun must not look like an empty answer.
    if (response.headersSent) response.end();
    else response.destroy();
  }
}

import type { ServerResponse } from 'node:http';
import type { Guard } from './guard.ts';

/** As often as the relay beats on a feed (FED-3). */
const lookEveryMs = 2_000;

/** Something of the relay that goes on for a tab, until it ends. */
export interface OpenStream {
  /** Ends it, since its tab has ended. */
  end(): void;
  once(event: 'close', listener: () => void): unknown;
}

interface Watched {
  readonly authorization: string | undefined;
  readonly stream: OpenStream;
}

/** LOC-8: the feeds and recordings of the relay that tabs have open here. The relay knows of no tab, so they are ended here. */
export class TabStreams {
  private readonly open = new Set<Watched>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly guard: Pick<Guard, 'signInOf'>) {}

  /** Ends it when the tab of this `Authorization` header has ended. */
  watch(authorization: string | undefined, stream: OpenStream): void {
    const watched = { authorization, stream };
    this.open.add(watched);
    this.timer ??= setInterval(() => this.recheck(), lookEveryMs).unref();
    stream.once('close', () => {
      this.open.delete(watched);
      if (this.open.size > 0) return;
      clearInterval(this.timer);
      this.timer = undefined;
    });
    // It may have signed out while the relay was asked.
    this.endUnlessGood(watched);
  }

  /** Ends those whose tab has signed out, or whose token has ended. */
  recheck(): void {
    for (const watched of this.open) this.endUnlessGood(watched);
  }

  private endUnlessGood({ authorization, stream }: Watched): void {
    if (this.guard.signInOf(authorization) === undefined) stream.end();
  }
}

/** An answer to a tab that goes on. */
export function openAnswer(response: ServerResponse): OpenStream {
  return {
    // What has not begun must not look like an empty answer.
    end: () => void (response.headersSent ? response.end() : response.destroy()),
    once: (event, listener) => response.once(event, listener),
  };
}

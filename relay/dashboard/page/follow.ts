import { readEventStream } from '../../../shared/feed/event-stream.ts';
import type { FeedEvent } from '../../../shared/feed/sentence.ts';
import { openFeed } from './connect.ts';

export interface FollowOptions {
  readonly secret: string;
  readonly workspaceId: string;
  readonly signal: AbortSignal;
  onEvent(event: FeedEvent): void;
  /** Whether the feed is open. Whenever it opens, something may have been missed. */
  onState(isLive: boolean): void;
  /** The key is no longer good here. */
  onTurnedDown(): void;
}

const pauseMs = { first: 500, max: 10_000 };

/** Reads the feed on after every break, with pauses that grow while nothing is there. */
export async function follow(options: FollowOptions): Promise<void> {
  let since: number | undefined;
  let waitMs = pauseMs.first;
  while (!options.signal.aborted) {
    const before = since;
    since = await readOnce(options, since).catch(() => before);
    options.onState(false);
    waitMs = since === before ? Math.min(waitMs * 2, pauseMs.max) : pauseMs.first;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

/** The last seq that was read before the connection broke; undefined begins with what happens from now on. */
async function readOnce(
  { secret, workspaceId, signal, onEvent, onState, onTurnedDown }: FollowOptions,
  since: number | undefined,
): Promise<number | undefined> {
  const { status, body } = await openFeed(secret, { workspaceId, since }, signal);
  if (status === 401 || status === 404) onTurnedDown();
  if (status !== 200 || body === null) return since;
  onState(true);
  let last = since;
  for await (const item of readEventStream(body.pipeThrough(new TextDecoderStream()))) {
    if (item.kind === 'comment') continue;
    const event = JSON.parse(item.data) as FeedEvent | { readonly type: 'feed_lost' };
    // What is no longer kept is not shown; the lists are asked for anew at every opening.
    if (event.type === 'feed_lost') return undefined;
    last = event.seq;
    onEvent(event);
  }
  return last;
}

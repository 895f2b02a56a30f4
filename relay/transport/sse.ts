import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { LogEvent } from '../../shared/contract/events.ts';
import { newestSeq } from '../feed/queries.ts';
import type { Outbox, Sink } from '../feed/outbox.ts';
import type { Database } from '../store/database.ts';
import type { Streams } from './streams.ts';

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  connection: 'keep-alive',
  // Told to proxies that would otherwise collect a stream before they pass it on.
  'x-accel-buffering': 'no',
};

/** A reader that is this far behind is let catch up from the log instead of from memory. */
const maxBufferedBytes = 1_048_576;

export interface FeedRequest {
  readonly workspaceId: string;
  readonly authorization: string | undefined;
  /** Resume after this seq; undefined starts with what happens from now on. */
  readonly since: number | undefined;
}

export interface FeedDependencies {
  readonly database: Database;
  readonly outbox: Outbox;
  readonly streams: Streams;
}

/** FED-1, FED-2, FED-3: the workspace's log as Server-Sent Events, until either side closes. */
export async function serveFeed(
  { database, outbox, streams }: FeedDependencies,
  request: FeedRequest,
  response: ServerResponse,
): Promise<void> {
  const { workspaceId, authorization } = request;
  const since = request.since ?? (await newestSeq(database.reader, workspaceId));
  response.writeHead(200, headers);
  response.write(`: coord feed after ${since}\n\n`);
  const unfollow = outbox.follow(workspaceId, since, sinkOf(response));
  const forget = streams.add({
    authorization,
    workspaceId,
    heartbeat: () => void response.write(': heartbeat\n\n'),
    close: () => response.end(),
  });
  response.on('close', () => {
    unfollow();
    forget();
  });
}

function sinkOf(response: ServerResponse): Sink {
  return {
    send(events) {
      response.write(events.map(frame).join(''));
      return response.writableLength < maxBufferedBytes;
    },
    async drained() {
      if (response.writableLength >= maxBufferedBytes && !response.destroyed) {
        await Promise.race([once(response, 'drain'), once(response, 'close')]);
      }
    },
    lost(seq) {
      const message = `Events after ${seq} are no longer kept. Read the lists again and follow without Last-Event-ID.`;
      response.end(`data: ${JSON.stringify({ type: 'feed_lost', seq, message })}\n\n`);
    },
  };
}

/** JSON has no raw line breaks, so one event is always one `data:` line. */
function frame(event: LogEvent): string {
  return `id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`;
}

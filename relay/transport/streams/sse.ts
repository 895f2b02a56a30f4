import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import {
  beginEvents,
  commentFrame,
  eventFrame,
  maxBufferedBytes,
  writeFrame,
} from '../../../shared/node/http/server-sent-events.ts';
import type { Broadcaster, Sink } from '../../feed/broadcaster.ts';
import type { Database } from '../../store/database.ts';
import { isOtherLog } from '../../replica/queries.ts';
import { newestSeq } from '../../store/event-queries.ts';
import type { StreamHandler } from '../answer.ts';
import { takeOver } from '../exchange.ts';
import type { Streams } from './streams.ts';

interface FeedRequest {
  readonly workspaceId: string;
  readonly authorization: string | undefined;
  /** The seq after which the feed starts. */
  readonly since: number;
  /** LNK-4: the follower has seen another event of that seq. */
  readonly isOther: boolean;
}

export interface FeedDependencies {
  readonly broadcaster: Broadcaster;
  readonly streams: Streams;
}

/** Answers the operation `feed`. */
export function feedHandler({
  database,
  ...dependencies
}: FeedDependencies & { readonly database: Database }): StreamHandler {
  return async ({ workspaceId }, { since, sinceAt }, { request, reply }) => {
    const { authorization } = request.headers;
    if (request.method === 'HEAD') return void endWithHeaders(reply);
    const start = since ?? (await newestSeq(database.reader, workspaceId));
    const isOther = await isOtherLog(database.reader, workspaceId, { since: start, sinceAt });
    const { places } = dependencies.streams;
    const follower = { mayTalk: false, stream: reply.raw };
    const full = places.take(authorization, request.raw.socket, follower);
    if (full !== undefined) return full;
    takeOver(reply);
    serveFeed(dependencies, { workspaceId, authorization, since: start, isOther }, reply.raw);
    return undefined;
  };
}

/** ANS-6: there is nothing to follow. */
function endWithHeaders(reply: FastifyReply): void {
  takeOver(reply);
  beginEvents(reply.raw);
  reply.raw.end();
}

/** FED-1, FED-2, FED-3: the workspace's log as Server-Sent Events, until either side closes. */
function serveFeed(
  { broadcaster, streams }: FeedDependencies,
  { workspaceId, authorization, since, isOther }: FeedRequest,
  response: ServerResponse,
): void {
  // The connection closed while the request was admitted: its `close` event is over, so following would never end.
  if (response.destroyed) return;
  beginEvents(response);
  response.write(commentFrame(`coord feed after ${since}`));
  const sink = sinkOf(response);
  if (isOther) return sink.lost(since);
  const unfollow = broadcaster.follow(workspaceId, since, sink);
  const remove = streams.add({
    authorization,
    workspaceId,
    heartbeat: () => writeFrame(response, commentFrame('heartbeat')),
    close: () => close(response),
  });
  response.on('close', () => {
    unfollow();
    remove();
  });
}

function sinkOf(response: ServerResponse): Sink {
  return {
    send(events) {
      writeFrame(response, events.map((event) => eventFrame(event, event.seq)).join(''));
      return response.writableLength < maxBufferedBytes;
    },
    drained: () => drained(response),
    lost(seq) {
      const message = `Events after ${seq} are no longer kept. Read the lists again and follow without Last-Event-ID.`;
      writeFrame(response, eventFrame({ type: 'feed_lost', seq, message }));
      response.end();
    },
  };
}

/** Ends the stream. A reader that does not read would keep it open, so it is cut off. */
function close(response: ServerResponse): void {
  const behind = response.writableLength > 0;
  response.end();
  if (behind) response.destroy();
}

async function drained(response: ServerResponse): Promise<void> {
  if (response.writableLength < maxBufferedBytes || response.destroyed) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}

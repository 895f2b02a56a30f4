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
  /** LNK-4: why this is not the log that the follower has read up to there; undefined where it is. */
  readonly misfit: string | undefined;
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
    const newest = await newestSeq(database.reader, workspaceId);
    const start = since ?? newest;
    const misfit =
      start > newest
        ? `There is no event ${start} yet: this log ends with event ${newest}.`
        : await otherEvent(database, workspaceId, { since: start, sinceAt });
    const { places } = dependencies.streams;
    const follower = { mayTalk: false, stream: reply.raw };
    const full = places.take(authorization, request.raw.socket, follower);
    if (full !== undefined) return full;
    takeOver(reply);
    serveFeed(dependencies, { workspaceId, authorization, since: start, misfit }, reply.raw);
    return undefined;
  };
}

async function otherEvent(
  { reader }: Database,
  workspaceId: string,
  start: { readonly since: number; readonly sinceAt: string | undefined },
): Promise<string | undefined> {
  const isOther = await isOtherLog(reader, workspaceId, start);
  return isOther ? `Event ${start.since} of this log is another one than yours.` : undefined;
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
  { workspaceId, authorization, since, misfit }: FeedRequest,
  response: ServerResponse,
): void {
  // The connection closed while the request was admitted: its `close` event is over, so following would never end.
  if (response.destroyed) return;
  beginEvents(response);
  response.write(commentFrame(`coord feed after ${since}`));
  const sink = sinkOf(response);
  if (misfit !== undefined) return endLost(response, since, misfit);
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
    lost: (seq) => endLost(response, seq, `Events after ${seq} are no longer kept.`),
  };
}

/** The empty id makes an EventSource forget its own: it comes back without, instead of asking for the same again and again. */
function endLost(response: ServerResponse, seq: number, why: string): void {
  const message = `${why} Read the lists again and follow without Last-Event-ID.`;
  writeFrame(response, eventFrame({ type: 'feed_lost', seq, message }, ''));
  response.end();
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

import { setTimeout as pause } from 'node:timers/promises';
import { refusalOfResponse } from '../../shared/api/refusal-of-response.ts';
import { misfitOfEvent } from '../../shared/contract/events/misfit-of-event.ts';
import { parseJson } from '../../shared/kernel/json.ts';
import { basePathOf } from '../../shared/api/base-path.ts';
import { requestOf } from '../../shared/api/client.ts';
import { operations, type Input } from '../../shared/api/operations.ts';
import { isPassing, isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { backoffMs } from '../../shared/node/time/backoff.ts';
import type { Connection } from './connect.ts';
import type { FeedEvent } from '../../shared/feed/sentence.ts';
import { readEventStream, type StreamItem } from '../../shared/feed/event-stream.ts';
import { send } from './http.ts';

/** Whose feed, and until when. */
export interface FeedPlace {
  readonly connection: Connection;
  readonly workspaceId: string;
  readonly stop: AbortSignal;
}

/** One reading of one workspace's feed, over as many connections as it takes. */
export interface Reading extends FeedPlace {
  /** The last seq that was handed over, or after which to begin. */
  seq: number;
  /** LNK-4: when the event of `seq` was appended, where that is known; it tells the log from another one. */
  at?: string | undefined;
  /** Stop at this seq; undefined follows. */
  readonly until: number | undefined;
  onEvent(event: FeedEvent): void;
  /** What came after `after` is no longer kept, or the log is another one (LNK-4); the reading goes on after `newest`. */
  onLost(after: number, newest: number): void;
  /** The connection was turned down for now; it is tried again. */
  onBreak(refusal: Refusal): void;
}

const nonsense = refuse(
  'Unavailable',
  'The feed has something in it that is no event of coord. It is read again in a moment.',
);
const openWithinMs = 10_000;
const pauses = { firstMs: 250, maxMs: 5_000 };
/** LIM-4: a relay that says when to come back means it, but a limit may also be lifted before the day ends. */
const longestPauseMs = 60_000;

/**
 * Reads on after every break, with longer and longer pauses while nothing comes. Ends on a refusal that waiting does not change,
 * and where only what has happened is read, on a limit that is reached: nobody waits a day for a list.
 */
export async function followFeed(reading: Reading): Promise<Refusal | undefined> {
  let failures = 0;
  while (!reading.stop.aborted && !isDone(reading)) {
    const before = reading.seq;
    const refusal = await readOnce(reading);
    if (reading.stop.aborted || isDone(reading)) return undefined;
    if (refusal !== undefined && !maySucceed(reading, refusal)) return refusal;
    if (refusal !== undefined) reading.onBreak(refusal);
    failures = reading.seq > before ? 1 : failures + 1;
    const ms = Math.max(backoffMs(failures, pauses), askedPauseMs(refusal));
    await pause(ms, undefined, { signal: reading.stop }).catch(() => undefined);
  }
  return undefined;
}

function maySucceed({ until }: Reading, refusal: Refusal): boolean {
  return isPassing(refusal) && (until === undefined || refusal.error !== 'RateLimited');
}

/** For how long the relay asked not to be asked. */
function askedPauseMs(refusal: Refusal | undefined): number {
  const seconds = Number(refusal?.details['retry_after'] ?? 0);
  return seconds > 0 ? Math.min(seconds * 1_000, longestPauseMs) : 0;
}

/** The feed begins with a comment that tells where the log stands. */
export async function newestSeq(place: FeedPlace): Promise<number | Refusal> {
  const items = await openFeed(place, {});
  if (isRefusal(items)) return items;
  const seq = await seqIn(items).catch(() => undefined);
  if (seq !== undefined) return seq;
  return refuse('Unavailable', 'The feed ended before it began. Try again in a moment.');
}

/** Rejects when the connection breaks. */
async function seqIn(items: AsyncIterable<StreamItem>): Promise<number | undefined> {
  for await (const item of items) {
    const seq = item.kind === 'comment' ? /after (\d+)/.exec(item.text)?.[1] : undefined;
    if (seq !== undefined) return Number(seq);
  }
  return undefined;
}

function isDone({ until, seq }: Reading): boolean {
  return until !== undefined && seq >= until;
}

/** Hands over one connection's events until it breaks; undefined when it broke without a reason. */
async function readOnce(reading: Reading): Promise<Refusal | undefined> {
  const items = await openFeed(reading, { since: reading.seq, since_at: reading.at });
  if (isRefusal(items)) return items;
  for await (const event of eventsOf(items)) {
    if (isRefusal(event)) return event;
    if (event.type === 'feed_lost') return await skipLost(reading);
    reading.seq = event.seq;
    reading.at = event.at;
    reading.onEvent(event);
    if (isDone(reading)) return undefined;
  }
  return undefined;
}

/** A connection that breaks ends it; an error of who reads the events does not. */
async function* eventsOf(
  items: AsyncIterable<StreamItem>,
): AsyncGenerator<FeedEvent | { readonly type: 'feed_lost' } | Refusal> {
  const iterator = items[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await iterator.next().catch(() => ({ done: true }) as const);
      if (next.done === true) return;
      if (next.value.kind !== 'message') continue;
      const event = eventIn(next.value.data);
      if (event === undefined) return yield nonsense;
      yield event;
    }
  } finally {
    await iterator.return?.();
  }
}

/** LNK-1: the event in a message; undefined when it is none. */
function eventIn(data: string): FeedEvent | { readonly type: 'feed_lost' } | undefined {
  const event = parseJson(data) as FeedEvent | { readonly type: 'feed_lost' } | null | undefined;
  if (event?.type === 'feed_lost') return event;
  return misfitOfEvent(event) === undefined ? (event as FeedEvent) : undefined;
}

async function skipLost(reading: Reading): Promise<Refusal | undefined> {
  const newest = await newestSeq(reading);
  if (isRefusal(newest)) return newest;
  reading.onLost(reading.seq, newest);
  reading.seq = newest;
  reading.at = undefined;
  return undefined;
}

async function openFeed(
  { connection, workspaceId, stop }: FeedPlace,
  start: Pick<Input<'feed'>, 'since' | 'since_at'>,
): Promise<AsyncIterable<StreamItem> | Refusal> {
  const { target, key } = connection;
  const { path: feedPath } = requestOf(operations.feed, { id: workspaceId, ...start });
  const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream' };
  const path = basePathOf(target.url) + feedPath;
  const opening = new AbortController();
  const timer = setTimeout(() => opening.abort(), openWithinMs);
  const signal = AbortSignal.any([stop, opening.signal]);
  try {
    const response = await send(target, { path, method: 'GET', headers, signal });
    if (response.statusCode !== 200) return await refusalOfResponse(response);
    return readEventStream(response.setEncoding('utf8') as AsyncIterable<string>);
  } catch {
    return refuse('Unavailable', `The ${connection.kind} does not answer.`);
  } finally {
    clearTimeout(timer);
  }
}

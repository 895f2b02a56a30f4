import { setTimeout as pause } from 'node:timers/promises';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { operations } from '../../shared/contract/index.ts';
import { requestOf } from '../../shared/client.ts';
import type { Context, Outcome } from '../command.ts';
import { connect, workspaceOf, type ConnectOptions, type Connection } from '../connect.ts';
import { describeEvent, isRoutine, timeOfDay, type FeedEvent } from '../event-line.ts';
import { readEventStream, type StreamItem } from '../event-stream.ts';
import { send, textOf } from '../http.ts';

export interface FeedOptions extends ConnectOptions {
  /** Events after this seq; without it the newest few. */
  readonly since?: number;
  /** False ends when all that had happened before the start is shown. */
  readonly follow: boolean;
  /** Also what only extends a hold or a session. */
  readonly all?: boolean;
}

/** One reading of one workspace's feed, over as many connections as it takes. */
interface Reading {
  readonly connection: Connection;
  readonly workspaceId: string;
  /** The last seq that was shown, or after which to begin. */
  seq: number;
  /** Stop at this seq; undefined follows. */
  readonly until: number | undefined;
  readonly names: Map<string, string>;
  readonly stop: AbortSignal;
}

const recentEvents = 20;
const retryMs = { first: 250, most: 5_000 };

/** `coord feed`: the workspace's events as they happen, one line each. */
export async function feed(context: Context, options: FeedOptions): Promise<Outcome> {
  const connection = await connect(context.terminal, options);
  if (isRefusal(connection)) return connection;
  const workspace = await workspaceOf(connection, options.workspace);
  if (isRefusal(workspace)) return workspace;
  const stopping = new AbortController();
  void context.terminal.stopRequested().then(() => stopping.abort());
  const place = { connection, workspaceId: workspace.id, stop: stopping.signal };
  const newest = await newestSeq(place);
  if (isRefusal(newest)) return newest;
  const reading: Reading = {
    ...place,
    seq: options.since ?? Math.max(0, newest - recentEvents),
    until: options.follow ? undefined : newest,
    names: await namesOf(connection, workspace.id),
  };
  return follow(reading, { context, all: options.all === true });
}

/** Reads on after every break, with pauses that grow while nothing is there. */
async function follow(
  reading: Reading,
  show: { context: Context; all: boolean },
): Promise<Outcome> {
  let waitMs: number = retryMs.first;
  while (!reading.stop.aborted && (reading.until === undefined || reading.seq < reading.until)) {
    const before = reading.seq;
    const refusal = await readOnce(reading, show);
    if (reading.stop.aborted || isDone(reading)) return 0;
    if (refusal !== undefined && refusal.error !== 'Unavailable') return refusal;
    if (refusal !== undefined) show.context.output.note(`${refusal.message} Trying again.`);
    waitMs = reading.seq > before ? retryMs.first : Math.min(waitMs * 2, retryMs.most);
    await pause(waitMs, undefined, { signal: reading.stop }).catch(() => undefined);
  }
  return 0;
}

function isDone({ until, seq }: Reading): boolean {
  return until !== undefined && seq >= until;
}

/** Shows one connection's events until it breaks; undefined when it broke without a reason. */
async function readOnce(
  reading: Reading,
  show: { context: Context; all: boolean },
): Promise<Refusal | undefined> {
  const items = await openFeed(reading, reading.seq);
  if (isRefusal(items)) return items;
  try {
    for await (const item of items) {
      if (item.kind === 'comment') continue;
      const event = JSON.parse(item.data) as FeedEvent | { type: 'feed_lost' };
      if (event.type === 'feed_lost') return await skipLost(reading, show.context);
      showEvent(event, { reading, ...show });
      if (isDone(reading)) return undefined;
    }
    return undefined;
  } catch {
    return undefined;
  }
}

function showEvent(
  event: FeedEvent,
  { reading, context, all }: { reading: Reading; context: Context; all: boolean },
): void {
  reading.seq = event.seq;
  if (event.type === 'session_started') {
    reading.names.set(event.session_id, `${event.user} (${event.agent_type})`);
  }
  if (!all && isRoutine(event)) return;
  const { output } = context;
  output.show(event, () => {
    const time = output.style.dim(timeOfDay(event.at));
    const text = describeEvent(event, reading.names);
    return `${time}  ${event.type === 'conflict_detected' ? output.style.yellow(text) : text}`;
  });
}

/** Older events are no longer kept: say so, and go on with what is. */
async function skipLost(reading: Reading, { output }: Context): Promise<Refusal | undefined> {
  const newest = await newestSeq(reading);
  if (isRefusal(newest)) return newest;
  output.note(`The events after ${reading.seq} are no longer kept. Going on after ${newest}.`);
  reading.seq = newest;
  return undefined;
}

type Place = Pick<Reading, 'connection' | 'workspaceId' | 'stop'>;

/** The feed begins with a comment that tells where the log stands. */
async function newestSeq(place: Place): Promise<number | Refusal> {
  const items = await openFeed(place, undefined);
  if (isRefusal(items)) return items;
  for await (const item of items) {
    const seq = item.kind === 'comment' ? /after (\d+)/.exec(item.text)?.[1] : undefined;
    if (seq !== undefined) return Number(seq);
  }
  return refuse('Unavailable', 'The feed ended before it began. Try again in a moment.');
}

async function openFeed(
  { connection, workspaceId, stop }: Place,
  since: number | undefined,
): Promise<AsyncIterable<StreamItem> | Refusal> {
  const { target, key } = connection;
  const { path } = requestOf(operations.feed, { id: workspaceId, since });
  const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream' };
  const request = {
    path: basePath(target.url) + path,
    method: 'GET' as const,
    headers,
    signal: stop,
  };
  try {
    const response = await send(target, request);
    if (response.statusCode !== 200) return turnedDown(await textOf(response), response.statusCode);
    return readEventStream(response.setEncoding('utf8') as AsyncIterable<string>);
  } catch {
    return refuse('Unavailable', `The ${connection.kind} does not answer.`);
  }
}

function basePath(url: string): string {
  return new URL(url).pathname.replace(/\/$/, '');
}

function turnedDown(text: string, status: number | undefined): Refusal {
  try {
    const { error, message } = JSON.parse(text) as Refusal;
    return refuse(error, message);
  } catch {
    return refuse('Unavailable', `The feed was turned down with status ${status}.`);
  }
}

async function namesOf({ client }: Connection, id: string): Promise<Map<string, string>> {
  const sessions = await client.call('listSessions', { id });
  const known = isRefusal(sessions) ? [] : sessions;
  return new Map(known.map((one) => [one.id, `${one.user_name} (${one.agent_type})`]));
}

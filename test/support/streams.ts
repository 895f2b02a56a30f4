import { request, type IncomingHttpHeaders } from 'node:http';
import WebSocket from 'ws';
import type { ReplicaMessage } from '../../shared/replica/contract.ts';
import { Inbox } from './waiting.ts';

/** One event of the feed as it came over the wire. */
export interface FeedEvent {
  /** The `id:` line; undefined when there was none. */
  readonly id: number | undefined;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** The lines of the event without the blank line behind it. */
  readonly lines: readonly string[];
}

/** An open feed. */
export interface FeedReader {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly inbox: Inbox<FeedEvent>;
  readonly comments: Inbox<string>;
  /** The events so far. */
  readonly events: readonly FeedEvent[];
  /** The first event of this type, old or new, that has these values. */
  next(type: string, values?: Readonly<Record<string, unknown>>): Promise<FeedEvent>;
  /** The event with this seq, old or new, and all before it. */
  upTo(seq: number): Promise<readonly FeedEvent[]>;
  /** Resolves when the server has closed the stream. */
  readonly ended: Promise<void>;
  close(): void;
}

export interface StreamRequest {
  readonly url: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Opens a feed; resolves when the server has answered with its head. */
export function openFeed({ url, path, headers }: StreamRequest): Promise<FeedReader> {
  const inbox = new Inbox<FeedEvent>();
  const comments = new Inbox<string>();
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, path, headers: { ...headers }, agent: false });
    outgoing.on('error', (error) => {
      inbox.end(error.message);
      comments.end(error.message);
      reject(error);
    });
    outgoing.on('response', (incoming) => {
      const ended = new Promise<void>((done) => incoming.on('close', done));
      incoming.setEncoding('utf8');
      let rest = '';
      incoming.on('data', (chunk: string) => {
        const blocks = (rest + chunk).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) sort(block, inbox, comments);
      });
      incoming.on('error', () => undefined);
      void ended.then(() => inbox.end('the stream was closed'));
      resolve({
        status: incoming.statusCode ?? 0,
        headers: incoming.headers,
        inbox,
        comments,
        events: inbox.items,
        next: (type, values = {}) =>
          inbox.find(`${type} ${JSON.stringify(values)}`, (event) => isLike(event, type, values)),
        upTo: (seq) =>
          inbox.until(`seq ${seq}`, () => {
            const end = inbox.items.findIndex((event) => event.id === seq);
            return end === -1 ? undefined : inbox.items.slice(0, end + 1);
          }),
        ended,
        close: () => outgoing.destroy(),
      });
    });
    outgoing.end();
  });
}

function isLike(event: FeedEvent, type: string, values: Readonly<Record<string, unknown>>) {
  const same = ([key, value]: [string, unknown]) =>
    JSON.stringify(event.data[key]) === JSON.stringify(value);
  return event.type === type && Object.entries(values).every(same);
}

function sort(block: string, inbox: Inbox<FeedEvent>, comments: Inbox<string>): void {
  if (block.startsWith(':')) return comments.push(block);
  const lines = block.split('\n');
  const field = (name: string) =>
    lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const id = field('id');
  const data = JSON.parse(field('data') ?? 'null') as Record<string, unknown>;
  inbox.push({
    id: id === undefined ? undefined : Number(id),
    type: String(data['type']),
    data,
    lines,
  });
}

/** An open replica stream. */
export interface ReplicaReader {
  readonly inbox: Inbox<ReplicaMessage>;
  readonly messages: readonly ReplicaMessage[];
  /** Resolves with the close code. */
  readonly closed: Promise<number>;
  close(): void;
}

/** The refusal of a WebSocket request. */
export interface UpgradeRefusal {
  readonly status: number;
  readonly text: string;
}

/** Opens a replica stream, or answers how it was refused. */
export function openReplica({
  url,
  path,
  headers,
}: StreamRequest): Promise<ReplicaReader | UpgradeRefusal> {
  const inbox = new Inbox<ReplicaMessage>();
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, { headers });
  const closed = new Promise<number>((resolve) => socket.on('close', (code) => resolve(code)));
  void closed.then((code) => inbox.end(`closed with ${code}`));
  socket.on('message', (data: Buffer) => inbox.push(JSON.parse(data.toString()) as ReplicaMessage));
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('unexpected-response', (_request, response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    socket.on('open', () =>
      resolve({ inbox, messages: inbox.items, closed, close: () => socket.terminate() }),
    );
  });
}

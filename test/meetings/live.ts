import WebSocket from 'ws';
import { Inbox } from '../support/waiting.ts';

export interface LiveMessage {
  readonly type: string;
  readonly text?: string;
  /** Of a piece that was named. */
  readonly id?: string;
  readonly error?: string;
  readonly message?: string;
  readonly field?: string;
  readonly meeting_id?: string;
  readonly decisions?: readonly { readonly title: string }[];
  readonly work_packages?: readonly { readonly title: string }[];
}

/** A client of a meeting that goes on. */
export interface LiveClient {
  readonly inbox: Inbox<LiveMessage>;
  readonly protocol: string;
  send(message: Buffer | object): void;
  next(type: string): Promise<LiveMessage>;
  /** Reads nothing more, so it leaves a close frame unanswered. */
  pause(): void;
  /** As when the network goes. */
  cut(): void;
  /** The close code. */
  readonly closed: Promise<number>;
  /** What came with it. */
  reason(): string;
}

export interface Joining {
  readonly protocols?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Joins a meeting; answers the HTTP status when it is refused. */
export function join(url: string, { protocols, headers }: Joining): Promise<LiveClient | number> {
  const socket = new WebSocket(url, [...(protocols ?? [])], { headers: { ...headers } });
  const inbox = new Inbox<LiveMessage>();
  let reason = '';
  const closed = new Promise<number>((done) => {
    socket.on('close', (code, why) => {
      reason = why.toString();
      done(code);
    });
  });
  void closed.then((code) => inbox.end(`closed with ${code}`));
  socket.on('message', (data) => inbox.push(JSON.parse(String(data)) as LiveMessage));
  socket.on('error', () => undefined);
  return new Promise((resolve) => {
    socket.on('unexpected-response', (request, response) => {
      response.resume();
      request.destroy();
      resolve(response.statusCode ?? 0);
    });
    socket.on('open', () =>
      resolve({
        inbox,
        protocol: socket.protocol,
        closed,
        reason: () => reason,
        pause: () => socket.pause(),
        cut: () => socket.terminate(),
        send: (message) =>
          socket.send(Buffer.isBuffer(message) ? message : JSON.stringify(message)),
        next: (type) => inbox.find(type, (message) => message.type === type),
      }),
    );
  });
}

/** Joins, and fails the test when that is refused. */
export async function joined(url: string, joining: Joining): Promise<LiveClient> {
  const client = await join(url, joining);
  if (typeof client === 'number') throw new Error(`refused with ${client}`);
  return client;
}

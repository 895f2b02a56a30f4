import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { request } from 'undici';
import { WebSocket, WebSocketServer } from 'ws';

/** An answer as it goes out. A function writes the body itself, and ends it or not. */
export interface Told {
  readonly status: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly body: string | Buffer | ((response: ServerResponse) => void);
}

/** What is said instead of the truth. Undefined, or nothing in its place, tells the truth. */
export interface Lies {
  answer?: (asked: { method: string; path: string }, honest: Told) => Told | undefined;
  /** The frames that are sent instead of one. */
  frame?: (honest: string) => readonly (string | Buffer)[] | undefined;
  /** Instead of the WebSocket. */
  upgrade?: (socket: Duplex) => boolean;
}

/** Stands between a daemon and an honest relay, and says what it is told to say. */
export class LyingRelay {
  lies: Lies = {};
  /** Requests and connections so far, by method and path. */
  readonly asked: string[] = [];
  private readonly server = createServer((incoming, response) => {
    void this.answer(incoming, response).catch(() => response.destroy());
  });
  private readonly sockets = new WebSocketServer({ noServer: true });

  constructor(private readonly honest: string) {}

  async start(): Promise<string> {
    this.server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
      socket.on('error', () => socket.destroy());
      this.asked.push(`UPGRADE ${incoming.url}`);
      if (this.lies.upgrade?.(socket) !== true) this.carry(incoming, socket, head);
    });
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The WebSockets that daemons have open here. */
  get followers(): ReadonlySet<WebSocket> {
    return this.sockets.clients;
  }

  close(): void {
    for (const socket of this.followers) socket.terminate();
    this.server.close();
    this.server.closeAllConnections();
  }

  private async answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/' } = incoming;
    const body = await textOf(incoming);
    this.asked.push(`${method} ${path}`);
    const told = await this.ask({ method, path, body, incoming });
    const { status, headers, body: answer } = this.lies.answer?.({ method, path }, told) ?? told;
    response.writeHead(status, headers);
    if (typeof answer === 'function') answer(response);
    else response.end(answer);
  }

  private async ask(asked: {
    method: string;
    path: string;
    body: string;
    incoming: IncomingMessage;
  }): Promise<Told> {
    const { method, path, body, incoming } = asked;
    const { authorization, 'content-type': type, 'idempotency-key': key } = incoming.headers;
    const answer = await request(this.honest + path, {
      method: method as 'GET',
      headers: {
        ...(authorization !== undefined && { authorization }),
        ...(type !== undefined && { 'content-type': type }),
        ...(typeof key === 'string' && { 'idempotency-key': key }),
      },
      ...(body !== '' && { body }),
    });
    const headers = { 'content-type': 'application/json' };
    return { status: answer.statusCode, headers, body: await answer.body.text() };
  }

  private carry(incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { authorization = '' } = incoming.headers;
    const address = `${this.honest.replace('http', 'ws')}${incoming.url}`;
    const upstream = new WebSocket(address, { headers: { authorization } });
    upstream.on('error', () => undefined);
    upstream.on('unexpected-response', (_request, { statusCode }) => {
      socket.end(`HTTP/1.1 ${statusCode} No\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      upstream.terminate();
    });
    const early: string[] = [];
    upstream.on('open', () => {
      this.sockets.handleUpgrade(incoming, socket, head, (down) =>
        this.join(upstream, down, early),
      );
    });
    upstream.on('message', (data: Buffer) => early.push(data.toString()));
  }

  /** `early` has what came before the daemon was there. */
  private join(upstream: WebSocket, down: WebSocket, early: readonly string[]): void {
    const pass = (frame: string) => {
      for (const one of this.lies.frame?.(frame) ?? [frame]) down.send(one);
    };
    upstream.removeAllListeners('message');
    for (const frame of early) pass(frame);
    upstream.on('message', (data: Buffer) => pass(data.toString()));
    upstream.on('close', (code) => down.close(code >= 4_000 ? code : 1_001));
    down.on('error', () => down.terminate());
    down.on('close', () => upstream.terminate());
  }
}

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import { refuse, type Refusal } from '../../kernel/refusal.ts';

/** How many connections a server holds, and how long it waits for what comes over them. */
export interface ConnectionLimits {
  readonly inAll: number;
  readonly perAddress: number;
  /** Connections that came with one key. */
  readonly perKey: number;
  /** After this time a connection without a known key that says nothing is closed. */
  readonly silentMs: number;
  /** How long the headers of a request may take, and the whole of it. */
  readonly headersMs: number;
  readonly bodyMs: number;
  /** How often is looked whether a time is over. */
  readonly checkEveryMs: number;
}

/** So much of every number is left to connections whose key is not known yet: a member always gets in. */
const shareOfKnown = 7 / 8;
const retryAfterSeconds = 2;
const tracked = new WeakMap<Duplex, Connection>();

/** The options of an HTTP server under these limits; Node looks after headers and bodies itself. */
export function serverTimes({ headersMs, bodyMs, checkEveryMs }: ConnectionLimits) {
  return {
    headersTimeout: headersMs,
    requestTimeout: bodyMs,
    connectionsCheckingInterval: checkEveryMs,
  };
}

/**
 * A request with a valid key came over the connection: from now on it is not closed to make room for others. Refused when
 * there are too many such connections, by key, by address or in all; the connection stays unknown then.
 */
export function introduce(socket: Duplex, key: string): Refusal | undefined {
  return tracked.get(socket)?.introduce(key);
}

interface Group {
  known: number;
  readonly unknown: Set<Connection>;
}

const emptyGroup = (): Group => ({ known: 0, unknown: new Set() });

/**
 * CON-5, CON-6: the connections of one server. Those that came with a known key are counted; of the others the oldest gives
 * way to the newest, so a neighbour who floods the server only closes their own.
 */
export class Connections {
  private readonly all = emptyGroup();
  private readonly byAddress = new Map<string, Group>();
  private readonly knownByKey = new Map<string, number>();

  constructor(private readonly limits: ConnectionLimits) {}

  /** To be called once, before the server listens. */
  watch(server: Server): void {
    const timer = setInterval(() => this.closeSilent(), this.limits.checkEveryMs);
    timer.unref();
    server.once('close', () => clearInterval(timer));
    server.on('connection', (socket: Socket) => this.arrive(socket));
    server.prependListener('request', noteRequest);
  }

  /** Undefined when the connection may become a known one. */
  refusalOf(address: string, key: string): Refusal | undefined {
    const { perKey, perAddress, inAll } = this.limits;
    if (this.all.known >= Math.floor(inAll * shareOfKnown)) {
      return refuse('Unavailable', 'All connections of this server are taken. Try again soon.');
    }
    const ofAddress = this.groupOf(address).known >= Math.floor(perAddress * shareOfKnown);
    if (!ofAddress && (this.knownByKey.get(key) ?? 0) < perKey) return undefined;
    const whose = ofAddress ? 'address' : 'key';
    const message = `There are too many connections from this ${whose}. Close some, or try again soon.`;
    return refuse('RateLimited', message, { retry_after: retryAfterSeconds });
  }

  become(connection: Connection, key: string): void {
    this.forget(connection);
    connection.key = key;
    for (const group of this.groupsOf(connection)) group.known += 1;
    this.knownByKey.set(key, (this.knownByKey.get(key) ?? 0) + 1);
  }

  private arrive(socket: Socket): void {
    const connection = new Connection(socket, this);
    tracked.set(socket, connection);
    for (const group of this.groupsOf(connection)) group.unknown.add(connection);
    socket.once('close', () => this.forget(connection));
    const { perAddress, inAll } = this.limits;
    this.makeRoom(this.groupOf(connection.address), perAddress);
    this.makeRoom(this.all, inAll);
  }

  /** The known leave some room, so the newest is never the only one that can go. */
  private makeRoom({ known, unknown }: Group, limit: number): void {
    const [oldest] = unknown;
    if (oldest === undefined || known + unknown.size <= limit) return;
    this.forget(oldest);
    oldest.giveWay();
  }

  /** Does nothing when it was forgotten before. */
  private forget(connection: Connection): void {
    const { address, key } = connection;
    const wasUnknown = this.all.unknown.has(connection);
    if (!wasUnknown && key === undefined) return;
    for (const group of this.groupsOf(connection)) {
      if (wasUnknown) group.unknown.delete(connection);
      else group.known -= 1;
    }
    if (key !== undefined) this.leaveKey(key);
    connection.key = undefined;
    const { known, unknown } = this.groupOf(address);
    if (known + unknown.size === 0) this.byAddress.delete(address);
  }

  private leaveKey(key: string): void {
    const left = (this.knownByKey.get(key) ?? 0) - 1;
    if (left > 0) this.knownByKey.set(key, left);
    else this.knownByKey.delete(key);
  }

  private closeSilent(): void {
    const before = performance.now() - this.limits.silentMs;
    for (const connection of this.all.unknown) connection.closeIfSilentSince(before);
  }

  private groupsOf({ address }: Connection): readonly Group[] {
    return [this.all, this.groupOf(address)];
  }

  private groupOf(address: string): Group {
    const known = this.byAddress.get(address);
    if (known !== undefined) return known;
    const group = emptyGroup();
    this.byAddress.set(address, group);
    return group;
  }
}

/** One connection. It has a key once a request with a valid one came over it. */
class Connection {
  /** Empty for a Unix socket. */
  readonly address: string;
  key: string | undefined;
  /** Requests that are not answered yet; only counted while the key is unknown. */
  private requests = 0;
  private quietSinceMs = performance.now();
  private bytesThen = 0;

  constructor(
    private readonly socket: Socket,
    private readonly connections: Connections,
  ) {
    this.address = socket.remoteAddress ?? '';
  }

  introduce(key: string): Refusal | undefined {
    if (this.key !== undefined || this.socket.destroyed) return undefined;
    const refusal = this.connections.refusalOf(this.address, key);
    if (refusal === undefined) this.connections.become(this, key);
    return refusal;
  }

  noteRequest(response: ServerResponse): void {
    if (this.key !== undefined) return;
    this.requests += 1;
    response.once('close', () => {
      this.requests -= 1;
      this.quietSinceMs = performance.now();
      this.bytesThen = this.socket.bytesRead;
    });
  }

  /** One that has begun to speak has until the end of its headers. */
  closeIfSilentSince(beforeMs: number): void {
    const hasSpoken = this.requests > 0 || this.socket.bytesRead > this.bytesThen;
    if (!hasSpoken && this.quietSinceMs < beforeMs) this.socket.destroy();
  }

  /** A client that waits for an answer is told when to come back. */
  giveWay(): void {
    if (this.requests > 0 && this.socket.writable) this.socket.write(giveWayAnswer);
    if (this.requests > 0) this.socket.destroySoon();
    else this.socket.destroy();
  }
}

const giveWayAnswer =
  `HTTP/1.1 503 Service Unavailable\r\nretry-after: ${retryAfterSeconds}\r\n` +
  'content-length: 0\r\nconnection: close\r\n\r\n';

function noteRequest(request: IncomingMessage, response: ServerResponse): void {
  tracked.get(request.socket)?.noteRequest(response);
}

import { chmodSync, lstatSync, rmSync } from 'node:fs';
import { createServer, IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { connectionLimits } from '../../shared/contract/connection-limits.ts';
import {
  Connections,
  serverTimes,
  type ConnectionLimits,
} from '../../shared/node/http/connections.ts';
import { expectNothing, unreadOptions, UnreadRequests } from '../../shared/node/http/unread.ts';
import { inodeOf } from '../../shared/node/disk/inode.ts';
import { openFilesLimit } from '../../shared/node/disk/open-files.ts';
import { isUpgraded, type UpgradeListener } from './upgrade-route.ts';

export interface ServerOptions {
  /** 0 picks a free port. */
  readonly port: number;
  /** The path of the Unix socket; its folder must be private. */
  readonly socketPath: string;
  readonly onRequest: (request: IncomingMessage, response: ServerResponse) => void;
  /** In place of the defaults (CON-5, CON-6). */
  readonly connections?: Partial<ConnectionLimits> | undefined;
  readonly onUpgrade: UpgradeListener;
}

export interface LocalServers {
  readonly port: number;
  readonly url: string;
  /** Whether the socket's path still leads here; true once they are closed. */
  hasSocket(): boolean;
  /** LOC-7: listens on the socket again whose path is gone. What came over the old one is still answered. */
  listenAgain(): Promise<void>;
  close(): Promise<void>;
}

const host = '127.0.0.1';
const keepAliveTimeout = 75_000;
/** Connections that wait to be accepted; the system lowers it where it allows fewer. */
const backlog = 1_024;
/** Each of the two servers; an embedded relay has connections in the same process. */
const shareOfOpenFiles = 1 / 16;
const graceMs = 2_000;

/** Listens on the loopback address and on the socket, with the same answers. Rejects when the port is taken. */
export async function listen(options: ServerOptions): Promise<LocalServers> {
  const upgraded = new Set<Duplex>();
  const overTcp = newServer(options, upgraded);
  const overSocket = new SocketServers(options, upgraded);
  await listening(overTcp, () => overTcp.listen({ port: options.port, host, backlog }));
  try {
    await overSocket.listen();
  } catch (error) {
    overTcp.close();
    throw error;
  }
  const { port } = overTcp.address() as AddressInfo;
  return {
    port,
    url: `http://${host}:${port}`,
    hasSocket: () => overSocket.isInPlace(),
    listenAgain: () => overSocket.listen(),
    async close() {
      const done = Promise.all([closed(overTcp), overSocket.close()]);
      for (const socket of upgraded) socket.destroy();
      await done;
      rmSync(options.socketPath, { force: true });
    },
  };
}

/** The server of the socket, and those before it whose socket was taken away, with the connections that they still have. */
class SocketServers {
  private readonly servers: Server[] = [];
  private published = '';
  private isClosed = false;

  constructor(
    private readonly options: ServerOptions,
    private readonly upgraded: Set<Duplex>,
  ) {}

  isInPlace(): boolean {
    return this.isClosed || this.inode() === this.published;
  }

  async listen(): Promise<void> {
    const { socketPath: path } = this.options;
    // It takes away what is in its socket's place when it is closed, so that comes first.
    this.servers.at(-1)?.close();
    // We have the lock of the store, so a socket that exists here is left over.
    rmSync(path, { force: true });
    const server = newServer(this.options, this.upgraded);
    await listening(server, () => server.listen({ path, backlog }));
    this.servers.push(server);
    chmodSync(path, 0o600);
    this.published = this.inode();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    const last = this.servers.pop();
    for (const former of this.servers) former.closeAllConnections();
    if (last !== undefined) await closed(last);
  }

  private inode(): string {
    return inodeOf(lstatSync(this.options.socketPath, { throwIfNoEntry: false }));
  }
}

/** Node forgets a connection that it has handed over by an upgrade, and waits for its end nevertheless. */
function newServer(
  { onRequest, onUpgrade, connections }: ServerOptions,
  upgraded: Set<Duplex>,
): Server {
  const limits = limitsWith(connections);
  const ours = { ...unreadOptions, keepAliveTimeout, IncomingMessage: LocalRequest };
  const options = { ...serverTimes(limits), ...ours };
  const unread = new UnreadRequests();
  const server = createServer(options, (request, response) => {
    if (unread.takes(request, response)) onRequest(request, response);
  });
  server.on('checkExpectation', expectNothing(server));
  new Connections(limits).watch(server);
  server.on('upgrade', (request, socket, head) => {
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
    onUpgrade(request, socket, head);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    unread.refuse(socket, error.code),
  );
  return server;
}

function limitsWith(given: Partial<ConnectionLimits> = {}): ConnectionLimits {
  const { connectionsAtDaemon, silentMs, headersMs, bodyMs, checkEveryMs } = connectionLimits;
  const affordable = Math.floor(openFilesLimit() * shareOfOpenFiles);
  const inAll = Math.min(connectionsAtDaemon, affordable);
  const times = { silentMs, headersMs, bodyMs, checkEveryMs };
  // Everybody here comes from one address and is one user.
  return { inAll, perAddress: inAll, perKey: inAll, ...times, ...given };
}

/**
 * A request whose wish for another protocol than ours is passed over, as HTTP allows: some clients offer HTTP/2 with every
 * first request, and Node would take each such request away from its handlers.
 */
class LocalRequest extends IncomingMessage {
  declare private wished: boolean;

  get upgrade(): boolean {
    return this.wished && isUpgraded(this);
  }

  /** Node says so while it makes the request and reads its head. */
  set upgrade(wished: boolean) {
    this.wished = wished;
  }
}

function listening(server: Server, listen: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('listening', () => {
      server.off('error', reject);
      resolve();
    });
    listen();
  });
}

/** Open streams have no end of their own. */
async function closed(server: Server): Promise<void> {
  const done = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const hurry = setTimeout(() => server.closeAllConnections(), graceMs);
  await done;
  clearTimeout(hurry);
}

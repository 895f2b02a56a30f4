import { chmodSync, rmSync } from 'node:fs';
import { createServer, IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { connectionLimits } from '../../shared/contract/connection-limits.ts';
import { Connections, serverTimes, type ConnectionLimits } from '../../shared/node/connections.ts';
import { openFilesLimit } from '../../shared/node/open-files.ts';
import { toolChannel } from '../mcp/tool-channel-protocol.ts';

export interface ServerOptions {
  /** 0 picks a free port. */
  readonly port: number;
  /** The path of the Unix socket; its folder must be private. */
  readonly socketPath: string;
  readonly onRequest: (request: IncomingMessage, response: ServerResponse) => void;
  /** In place of the defaults (CON-5, CON-6). */
  readonly connections?: Partial<ConnectionLimits> | undefined;
  readonly onUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
}

export interface LocalServers {
  readonly port: number;
  readonly url: string;
  close(): Promise<void>;
}

const host = '127.0.0.1';
const keepAliveTimeout = 75_000;
/** Connections that wait to be accepted; the system lowers it where it allows fewer. */
const backlog = 1_024;
/** Each of the two servers; an embedded relay has connections in the same process. */
const shareOfOpenFiles = 1 / 16;
const graceMs = 2_000;
const malformed = JSON.stringify({
  error: 'ValidationError',
  message: 'The request is not valid HTTP.',
});

/** Listens on the loopback address and on the socket, with the same answers. Rejects when the port is taken. */
export async function listen(options: ServerOptions): Promise<LocalServers> {
  const upgraded = new Set<Duplex>();
  const [overTcp, overSocket] = [newServer(options, upgraded), newServer(options, upgraded)];
  await listening(overTcp, () => overTcp.listen({ port: options.port, host, backlog }));
  try {
    // We have the lock of the store, so a socket that exists here is left over.
    rmSync(options.socketPath, { force: true });
    await listening(overSocket, () => overSocket.listen({ path: options.socketPath, backlog }));
    chmodSync(options.socketPath, 0o600);
  } catch (error) {
    overTcp.close();
    throw error;
  }
  const { port } = overTcp.address() as AddressInfo;
  return {
    port,
    url: `http://${host}:${port}`,
    async close() {
      const done = Promise.all([closed(overTcp), closed(overSocket)]);
      for (const socket of upgraded) socket.destroy();
      await done;
      rmSync(options.socketPath, { force: true });
    },
  };
}

/** Node forgets a connection that it has handed over by an upgrade, and waits for its end nevertheless. */
function newServer(
  { onRequest, onUpgrade, connections }: ServerOptions,
  upgraded: Set<Duplex>,
): Server {
  const limits = limitsWith(connections);
  const options = { ...serverTimes(limits), keepAliveTimeout, IncomingMessage: LocalRequest };
  const server = createServer(options, onRequest);
  new Connections(limits).watch(server);
  server.on('upgrade', (request, socket, head) => {
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
    onUpgrade(request, socket, head);
  });
  server.on('clientError', (_error, socket) => {
    if (!socket.writable) return void socket.destroy();
    // A server's sockets stay half open otherwise, for as long as the client likes.
    socket.once('finish', () => socket.destroy());
    const head = `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${malformed.length}`;
    socket.end(`${head}\r\nConnection: close\r\n\r\n${malformed}`);
  });
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
    return this.wished && this.headers.upgrade === toolChannel.protocol;
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

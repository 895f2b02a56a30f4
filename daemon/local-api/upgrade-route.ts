import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { introduce } from '../../shared/node/connections.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import type { Logger } from '../kernel/logger.ts';
import type { ChannelCalls, ChannelClient } from '../mcp/tool-channel-server.ts';
import type { Guard } from './guard.ts';

export interface UpgradeRouteOptions {
  readonly guard: Guard;
  readonly logger: Logger;
  readonly accept: (client: ChannelClient) => ChannelCalls;
}

export type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Takes upgrade requests of HTTP; the only protocol that the daemon has is the tool channel of `coord mcp`. */
export function upgradeRoute(options: UpgradeRouteOptions): UpgradeListener {
  return (request, socket, head) => {
    upgrade(options, request, { socket, head }).catch((error: unknown) => {
      options.logger.warn(String(error));
      socket.destroy();
    });
  };
}

async function upgrade(
  { guard, logger, accept }: UpgradeRouteOptions,
  request: IncomingMessage,
  { socket, head }: { socket: Duplex; head: Buffer },
): Promise<void> {
  socket.on('error', () => socket.destroy());
  const { acceptToolChannel, isToolChannel } = await import('../mcp/tool-channel-server.ts');
  const caller = guard.refusalOf(request) ?? (await guard.callerOf(request.headers.authorization));
  if (isRefusal(caller)) return reject(socket, `${caller.status} ${caller.error}`);
  const full = introduce(socket, caller.kind);
  if (full !== undefined) return reject(socket, `${full.status} ${full.error}`);
  if (!isToolChannel(request)) return reject(socket, '404 Not Found');
  acceptToolChannel(request, {
    socket,
    head,
    accept,
    onError: (error) => logger.warn(String(error)),
  });
}

function reject(socket: Duplex, status: string): void {
  const head = `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
  // A server's sockets stay half open otherwise, for as long as the client likes.
  socket.end(head, () => socket.destroy());
}

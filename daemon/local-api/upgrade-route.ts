import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { introduce } from '../../shared/node/http/connections.ts';
import { httpResponse } from '../../shared/node/http/answer-headers.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Logger } from '../kernel/logger.ts';
import type { ChannelCalls, ChannelClient } from '../mcp/tool-channel-server.ts';
import type { Guard } from './guard.ts';
import type { RecordedMeeting } from '../models/read-recorded.ts';
import type { Upstream } from '../relay-connection/upstream.ts';
import { toolChannel } from '../mcp/tool-channel-protocol.ts';
import { authorizationOf, isRecording, record } from './recording-route.ts';
import type { TabStreams } from './tab-streams.ts';

export interface UpgradeRouteOptions {
  readonly guard: Guard;
  readonly upstream: () => Upstream | undefined;
  readonly tabStreams: TabStreams;
  readonly logger: Logger;
  readonly accept: (client: ChannelClient) => ChannelCalls;
  readonly onStopped: (meeting: RecordedMeeting) => void;
}

export type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Whether a request is one to be upgraded here; what others wish for is passed over. */
export function isUpgraded(request: Pick<IncomingMessage, 'url' | 'headers'>): boolean {
  return request.headers.upgrade === toolChannel.protocol || isRecording(request);
}

/** Takes upgrade requests of HTTP: the tool channel of `coord mcp`, and the WebSocket that records a meeting. */
export function upgradeRoute(options: UpgradeRouteOptions): UpgradeListener {
  return (request, socket, head) => {
    upgrade(options, request, { socket, head }).catch((error: unknown) => {
      options.logger.warn(String(error));
      socket.destroy();
    });
  };
}

async function upgrade(
  { guard, logger, accept, upstream, tabStreams, onStopped }: UpgradeRouteOptions,
  request: IncomingMessage,
  { socket, head }: { socket: Duplex; head: Buffer },
): Promise<void> {
  socket.on('error', () => socket.destroy());
  const authorization = isRecording(request)
    ? authorizationOf(request)
    : request.headers.authorization;
  const caller = guard.refusalOf(request) ?? (await guard.callerOf(authorization));
  if (isRefusal(caller)) return reject(socket, caller);
  const full = introduce(socket, caller.kind);
  if (full !== undefined) return reject(socket, full);
  if (isRecording(request)) {
    const context = { upstream, tabStreams, onStopped };
    const refusal = await record(context, request, { socket, head, caller });
    return refusal && reject(socket, refusal);
  }
  const { acceptToolChannel, isToolChannel } = await import('../mcp/tool-channel-server.ts');
  if (!isToolChannel(request)) return reject(socket, noChannel);
  acceptToolChannel(request, {
    socket,
    head,
    accept,
    onError: (error) => logger.warn(String(error)),
  });
}

const noChannel = refuse('NotFound', 'Nothing is upgraded at this address.');

function reject(socket: Duplex, refusal: Refusal): void {
  // A server's sockets stay half open otherwise, for as long as the client likes.
  socket.end(httpResponse(refusal), () => socket.destroy());
}

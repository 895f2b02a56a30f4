import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { introduce } from '../../shared/node/http/connections.ts';
import { authorizationOf } from '../../shared/node/http/offered-key.ts';
import { httpResponse } from '../../shared/node/http/answer-headers.ts';
import { isRefusal, type Refusal, refuse } from '../../shared/kernel/refusal.ts';
import type { Logger } from '../kernel/logger.ts';
import type { ChannelCalls, ChannelClient } from '../mcp/tool-channel-server.ts';
import type { Caller, Guard } from './guard.ts';
import type { RecordedMeeting } from '../models/interceptors.ts';
import type { Upstream } from '../relay-connection/upstream.ts';
import { toolChannel } from '../mcp/tool-channel-protocol.ts';
import type { OpenStream, TabStreams } from './tab-streams.ts';
import { send } from './exchange.ts';
import type { Routes } from './local-api.ts';
import { hasDaemonsKey, type Proxy } from './proxy.ts';

interface UpgradeRouteOptions {
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
    ? authorizationOf(request, queryOf(request))
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

/** Said again here, because the table of operations is loaded when somebody asks. */
const [recordingPath, startPath] = ['/ws/transcribe', '/meetings/start'];

interface RecordingContext {
  readonly upstream: () => Upstream | undefined;
  readonly tabStreams: Pick<TabStreams, 'watch'>;
  /** Told when a meeting was stopped by the user of this daemon. */
  readonly onStopped: (meeting: RecordedMeeting) => void;
}

/** Whether an upgrade request wants to record a meeting. */
function isRecording({ url, headers }: Pick<IncomingMessage, 'url' | 'headers'>): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && url?.split('?')[0] === recordingPath;
}

/** LOC-10: a meeting that is begun here is recorded here, so that a tab without a key can. */
export function recordingRoutes({ guard, proxy }: { guard: Guard; proxy: Proxy }): Routes {
  return {
    [`GET ${recordingPath}`]: {
      access: 'user',
      handle: ({ response }) => send(response, onlyWebSocket),
    },
    [`POST ${startPath}`]: {
      access: 'user',
      handle: ({ request, response, body, caller }) =>
        proxy.forward(request, response, {
          body,
          caller,
          change: (status, text) =>
            recordedAt(guard.addressFor(request.headers.host), status, text),
        }),
    },
  };
}

async function recordedAt(host: string, status: number, text: string): Promise<unknown> {
  const { readAnswer } = await import('../../shared/api/client.ts');
  const answer = readAnswer('startMeeting', status, text);
  if (isRefusal(answer) || !URL.canParse(answer.ws_url)) return answer;
  const { search } = new URL(answer.ws_url);
  return { ...answer, ws_url: `ws://${host}${recordingPath}${search}` };
}

/** Lets the recording of a meeting through to the relay; a refusal is the caller's to write. */
async function record(
  { upstream, tabStreams, onStopped: tellStopped }: RecordingContext,
  request: IncomingMessage,
  { socket, head, caller }: { socket: Duplex; head: Buffer; caller: Caller },
): Promise<Refusal | undefined> {
  const query = queryOf(request);
  const authorization = authorizationOf(request, query) ?? '';
  // Only the other fields go on.
  query.delete('api_key');
  const relay = upstream();
  const turnedAway = hasDaemonsKey(caller) ? relay?.refusal() : undefined;
  if (turnedAway !== undefined) return turnedAway;
  const { carryToRelay } = await import('../relay-connection/carried-socket.ts');
  const atRelay = relay && {
    address: `${relay.url.replace(/^http/, 'ws')}${recordingPath}?${query.toString()}`,
    authorization: hasDaemonsKey(caller) ? `Bearer ${relay.key}` : authorization,
  };
  const onCarried = (carried: OpenStream) => {
    if (caller.kind === 'tab') tabStreams.watch(authorization, carried);
  };
  const onStopped = () => {
    const [workspaceId, meetingId] = [query.get('workspace_id'), query.get('meeting_id')];
    if (workspaceId && meetingId) tellStopped({ workspaceId, meetingId });
  };
  return carryToRelay({ request, socket, head, onCarried, onStopped }, atRelay);
}

function queryOf({ url = '' }: IncomingMessage): URLSearchParams {
  return new URLSearchParams(url.split('?')[1]);
}

const onlyWebSocket = refuse(
  'ValidationError',
  'This is a WebSocket. Connect to it with a WebSocket client, and send the API key along.',
);

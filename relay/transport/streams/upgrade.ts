import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket, WebSocketServer } from 'ws';
import { limits } from '../../../shared/contract/fields.ts';
import { operations } from '../../../shared/api/operations.ts';
import { invalidInput } from '../../../shared/contract/invalid.ts';
import { isRefusal, refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import { httpResponse } from '../../../shared/node/http/answer-headers.ts';
import { agreedProtocol, authorizationOf } from '../../../shared/node/http/offered-key.ts';
import { closedAlready, socketServer } from '../../../shared/node/http/socket-server.ts';
import type { Call } from '../../kernel/handlers.ts';
import type { Authorizer } from '../../access/authorizer.ts';
import { admit } from '../admission.ts';
import type { Authenticator } from '../auth.ts';
import { unreadable } from '../../../shared/node/http/unread.ts';
import { unavailable } from '../errors.ts';
import { foreignPage, isOwnPage } from '../exchange.ts';
import type { RateLimits } from '../limits.ts';
import { serveReplica, type ReplicaDependencies } from './replica.ts';
import { serveTranscribe, type TranscribeDependencies } from './transcribe.ts';

export interface UpgradeDependencies extends ReplicaDependencies, TranscribeDependencies {
  readonly authenticator: Authenticator;
  readonly authorizer: Authorizer;
  readonly rateLimits: RateLimits;
}

/** All WebSockets of a relay. */
export interface OpenSockets {
  /** Accepts no more of them. */
  close(): void;
  /** Cuts off those that did not answer the close frame. */
  terminate(): void;
}

/** One kind of WebSocket: who may open it, and how the connection is served. */
interface UpgradeRoute {
  readonly path: RegExp;
  readonly server: WebSocketServer;
  /** Whether more is expected from the client than that it listens. */
  readonly mayTalk: boolean;
  /** Answers how to serve the connection once it is open. */
  admit(request: UpgradeRequest): Promise<Refusal | ((socket: WebSocket) => void)>;
}

interface UpgradeRequest {
  readonly call: Call;
  readonly authorization: string;
  /** The query, and the workspace of the path as `id`. */
  readonly input: Record<string, unknown>;
}

/** Daemons only listen on the replica stream, so a message from them is never large. */
const replicaMessageBytes = 4_096;

/** Takes WebSocket requests: the same access as every other operation, checked before the upgrade. */
export function serveUpgrades(server: Server, dependencies: UpgradeDependencies): OpenSockets {
  const routes = [replicaRoute(dependencies), transcribeRoute(dependencies)];
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    void admitUpgrade(dependencies, routes, request)
      .then((admitted) => {
        if (isRefusal(admitted)) return refuseUpgrade(socket, admitted);
        const { route, serve, authorization } = admitted;
        const full = dependencies.streams.places.take(authorization, socket, route);
        if (full !== undefined) return refuseUpgrade(socket, full);
        route.server.handleUpgrade(request, socket, head, (webSocket) => {
          webSocket.on('error', closedAlready);
          serve(webSocket);
        });
      })
      .catch((error: unknown) => refuseUpgrade(socket, unavailable(error)));
  });
  return {
    close: () => routes.forEach((route) => route.server.close()),
    terminate: () =>
      routes.forEach((route) => route.server.clients.forEach((socket) => socket.terminate())),
  };
}

interface AdmittedUpgrade {
  readonly route: UpgradeRoute;
  readonly authorization: string;
  readonly serve: (socket: WebSocket) => void;
}

async function admitUpgrade(
  dependencies: UpgradeDependencies,
  routes: readonly UpgradeRoute[],
  request: IncomingMessage,
): Promise<Refusal | AdmittedUpgrade> {
  if (!isOwnPage(request.headers)) return refuse('Forbidden', foreignPage);
  const url = addressOf(request);
  if (url === undefined) return unreadable;
  const route = routes.find(({ path }) => path.test(url.path));
  if (route === undefined) return refuse('NotFound', 'There is no such WebSocket.');
  const authorization = authorizationOf(request, url.query) ?? '';
  const admitted = await admit(dependencies, request, authorization);
  if (isRefusal(admitted)) return admitted;
  const { caller, quota } = admitted;
  if (quota?.refusal !== undefined) return quota.refusal;
  const input = { ...Object.fromEntries(url.query), ...route.path.exec(url.path)?.groups };
  const serve = await route.admit({ call: { caller }, authorization, input });
  return isRefusal(serve) ? serve : { route, serve, authorization };
}

function replicaRoute(dependencies: UpgradeDependencies): UpgradeRoute {
  const { path, access, input } = operations.replica;
  return {
    path: new RegExp(`^${path.replace(':id', '(?<id>[^/]+)')}$`),
    server: serverFor(replicaMessageBytes),
    mayTalk: false,
    async admit({ call, authorization, input: given }) {
      const parsed = input.safeParse(given);
      if (!parsed.success) return invalidInput(parsed.error, given);
      const { id: workspaceId, since, since_at: sinceAt } = parsed.data;
      const scope = await dependencies.authorizer.enter(call, { id: workspaceId }, access);
      if (isRefusal(scope)) return scope;
      const request = { workspaceId, authorization, since, sinceAt };
      return (socket) =>
        void serveReplica(dependencies, request, socket).catch(() => socket.terminate());
    },
  };
}

function transcribeRoute(dependencies: UpgradeDependencies): UpgradeRoute {
  const { path, input } = operations.transcribe;
  return {
    path: new RegExp(`^${path}$`),
    server: serverFor(limits.audioChunkBytes),
    mayTalk: true,
    async admit({ call, authorization, input: given }) {
      const parsed = input.safeParse(given);
      if (!parsed.success) return invalidInput(parsed.error, given);
      const { workspace_id: workspaceId, meeting_id: meetingId } = parsed.data;
      const participation = { call, workspaceId, meetingId };
      const meeting = await dependencies.meetings.join(participation);
      if (isRefusal(meeting)) return meeting;
      return (socket) => serveTranscribe(dependencies, { ...participation, authorization }, socket);
    },
  };
}

function serverFor(maxBytes: number): WebSocketServer {
  const server = socketServer(maxBytes, (_offered, request) => agreedProtocol(request) ?? false);
  server.on('wsClientError', (_error, socket) => refuseUpgrade(socket, unreadable));
  return server;
}

/** The decoded path and the query; undefined when the address is none. */
function addressOf(request: IncomingMessage): { path: string; query: URLSearchParams } | undefined {
  try {
    const [path = '', query] = (request.url ?? '').split(/\?(.*)/s);
    return { path: decodeURIComponent(path), query: new URLSearchParams(query) };
  } catch {
    return undefined;
  }
}

/** A server's sockets stay half open otherwise, for as long as the client likes. */
function refuseUpgrade(socket: Duplex, refusal: Refusal): void {
  socket.end(httpResponse(refusal), () => socket.destroy());
}

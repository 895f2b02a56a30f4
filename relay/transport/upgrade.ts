import { IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { operations } from '../../shared/contract/index.ts';
import { invalidInput } from '../../shared/contract/invalid.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Gatekeeper } from '../workspaces/access.ts';
import { admit } from './admission.ts';
import type { Authenticator } from './auth.ts';
import { httpResponse, unavailable, unread } from './errors.ts';
import type { RateLimits } from './limits.ts';
import { serveReplica, type ReplicaDependencies, type ReplicaRequest } from './replica.ts';

export interface UpgradeDependencies extends ReplicaDependencies {
  readonly authenticator: Authenticator;
  readonly gatekeeper: Gatekeeper;
  readonly rateLimits: RateLimits;
}

/** Daemons only listen on this stream, so a message from them is never large. */
const maxPayloadBytes = 4_096;
const replicaPath = new RegExp(`^${operations.replica.path.replace(':id', '([^/]+)')}$`);

/** Takes WebSocket requests: the same access as every other operation, checked before the upgrade. */
export function serveUpgrades(server: Server, dependencies: UpgradeDependencies): WebSocketServer {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxPayloadBytes });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    void admitReplica(dependencies, request)
      .then((admitted) => {
        if (isRefusal(admitted)) return refuseUpgrade(socket, admitted);
        sockets.handleUpgrade(request, socket, head, (webSocket) => {
          open(dependencies, admitted, webSocket);
        });
      })
      .catch(() => refuseUpgrade(socket, unavailable()));
  });
  sockets.on('wsClientError', (_error, socket) => refuseUpgrade(socket, unread(undefined)));
  return sockets;
}

function open(dependencies: ReplicaDependencies, request: ReplicaRequest, socket: WebSocket): void {
  socket.on('error', () => socket.terminate());
  serveReplica(dependencies, request, socket).catch(() => socket.terminate());
}

async function admitReplica(
  { gatekeeper, ...admission }: UpgradeDependencies,
  request: IncomingMessage,
): Promise<ReplicaRequest | Refusal> {
  const url = addressOf(request);
  if (url === undefined) return unread(undefined);
  const match = replicaPath.exec(url.path);
  if (match === null) return refuse('NotFound', 'There is no such WebSocket.');
  const { authorization } = request.headers;
  const admitted = await admit(admission, authorization);
  if (isRefusal(admitted)) return admitted;
  const { caller, quota } = admitted;
  if (quota.refusal !== undefined) return quota.refusal;
  const input = operations.replica.input.safeParse({
    ...Object.fromEntries(url.query),
    id: match[1],
  });
  if (!input.success) return invalidInput(input.error);
  const { id, since } = input.data;
  const scope = await gatekeeper.enter({ caller }, { id }, operations.replica.access);
  return isRefusal(scope) ? scope : { workspaceId: id, authorization, since };
}

/**
 * A request whose wish for another protocol than WebSocket is passed over, as HTTP allows: some clients offer HTTP/2 with
 * every first request, and Node would take each such request away from its handlers.
 */
export class RelayRequest extends IncomingMessage {
  declare private wished: boolean;

  get upgrade(): boolean {
    return this.wished && this.headers.upgrade?.toLowerCase() === 'websocket';
  }

  /** Node says so while it makes the request and reads its head. */
  set upgrade(wished: boolean) {
    this.wished = wished;
  }
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

function refuseUpgrade(socket: Duplex, refusal: Refusal): void {
  socket.end(httpResponse(refusal));
}

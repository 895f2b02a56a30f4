import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { RecordedMeeting } from '../models/read-recorded.ts';
import type { Upstream } from '../relay-connection/upstream.ts';
import { send } from './exchange.ts';
import type { Caller, Guard } from './guard.ts';
import type { Routes } from './local-api.ts';
import { hasDaemonsKey, type Proxy } from './proxy.ts';
import type { OpenStream, TabStreams } from './tab-streams.ts';

/** Said again here, because the table of operations is loaded when somebody asks. */
const [recordingPath, startPath] = ['/ws/transcribe', '/meetings/start'];
const plainProtocol = 'coord';

export interface RecordingContext {
  readonly upstream: () => Upstream | undefined;
  readonly tabStreams: Pick<TabStreams, 'watch'>;
  /** Told when a meeting was stopped by the user of this daemon. */
  readonly onStopped: (meeting: RecordedMeeting) => void;
}

/** Whether an upgrade request wants to record a meeting. */
export function isRecording({ url, headers }: Pick<IncomingMessage, 'url' | 'headers'>): boolean {
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
export async function record(
  { upstream, tabStreams, onStopped: tellStopped }: RecordingContext,
  request: IncomingMessage,
  { socket, head, caller }: { socket: Duplex; head: Buffer; caller: Caller },
): Promise<Refusal | undefined> {
  const { authorization, protocol, query } = offered(request);
  const relay = upstream();
  const turnedAway = hasDaemonsKey(caller) ? relay?.refusal() : undefined;
  if (turnedAway !== undefined) return turnedAway;
  const { carryToRelay } = await import('../relay-connection/carried-socket.ts');
  const atRelay = relay && {
    address: `${relay.url.replace(/^http/, 'ws')}${recordingPath}?${query}`,
    authorization: hasDaemonsKey(caller) ? `Bearer ${relay.key}` : authorization,
  };
  const onCarried = (carried: OpenStream) => {
    if (caller.kind === 'tab') tabStreams.watch(authorization, carried);
  };
  const onStopped = () => {
    const asked = new URLSearchParams(query);
    const [workspaceId, meetingId] = [asked.get('workspace_id'), asked.get('meeting_id')];
    if (workspaceId && meetingId) tellStopped({ workspaceId, meetingId });
  };
  return carryToRelay({ request, socket, head, protocol, onCarried, onStopped }, atRelay);
}

/** What a request to record says who asks. */
export function authorizationOf(request: IncomingMessage): string {
  return offered(request).authorization;
}

/** MTG-4: the key comes by header, in the query or among the protocols. Only the query's other fields go on. */
function offered({ url = '', headers }: IncomingMessage) {
  const query = new URLSearchParams(url.split('?')[1]);
  const protocols = (headers['sec-websocket-protocol'] ?? '').split(',').map((one) => one.trim());
  const inProtocols = protocols.findLast((one) => one !== plainProtocol);
  const secret = query.get('api_key') ?? inProtocols ?? '';
  query.delete('api_key');
  const [first = ''] = protocols;
  return {
    authorization: headers.authorization ?? `Bearer ${secret}`,
    protocol: protocols.includes(plainProtocol) ? plainProtocol : first,
    query: query.toString(),
  };
}

const onlyWebSocket = refuse(
  'ValidationError',
  'This is a WebSocket. Connect to it with a WebSocket client, and send the API key along.',
);

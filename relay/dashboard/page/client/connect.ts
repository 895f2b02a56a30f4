// Tests read the types of this file too, outside of the page's own project. What only declares cannot be imported.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./operation-ways.d.ts" />
import ways from 'virtual:operation-ways';
import {
  createCaller,
  requestOf,
  type Client,
  type Dispatcher,
} from '../../../../shared/api/caller.ts';
import { refusalIn } from '../../../../shared/api/refusal-in.ts';
import type { JsonOperationName, Output } from '../../../../shared/api/operations.ts';
import { feedPath } from '../../../../shared/contract/edge.ts';
import { parseJson } from '../../../../shared/kernel/json.ts';
import type { Refusal } from '../../../../shared/kernel/refusal.ts';
import { onceEach } from './once.ts';
import { servicePath } from './service.ts';
import { keyNow } from './sign-in.ts';

const overFetch: Dispatcher = {
  async request({ path, ...request }) {
    const response = await fetch(path, request);
    const cursor = response.headers.get('x-next-cursor');
    return {
      statusCode: response.status,
      body: bytesOf(response.body),
      ...(cursor !== null && { headers: { 'x-next-cursor': cursor } }),
    };
  },
};

/** The typed client of the service that this page comes from. What comes from the own origin is not checked by schemas again. */
export function connect(key: string): Client {
  return callerWith(overFetch, key);
}

/** The client of whoever is signed in in this tab. */
export function connectTab(): Client {
  const signed: Dispatcher = {
    request({ headers, ...request }) {
      const authorization = `Bearer ${keyNow()}`;
      return overFetch.request({ ...request, headers: { ...headers, authorization } });
    },
  };
  return callerWith(signed, undefined);
}

function callerWith(dispatcher: Dispatcher, key: string | undefined): Client {
  const options = {
    dispatcher,
    key,
    basePath: servicePath,
    timeoutSignal: (timeoutMs: number) => AbortSignal.timeout(timeoutMs),
  };
  return onceEach(createCaller(options, { ways, read }), isWrite);
}

/** A search is sent like a write, because what is searched for is long. */
function isWrite(name: JsonOperationName): boolean {
  return ways[name].method !== 'GET' && name !== 'search';
}

function read<Name extends JsonOperationName>(
  _name: Name,
  status: number,
  text: string,
): Output<Name> | Refusal {
  const body = parseJson(text);
  return status >= 200 && status < 300 ? (body as Output<Name>) : refusalIn(status, body);
}

interface FeedPlace {
  readonly workspaceId: string;
  /** From now on where it is undefined. */
  readonly since: number | undefined;
  /** LNK-4: when the event of `since` was appended, where that is known. */
  readonly sinceAt: string | undefined;
}

/** Opens the feed of a workspace after `since`. */
export function openFeed(
  { workspaceId, since, sinceAt }: FeedPlace,
  signal: AbortSignal,
): Promise<Response> {
  const { path } = requestOf(
    { method: 'GET', path: feedPath },
    { id: workspaceId, since, since_at: sinceAt },
  );
  const headers = { authorization: `Bearer ${keyNow()}`, accept: 'text/event-stream' };
  return fetch(servicePath + path, { headers, signal });
}

/** The text of a body as it comes. Not every browser can iterate over a stream by itself. */
export async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const bytes of bytesOf(body)) yield decoder.decode(bytes, { stream: true });
}

/** The bytes of a body as they come. */
async function* bytesOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  try {
    for (let next = await reader?.read(); next?.done === false; next = await reader?.read())
      yield next.value;
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
}

/** Said again here, because the table of operations is not loaded into a page. */
const transcribePath = '/ws/transcribe';

/** Where the sound of a meeting goes, at the service that this page comes from; a daemon carries it to its relay (LOC-10). */
export function recordingAddress(workspaceId: string, meetingId: string): string {
  const url = new URL(servicePath + transcribePath, location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.search = String(new URLSearchParams({ meeting_id: meetingId, workspace_id: workspaceId }));
  return url.href;
}

/** A connection to it. The key stands among the protocols (MTG-4), since an address would be remembered by the browser. */
export function openRecording(address: string): WebSocket {
  return new WebSocket(address, ['coord', keyNow()]);
}

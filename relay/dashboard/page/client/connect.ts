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
import { servicePath } from './service.ts';
import { keyNow } from './sign-in.ts';
import { bytesOf } from './stream.ts';

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
  return createCaller(options, { ways, read });
}

function read<Name extends JsonOperationName>(
  _name: Name,
  status: number,
  text: string,
): Output<Name> | Refusal {
  const body = parseJson(text);
  return status >= 200 && status < 300 ? (body as Output<Name>) : refusalIn(status, body);
}

/** Opens the feed of a workspace after `since`, or from now on. */
export function openFeed(
  { workspaceId, since }: { workspaceId: string; since: number | undefined },
  signal: AbortSignal,
): Promise<Response> {
  const { path } = requestOf({ method: 'GET', path: feedPath }, { id: workspaceId, since });
  const headers = { authorization: `Bearer ${keyNow()}`, accept: 'text/event-stream' };
  return fetch(servicePath + path, { headers, signal });
}

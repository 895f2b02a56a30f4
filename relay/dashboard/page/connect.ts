import {
  createClient,
  requestOf,
  type Client,
  type Dispatcher,
} from '../../../shared/api/client.ts';
import { operations } from '../../../shared/api/operations.ts';
import { dashboardPath } from '../../../shared/dashboard/files.ts';

/** What stands before every path when the service is not at the root of its origin. */
const basePath = location.pathname.slice(0, location.pathname.lastIndexOf(dashboardPath));

const overFetch: Dispatcher = {
  async request({ path, ...request }) {
    const response = await fetch(path, request);
    return { statusCode: response.status, body: chunksOf(response) };
  },
};

/** Not every browser can iterate over a stream by itself. */
async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  try {
    for (let next = await reader?.read(); next?.done === false; next = await reader?.read())
      yield next.value;
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
}

/** The typed client of the service that this page comes from. */
export function connect(key: string): Client {
  return createClient({
    dispatcher: overFetch,
    key,
    basePath,
    timeoutSignal: (timeoutMs) => AbortSignal.timeout(timeoutMs),
  });
}

/** Opens the feed of a workspace after `since`, or from now on. */
export function openFeed(
  key: string,
  { workspaceId, since }: { workspaceId: string; since: number | undefined },
  signal: AbortSignal,
): Promise<Response> {
  const { path } = requestOf(operations.feed, { id: workspaceId, since });
  const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream' };
  return fetch(basePath + path, { headers, signal });
}

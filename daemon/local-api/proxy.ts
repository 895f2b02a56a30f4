import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { forwardedHeaders } from './forwarded-headers.ts';
import { feedPath } from '../../shared/contract/edge.ts';
import { textWithin } from '../../shared/api/body.ts';
import { isRefusal, type Refusal, refuse } from '../../shared/kernel/refusal.ts';
import type { Logger } from '../kernel/logger.ts';
import { badKeyRefusal } from '../relay-connection/access.ts';
import type { RelayConnection } from '../relay-connection/relay-connection.ts';
import { nothingRecorded, whatBecame } from '../../shared/api/what-became.ts';
import type { Upstream } from '../relay-connection/upstream.ts';
import { maxBodyBytes, send } from './exchange.ts';
import type { Caller } from './guard.ts';
import { openAnswer, type TabStreams } from './tab-streams.ts';
import { type OperationName, operations } from '../../shared/api/operations.ts';

type Link = Pick<RelayConnection, 'upstream' | 'firstLink'>;

interface Forwarding {
  /** Undefined for an operation that anyone may call: the caller's own credential goes on as it is. */
  readonly caller: Caller | undefined;
  /** The whole body: a stream that fails with the relay would take the caller's connection with it. */
  readonly body: Buffer;
  /** Used where the caller has left the header out. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How long the relay may take until it begins to answer. */
  readonly timeoutMs?: number | undefined;
  /** Answers in the relay's place when it cannot be reached. */
  readonly otherwise?: () => unknown;
  /** What is answered in place of this answer of the relay. */
  readonly change?: (status: number, text: string) => Promise<unknown>;
}

const feed = new RegExp(`^${feedPath.replace(':id', '[^/?]+')}(?:\\?|$)`);

/** Longer than a relay takes for anything but a transcript. */
const headersTimeoutMs = 75_000;

/** Passes requests that the daemon does not answer itself on to the relay, and streams the answers back. */
export class Proxy {
  constructor(
    private readonly link: Link,
    private readonly logger: Logger,
    private readonly tabStreams: Pick<TabStreams, 'watch'>,
  ) {}

  /** OFF-7: the relay, for which the first moments of a daemon are waited; undefined without one. */
  async relay(): Promise<Upstream | undefined> {
    if (this.link.upstream === undefined) await this.link.firstLink;
    return this.link.upstream;
  }

  async forward(
    request: IncomingMessage,
    response: ServerResponse,
    forwarding: Forwarding,
  ): Promise<void> {
    const { caller } = forwarding;
    const refusal =
      caller?.kind === 'tab' ? refuseToTab(request.method ?? '', request.url ?? '') : undefined;
    if (refusal !== undefined) return send(response, refusal);
    const answer = await this.ask(request, response, forwarding);
    if (isRefusal(answer)) return send(response, answer);
    if (answer === undefined || answer instanceof Error) {
      const recorded = answer === undefined ? nothingRecorded : whatBecame(codeOf(answer));
      return send(response, await this.insteadOf(forwarding, isRead(request) ? '' : recorded));
    }
    // The page has no key of its own that it could tell the person about.
    if (caller?.kind === 'tab' && answer.statusCode === 401) {
      answer.body.on('error', () => undefined).resume();
      return send(response, badKeyRefusal(this.link.upstream?.url ?? ''));
    }
    if (caller?.kind === 'tab' && isStream(answer.headers))
      this.tabStreams.watch(request.headers.authorization, openAnswer(response));
    const { change } = forwarding;
    try {
      if (change === undefined) {
        response.writeHead(answer.statusCode, forwardedHeaders(answer.headers));
        return await pipeline(answer.body, response);
      }
      const text = await textWithin(maxBodyBytes.forwarded, answer.body);
      const changed = await change(answer.statusCode, text);
      for (const [name, value] of Object.entries(
        forwardedHeaders(answer.headers, 'content-length'),
      ))
        response.setHeader(name, value);
      send(response, changed, answer.statusCode);
    } catch {
      // Either side went away in the middle of the answer; there is nobody left to tell. What has ended here goes out whole.
      if (!response.writableEnded) response.destroy();
    }
  }

  /** OFF-1; `recorded` is what became of a write. */
  unreachable(recorded = ''): Refusal {
    const refusal = this.link.upstream?.refusal();
    if (refusal !== undefined) return refusal;
    const url = this.link.upstream?.url;
    const still = `${recorded} Reservations still work from what is known here.`.trimStart();
    if (url === undefined)
      return refuse(
        'Unavailable',
        `The daemon is still connecting to its relay. ${still} Try again in a moment; how it is: coord status`,
      );
    const check = `Check that the relay runs there and that this machine reaches it: ${url}/health`;
    return refuse('Unavailable', `The relay ${url} cannot be reached. ${still} ${check}`);
  }

  /** ACC-9: what is known here is for work that goes on; a page says that its user is shut out. */
  private insteadOf({ caller, otherwise }: Forwarding, recorded: string): unknown {
    const isShutOut =
      caller?.kind === 'tab' && this.link.upstream?.refusal()?.error === 'Unauthorized';
    return otherwise === undefined || isShutOut ? this.unreachable(recorded) : otherwise();
  }

  private async ask(request: IncomingMessage, response: ServerResponse, forwarding: Forwarding) {
    // What has an answer of its own does not wait.
    const upstream = forwarding.otherwise === undefined ? await this.relay() : this.link.upstream;
    if (upstream === undefined) return undefined;
    // LNK-5: the daemon's own key is not shown to the relay again and again.
    if (hasDaemonsKey(forwarding.caller) && upstream.refusal() !== undefined) return undefined;
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    try {
      const pool = feed.test(request.url ?? '') ? upstream.streams : upstream.pool;
      return await pool.request({
        path: upstream.basePath + (request.url ?? '/'),
        method: (request.method ?? 'GET') as 'GET',
        headers: {
          ...forwarding.headers,
          ...forwardedHeaders(request.headers, 'content-length'),
          // What is read here is not unpacked.
          ...(forwarding.change !== undefined && { 'accept-encoding': 'identity' }),
          ...authorization(request, upstream, forwarding.caller),
        },
        body: forwarding.body.length === 0 ? null : forwarding.body,
        headersTimeout: forwarding.timeoutMs ?? headersTimeoutMs,
        // The feed may be silent for as long as it likes; its heartbeats are the relay's concern.
        bodyTimeout: 0,
        signal: gone.signal,
      });
    } catch (error) {
      if (!gone.signal.aborted) this.logger.warn(`The relay could not be asked: ${String(error)}`);
      return error instanceof Error ? error : new Error(String(error));
    }
  }
}

/** The relay knows keys; the daemon's token is only good here and stands for the developer's key. */
function authorization(
  request: IncomingMessage,
  upstream: Upstream,
  caller: Caller | undefined,
): Record<string, string> {
  if (hasDaemonsKey(caller)) return { authorization: `Bearer ${upstream.key}` };
  const own = request.headers.authorization;
  return own === undefined ? {} : { authorization: own };
}

/** What is good at this daemon alone stands for the developer's key. */
export function hasDaemonsKey(caller: Caller | undefined): boolean {
  return caller?.kind === 'token' || caller?.kind === 'tab';
}

/** By the answer, as a path can be written in several ways. */
function isStream(headers: IncomingHttpHeaders): boolean {
  return headers['content-type']?.startsWith('text/event-stream') === true;
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : error.message;
}

/** Whether what came of a call is that the relay did not answer. */
export function isAway(answer: unknown): answer is Refusal {
  return isRefusal(answer) && answer.error === 'Unavailable';
}

/** What answers a secret that outlives a tab, or ends one, and the command for it (LOC-8). */
const commands: Partial<Record<OperationName, string>> = {
  createKey: 'coord key create',
  revokeKey: 'coord key revoke KEY_ID',
  invite: 'coord invite ADDRESS',
  acceptInvitation: 'coord join INVITATION',
};

const patterns = Object.entries(commands).map(([name, command]) => ({
  whole: requestsOf(operations[name as OperationName]),
  command,
}));

/** Reads with a body, as a search. */
const reads = Object.values(operations)
  .filter((one) => one.readOnly && one.method !== 'GET')
  .map(requestsOf);

function requestsOf({ method, path }: { method: string; path: string }): RegExp {
  return new RegExp(`^${method} ${path.replace(/:\w+/g, '[^/]+')}$`, 'i');
}

/** OFF-1: whether there is nothing that could have been recorded. */
function isRead({ method = '', url = '' }: IncomingMessage): boolean {
  const name = `${method} ${plainPath(url)}`;
  return method === 'GET' || method === 'HEAD' || reads.some((one) => one.test(name));
}

/** LOC-8: why the tab of a browser may not ask for this; undefined where it may. */
export function refuseToTab(method: string, url: string): Refusal | undefined {
  const name = `${method} ${plainPath(url)}`;
  const found = patterns.find(({ whole }) => whole.test(name));
  if (found === undefined) return undefined;
  return refuse(
    'Forbidden',
    `A tab that coord open has opened may not do this, as it would outlive the tab. Run in a terminal: ${found.command}`,
  );
}

/** As any server or proxy behind this one may read the path: without dots, escapes and slashes that change nothing. */
function plainPath(url: string): string {
  const base = 'http://daemon';
  if (!URL.canParse(base + url)) return url;
  const [decoded = ''] = withoutEscapes(new URL(base + url).pathname).split(/[;?#]/);
  return new URL(base + decoded.replace(/[/\\]+/g, '/')).pathname.replace(/(?<=.)\/+$/, '');
}

/** Each byte by itself, as the paths of operations are ASCII and others may have escapes that are no UTF-8. */
function withoutEscapes(path: string): string {
  return path.replace(/%([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

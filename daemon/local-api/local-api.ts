import type { IncomingMessage, ServerResponse } from 'node:http';
import { introduce } from '../../shared/node/http/connections.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { methodNotAllowed } from '../../shared/api/method-not-allowed.ts';
import type { Logger } from '../kernel/logger.ts';
import { maxBodyBytes, readBody, send, tooLarge } from './exchange.ts';
import type { Caller, Guard } from './guard.ts';
import type { Proxy } from './proxy.ts';

/** One request that has been let in, with its whole body. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Buffer;
  /** Undefined where no key is needed. */
  readonly caller: Caller | undefined;
  /** The value of the first parameter in the path, such as `:id` or `:client`. */
  readonly parameter: string;
  /** The values of all of them, in order. */
  readonly parameters: readonly string[];
}

/** Answers at once, or later; what it throws is a bug and becomes a 503. */
export type RouteHandler = (exchange: Exchange) => void | Promise<void>;

export interface Route {
  readonly access: 'public' | 'user';
  readonly handle: RouteHandler;
  /** For what only a daemon serves (ANS-6). */
  readonly summary?: string;
  /** For bodies of other lengths than most: how long they may be, and what answers a longer one, of which it gets the head. */
  readonly large?: { readonly maxBytes: number; readonly handle: RouteHandler };
}

/** `GET /workspaces/:id/sessions`; a `*` at the end stands for whatever follows. */
export type Routes = Readonly<Record<string, Route>>;

export interface LocalApiOptions {
  readonly guard: Guard;
  readonly proxy: Proxy;
  readonly routes: Routes;
  readonly logger: Logger;
}

interface Match {
  readonly route: Route;
  readonly parameters: readonly string[];
}

/** A route with parameters; `before` is the text ahead of the first. */
interface Pattern {
  readonly method: string;
  readonly before: string;
  readonly whole: RegExp;
  readonly route: Route;
}

const noParameters: readonly string[] = [];

/** What the relay lets anyone call (ACC-1) and the daemon passes on. */
const publicOperations: ReadonlySet<string> = new Set(['POST /auth/exchange']);

/** The daemon's own HTTP interface: what it can answer itself it does, the rest goes to the relay. */
export class LocalApi {
  /** Exact routes by path and method: no text is joined to find one, as hooks are answered in microseconds. */
  private readonly exact = new Map<string, Readonly<Record<string, Match>>>();
  private readonly patterns: Pattern[] = [];
  private readonly forwarded: Record<Route['access'], Route>;

  constructor(private readonly options: LocalApiOptions) {
    const handle: RouteHandler = ({ request, response, ...forwarding }) =>
      options.proxy.forward(request, response, forwarding);
    this.forwarded = { public: { access: 'public', handle }, user: { access: 'user', handle } };
    for (const [name, route] of Object.entries(options.routes)) this.add(name, route);
  }

  /** The listener of the HTTP servers. */
  readonly serve = (request: IncomingMessage, response: ServerResponse): void => {
    const match = this.match(request);
    const refusal = this.options.guard.refusalOf(request) ?? (isRefusal(match) ? match : undefined);
    if (refusal !== undefined || isRefusal(match)) return reject(request, response, refusal);
    const { authorization } = request.headers;
    if (match.route.access === 'public') {
      const isToken = this.options.guard.isToken(authorization);
      return this.read(match, {
        request,
        response,
        caller: isToken ? { kind: 'token' } : undefined,
      });
    }
    const caller = this.options.guard.callerOf(authorization);
    if (!(caller instanceof Promise)) return this.enter(match, { request, response, caller });
    caller.then(
      (found) => this.enter(match, { request, response, caller: found }),
      (error: unknown) => this.fail(response, error),
    );
  };

  private enter(
    match: Match,
    {
      request,
      response,
      caller,
    }: Pick<Exchange, 'request' | 'response'> & { caller: Caller | Refusal },
  ): void {
    const refusal = isRefusal(caller) ? caller : introduce(request.socket, caller.kind);
    if (refusal !== undefined) return reject(request, response, refusal);
    if (!isRefusal(caller)) this.read(match, { request, response, caller });
  }

  private read(
    { route, parameters }: Match,
    { request, response, caller }: Pick<Exchange, 'request' | 'response' | 'caller'>,
  ): void {
    const noJson = this.options.guard.refusalOfBody(request);
    if (noJson !== undefined) return reject(request, response, noJson);
    const isForwarded = route === this.forwarded.user || route === this.forwarded.public;
    const { own, forwarded } = maxBodyBytes;
    const { maxBytes, handle } = route.large ?? {
      maxBytes: isForwarded ? forwarded : own,
      handle: tooLarge,
    };
    const [parameter = ''] = parameters;
    const answer = (handler: RouteHandler, body: Buffer): void =>
      this.answer(handler, { request, response, body, caller, parameter, parameters });
    readBody(request, maxBytes, {
      onBody: (body) => answer(route.handle, body),
      onTooLarge(head) {
        // A connection that ends with its answer must not end before the client has sent all, or the answer is lost.
        if (response.shouldKeepAlive) answer(handle, head);
        else request.once('end', () => answer(handle, head));
      },
    });
  }

  private answer(handler: RouteHandler, exchange: Exchange): void {
    const { response } = exchange;
    try {
      const done = handler(exchange);
      if (done !== undefined) done.catch((error: unknown) => this.fail(response, error));
    } catch (error) {
      this.fail(response, error);
    }
  }

  private match(request: IncomingMessage): Match | Refusal {
    const { url = '/' } = request;
    // ANS-6: Node leaves out the body of what is answered to a HEAD.
    const method = request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET');
    if (!url.startsWith('/'))
      return refuse('ValidationError', 'The request target must be a path.');
    const end = url.indexOf('?');
    const path = end === -1 ? url : url.slice(0, end);
    const exact = this.exact.get(path)?.[method];
    if (exact !== undefined) return exact;
    const name = `${method} ${path}`;
    for (const { before, whole, route } of this.patterns) {
      const found = name.startsWith(before) ? whole.exec(name) : null;
      if (found !== null) return { route, parameters: found.slice(1) };
    }
    const methods = this.methodsOnlyHere(path);
    if (methods.length > 0) return notAllowed({ method: request.method ?? '', path }, methods);
    const access = publicOperations.has(name) ? 'public' : 'user';
    return { route: this.forwarded[access], parameters: noParameters };
  }

  /** ANS-8: the methods of a path that the relay does not have; none for another, whose methods the relay knows. */
  private methodsOnlyHere(path: string): string[] {
    const exact = Object.entries(this.exact.get(path) ?? {});
    const found = [
      ...exact.map(([method, { route }]) => ({ method, route })),
      ...this.patterns.filter(({ method, whole }) => whole.test(`${method} ${path}`)),
    ];
    const isOnlyHere = found.some(({ route }) => route.summary !== undefined);
    return isOnlyHere ? found.map(({ method }) => method) : [];
  }

  private add(name: string, route: Route): void {
    const [before = '', ...rest] = name.split(/:\w+|\*$/);
    if (rest.length === 0) return this.addExact(name, route);
    const whole = name.replaceAll(/:\w+/g, '([^/]+)').replace(/\*$/, '.*');
    const [method = ''] = name.split(' ');
    this.patterns.push({ method, before, whole: new RegExp(`^${whole}$`), route });
  }

  private addExact(name: string, route: Route): void {
    const [method = '', path = ''] = name.split(' ');
    const match: Match = { route, parameters: noParameters };
    this.exact.set(path, { ...this.exact.get(path), [method]: match });
  }

  /** ANS-2: a bug is ours to read about, and the caller's to try again after. */
  private fail(response: ServerResponse, error: unknown): void {
    this.options.logger.warn(
      error instanceof Error ? (error.stack ?? error.message) : String(error),
    );
    if (response.headersSent) return void response.destroy();
    send(response, refuse('Unavailable', 'The daemon could not answer. Try again in a moment.'));
  }
}

function notAllowed(asked: { method: string; path: string }, methods: readonly string[]): Match {
  const refusal = methodNotAllowed(asked, methods);
  const handle: RouteHandler = ({ response }) => send(response, refusal);
  return { route: { access: 'user', handle }, parameters: noParameters };
}

/** The body is not read; a client that is still sending one must not wait for us to take it. */
function reject(
  request: IncomingMessage,
  response: ServerResponse,
  refusal: Refusal | undefined,
): void {
  request.resume();
  send(response, refusal);
}

import { isUtf8 } from 'node:buffer';
import type { Socket } from 'node:net';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { limits } from '../../shared/contract/fields.ts';
import { operations, operationNames, type OperationName } from '../../shared/contract/index.ts';
import type { Operation } from '../../shared/contract/operation.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Scope } from '../workspaces/access.ts';
import type { Invoker } from './invoke.ts';
import { bearerOf, type Authenticator } from './auth.ts';
import type { Call, Caller } from '../call.ts';
import { httpResponse, invalidInput, refusalOf, unavailable, unread } from './errors.ts';
import { Page } from '../handlers.ts';
import type { Quota, RateLimits } from './limits.ts';
import { RelayRequest } from './upgrade.ts';

/** Serves an operation that answers with a stream and takes over the response. */
export type StreamHandler = (
  scope: Scope,
  input: { readonly since?: number | undefined },
  exchange: Exchange,
) => Promise<void>;

export interface RestDependencies {
  readonly authenticator: Authenticator;
  readonly rateLimits: RateLimits;
  readonly invoker: Invoker;
  readonly feed: StreamHandler;
  readonly mcp: (call: Call, exchange: Exchange) => Promise<void>;
  /** Told of a bug: something that was thrown and is not the caller's fault. */
  readonly onError: (error: unknown) => void;
}

/** Limits that are set on purpose: a client that is slow or greedy loses its connection, not the server. */
const serverLimits = {
  bodyLimit: limits.bodyBytes,
  requestTimeout: 30_000,
  keepAliveTimeout: 75_000,
  connectionTimeout: 0,
} as const;
const maxHeaderBytes = 16_384;
const maxConnections = 4_096;

/** The REST transport: one route for each operation of the contract that answers over HTTP. */
export function buildRest(dependencies: RestDependencies): FastifyInstance {
  const app = fastify({
    ...serverLimits,
    http: { maxHeaderSize: maxHeaderBytes, headersTimeout: 20_000, IncomingMessage: RelayRequest },
    // Longer than any address can be, so that a schema refuses what is too long, by name.
    routerOptions: { maxParamLength: maxHeaderBytes },
    logger: false,
    frameworkErrors: (error, _request, reply) =>
      sendRefusal(reply, refusalOf(error) ?? unavailable()),
    clientErrorHandler: (error, socket) => refuseUnread(socket, error.code),
  });
  app.server.maxConnections = maxConnections;
  readJsonBodies(app);
  app.setNotFoundHandler((request, reply) => {
    sendRefusal(
      reply,
      refuse('NotFound', `There is no ${request.method} ${pathOf(request)}. See /openapi.json.`),
    );
  });
  app.setErrorHandler((error, _request, reply) => {
    const refusal = refusalOf(error as never);
    if (refusal === undefined) dependencies.onError(error);
    sendRefusal(reply, refusal ?? unavailable());
  });
  for (const name of operationNames) {
    if (operations[name].delivery !== 'websocket') addRoute(app, dependencies, name);
  }
  return app;
}

/** Answers what Node could not read as a request, and ends the connection. */
function refuseUnread(socket: Socket, code: string | undefined): void {
  if (socket.writable && code !== 'ECONNRESET') socket.write(httpResponse(unread(code)));
  socket.destroySoon();
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?')[0]?.slice(0, 200) ?? '';
}

function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) return done(null, {});
    if (!isUtf8(body as Buffer))
      return done(asError(refuse('ValidationError', 'The body is not valid UTF-8.')));
    try {
      done(null, JSON.parse(body.toString('utf8')));
    } catch {
      done(asError(refuse('ValidationError', 'The body is not valid JSON.')));
    }
  });
}

/** Fastify passes on whatever it is given as the error; a refusal is recognised again by `refusalOf`. */
function asError(refusal: Refusal): Error {
  return refusal as unknown as Error;
}

function addRoute(app: FastifyInstance, dependencies: RestDependencies, name: OperationName): void {
  const operation: Operation = operations[name];
  app.route({
    method: operation.method,
    url: operation.path,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const answer = await answerTo(dependencies, name, { request, reply });
      if (reply.sent) return;
      if (isRefusal(answer)) sendRefusal(reply, answer);
      else send(reply, operation.status, answer);
    },
  });
}

/** One request and its reply, for what takes the response over. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function answerTo(
  dependencies: RestDependencies,
  name: OperationName,
  exchange: Exchange,
): Promise<unknown> {
  const { request } = exchange;
  const operation: Operation = operations[name];
  if (name === 'validateKey') return validateKey(dependencies.authenticator, request);
  const caller = operation.access === 'public' ? undefined : await identify(dependencies, exchange);
  if (isRefusal(caller)) return caller;
  const input = operation.input.safeParse(inputOf(request));
  if (!input.success) return invalidInput(input.error);
  const { invoker } = dependencies;
  if (caller === undefined) return invoker.invokePublic(name, input.data);
  const call = callOf(caller, name, request);
  if (isRefusal(call)) return call;
  if (operation.delivery === 'mcp') return dependencies.mcp(call, exchange);
  if (operation.delivery === 'json') return invoker.invoke(name, { input: input.data, call });
  const scope = await invoker.enter(name, { input: input.data, call });
  if (scope === undefined || isRefusal(scope)) return scope;
  const since = lastEventId(request) ?? sinceOf(input.data);
  return dependencies.feed(scope, { since }, exchange);
}

/** Path parameters win over the query and the body, so that no body can speak for another workspace than its path. */
function inputOf(request: FastifyRequest): Record<string, unknown> {
  const body = request.body ?? {};
  if (typeof body !== 'object' || Array.isArray(body)) return { body };
  return { ...(request.query as object), ...body, ...(request.params as object) };
}

async function identify(
  { authenticator, rateLimits }: RestDependencies,
  { request, reply }: Exchange,
): Promise<Caller | Refusal> {
  const caller = await authenticator.authenticate(request.headers.authorization);
  if (isRefusal(caller)) return caller;
  const admitted = rateLimits.admit(caller);
  const quota = admitted instanceof Promise ? await admitted : admitted;
  tellQuota(reply, quota);
  return quota.refusal ?? caller;
}

function tellQuota(reply: FastifyReply, quota: Quota): void {
  reply.header('x-ratelimit-limit', quota.limit);
  reply.header('x-ratelimit-remaining', quota.remaining);
  reply.header('x-ratelimit-reset', quota.reset);
}

const maxIdempotencyKey = 200;

function callOf(caller: Caller, operation: string, request: FastifyRequest): Call | Refusal {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return { caller };
  if (typeof key !== 'string' || !/^[!-~]+$/.test(key) || key.length > maxIdempotencyKey) {
    return refuse(
      'ValidationError',
      'Idempotency-Key must be 1 to 200 printable ASCII characters.',
    );
  }
  return { caller, request: { userId: caller.userId, key, operation } };
}

function lastEventId(request: FastifyRequest): number | undefined {
  const header = request.headers['last-event-id'];
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined;
}

function sinceOf(input: Record<string, unknown>): number | undefined {
  return typeof input['since'] === 'number' ? input['since'] : undefined;
}

async function validateKey(
  authenticator: Authenticator,
  request: FastifyRequest,
): Promise<unknown> {
  const secret = bearerOf(request.headers.authorization);
  if (secret === undefined)
    return { valid: false, error: 'No API key was sent as a bearer credential.' };
  const caller = await authenticator.callerOf(secret);
  if (caller === undefined) return { valid: false, error: 'Invalid API key: unknown or revoked.' };
  return { valid: true, user_id: caller.userId, email: caller.email };
}

function send(reply: FastifyReply, status: number, answer: unknown): void {
  reply.code(status).header('content-type', 'application/json; charset=utf-8');
  if (!(answer instanceof Page)) return void reply.send(JSON.stringify(answer));
  if (answer.nextCursor !== undefined)
    reply.header('x-next-cursor', encodeURIComponent(answer.nextCursor));
  reply.send(JSON.stringify(answer.items));
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal): void {
  const retryAfter = refusal.details['retry_after'];
  if (typeof retryAfter === 'number') reply.header('retry-after', retryAfter);
  if (refusal.error === 'Unavailable') reply.header('retry-after', 1);
  reply.code(refusal.status).header('content-type', 'application/json; charset=utf-8');
  reply.send(JSON.stringify(refusal.toBody()));
}

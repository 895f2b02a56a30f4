import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { mcpPath } from '../../shared/contract/edge.ts';
import { limits } from '../../shared/contract/fields.ts';
import { operations, operationNames, type OperationName } from '../../shared/api/operations.ts';
import type { Operation } from '../../shared/contract/operation.ts';
import { invalidInput } from '../../shared/contract/invalid.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { addDashboard } from '../dashboard/routes.ts';
import type { Scope } from '../access/authorizer.ts';
import type { Invoker } from './invoke.ts';
import { admit, callOf, quotaHeaders } from './admission.ts';
import { bearerOf, type Authenticator } from './auth.ts';
import type { Call, Caller } from '../kernel/call.ts';
import { directHooks } from './direct.ts';
import { httpResponse, refusalHeaders, refusalOf, unavailable, unreadable } from './errors.ts';
import { Page } from '../kernel/handlers.ts';
import { fieldsOf, parseJson } from './json-body.ts';
import type { RateLimits } from './limits.ts';
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

const maxHeaderBytes = 16_384;
/** Limits that are set on purpose: a client that is slow or greedy loses its connection, not the server. */
const serverOptions: ServerOptions = {
  requestTimeout: 30_000,
  keepAliveTimeout: 75_000,
  headersTimeout: 20_000,
  maxHeaderSize: maxHeaderBytes,
  IncomingMessage: RelayRequest,
};
const maxConnections = 4_096;

/** The REST transport: one route for each operation of the contract that answers over HTTP. */
export function buildRest(dependencies: RestDependencies): FastifyInstance {
  const app = fastify({
    bodyLimit: limits.bodyBytes,
    serverFactory: (listener) => makeServer(dependencies, listener),
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
  addDashboard(app, sendRefusal);
  return app;
}

/** Once it is closing, a server leaves all to the framework, which turns requests away. */
function makeServer(dependencies: RestDependencies, listener: RequestListener): Server {
  const direct = directHooks(dependencies, listener);
  const server = createServer(serverOptions, (request, response) =>
    server.listening ? direct(request, response) : listener(request, response),
  );
  return server;
}

/** Answers what Node could not read as a request, and ends the connection. */
function refuseUnread(socket: Socket, code: string | undefined): void {
  if (socket.writable && code !== 'ECONNRESET') socket.write(httpResponse(unreadable(code)));
  socket.destroySoon();
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?')[0]?.slice(0, 200) ?? '';
}

function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    const json = parseJson(body as Buffer);
    if (isRefusal(json)) done(asError(json));
    else done(null, json);
  });
}

/** Fastify passes on whatever it is given as the error; a refusal is recognised again by `refusalOf`. */
function asError(refusal: Refusal): Error {
  return refusal as unknown as Error;
}

function addRoute(app: FastifyInstance, dependencies: RestDependencies, name: OperationName): void {
  const { method, path, alias, delivery, status, bodyBytes }: Operation = operations[name];
  for (const url of alias === undefined ? [path] : [path, alias]) {
    app.route({
      // MCP says itself which methods it answers.
      method: delivery === 'mcp' ? ['POST', 'GET', 'DELETE'] : method,
      url,
      exposeHeadRoute: false,
      ...(bodyBytes !== undefined && { bodyLimit: bodyBytes }),
      handler: async (request, reply) => {
        const answer = await answerTo(dependencies, name, { request, reply });
        if (reply.sent) return;
        if (isRefusal(answer)) sendRefusal(reply, answer);
        else send(reply, status, answer);
      },
    });
  }
}

/** For who answers by themselves: the reply's headers, such as those of the rate limit, go with what takes its place. */
export function takeOver(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  reply.hijack();
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
  const given = inputOf(request);
  if (isRefusal(given)) return given;
  const input = operation.input.safeParse(given);
  if (!input.success) return invalidInput(input.error);
  const { invoker } = dependencies;
  if (caller === undefined) return invoker.invokePublic(name, input.data);
  const call = callOf(caller, { name, input: input.data }, request.headers['idempotency-key']);
  if (isRefusal(call)) return call;
  if (operation.delivery === 'mcp') return dependencies.mcp(call, exchange);
  if (operation.delivery === 'json') {
    const addressed = { ...call, address: addressOf(request) };
    return invoker.invoke(name, { input: input.data, call: addressed });
  }
  const scope = await invoker.enter(name, { input: input.data, call });
  if (scope === undefined || isRefusal(scope)) return scope;
  const since = lastEventId(request) ?? sinceOf(input.data);
  return dependencies.feed(scope, { since }, exchange);
}

/** Path parameters win over the query and the body, so that no body can speak for another workspace than its path. */
function inputOf({
  routeOptions,
  query,
  body,
  params,
}: FastifyRequest): Record<string, unknown> | Refusal {
  const fields = routeOptions.url === mcpPath ? {} : fieldsOf(body);
  return isRefusal(fields) ? fields : { ...(query as object), ...fields, ...(params as object) };
}

async function identify(
  dependencies: RestDependencies,
  { request, reply }: Exchange,
): Promise<Caller | Refusal> {
  const admission = await admit(dependencies, request.headers.authorization);
  if (isRefusal(admission)) return admission;
  const { caller, quota } = admission;
  reply.headers(quotaHeaders(quota));
  return quota.refusal ?? caller;
}

function lastEventId(request: FastifyRequest): number | undefined {
  const header = request.headers['last-event-id'];
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined;
}

function sinceOf(input: Record<string, unknown>): number | undefined {
  return typeof input['since'] === 'number' ? input['since'] : undefined;
}

/** As the client sees this server; a proxy in front of it says so itself. */
function addressOf({ headers }: FastifyRequest): string | undefined {
  const scheme = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http';
  const address = `${scheme}://${headers.host ?? ''}`;
  return URL.canParse(address) ? address : undefined;
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
  reply.headers(refusalHeaders(refusal));
  reply.code(refusal.status).header('content-type', 'application/json; charset=utf-8');
  reply.send(JSON.stringify(refusal.toBody()));
}

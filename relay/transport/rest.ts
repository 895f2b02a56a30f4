import {
  createServer,
  type RequestListener,
  type Server,
  type ServerOptions,
  IncomingMessage,
  type ServerResponse,
} from 'node:http';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { limits } from '../../shared/contract/fields.ts';
import { operations, operationNames, type OperationName } from '../../shared/api/operations.ts';
import { methodNotAllowed } from '../../shared/api/method-not-allowed.ts';
import { methodsAt, servedAtRelay } from '../../shared/api/served.ts';
import type { Operation } from '../../shared/contract/operation.ts';
import { jsonHeaders, refusalHeaders } from '../../shared/node/http/answer-headers.ts';
import { codingFor, compress } from '../../shared/node/http/coding.ts';
import { Connections, serverTimes } from '../../shared/node/http/connections.ts';
import { expectNothing, unreadOptions, UnreadRequests } from '../../shared/node/http/unread.ts';
import { parseBody } from '../../shared/node/http/json-body.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { addDashboard, undecodedRefusal } from '../dashboard/routes.ts';
import { answerTo, refusalBefore, type RestDependencies, type Unread } from './answer.ts';
import { directHooks } from './direct.ts';
import { storeRefusal } from '../kernel/disk-refusal.ts';
import { notJson, refusalOf, unavailable } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { jsonOf } from './json.ts';
import { Page } from '../kernel/handlers.ts';

/**
 * A request whose `Upgrade` header is ignored unless it names WebSocket, as HTTP allows: some clients offer HTTP/2 with their
 * first request, and Node would not hand such a request to the server's handlers.
 */
class RelayRequest extends IncomingMessage {
  declare private isRequested: boolean;

  get upgrade(): boolean {
    return this.isRequested && this.headers.upgrade?.toLowerCase() === 'websocket';
  }

  /** Node sets it when it has read the request's head. */
  set upgrade(isRequested: boolean) {
    this.isRequested = isRequested;
  }
}

const maxHeaderBytes = 16_384;
/** Limits that are set on purpose: a client that is slow or greedy loses its connection, not the server. */
const serverOptions: ServerOptions = {
  keepAliveTimeout: 75_000,
  maxHeaderSize: maxHeaderBytes,
  IncomingMessage: RelayRequest,
};

/** The REST transport: one route for each operation of the contract that answers over HTTP. */
export function buildRest(dependencies: RestDependencies): FastifyInstance {
  const unread = new UnreadRequests();
  const app = fastify({
    bodyLimit: limits.bodyBytes,
    serverFactory: (listener) => makeServer(dependencies, { listener, unread }),
    // Longer than any address can be, so that a schema refuses what is too long, by name.
    routerOptions: { maxParamLength: maxHeaderBytes },
    logger: false,
    frameworkErrors: (error, request, reply) =>
      sendRefusal(reply, undecodedRefusal(error, request) ?? refusalOf(error) ?? unavailable()),
    clientErrorHandler: (error, socket) => unread.refuse(socket, error.code),
  });
  readJsonBodies(app);
  app.setNotFoundHandler((request, reply) => sendRefusal(reply, notServed(request)));
  app.setErrorHandler(async (error, request, reply) => {
    const refusal = refusalOf(error as never);
    const isBug = refusal === undefined || storeRefusal(error) !== undefined;
    if (isBug) dependencies.onError(error);
    if (refusal?.error === 'TooLarge') {
      reply.removeHeader('connection');
      await dropRest(request.raw, reply.raw);
    }
    const unread = isBug
      ? undefined
      : await refusalOfUnread(dependencies, { request, reply, unread: refusal });
    sendRefusal(reply, unread ?? refusal ?? unavailable());
    return reply;
  });
  for (const name of operationNames) addRoute(app, dependencies, name);
  addDashboard(app, sendRefusal);
  return app;
}

/** Once it is closing, a server leaves all to the framework, which turns requests away. */
function makeServer(
  dependencies: RestDependencies,
  { listener, unread }: { listener: RequestListener; unread: UnreadRequests },
): Server {
  const direct = directHooks(dependencies, listener);
  const { connectionLimits } = dependencies;
  const options = { ...serverOptions, ...serverTimes(connectionLimits), ...unreadOptions };
  const server = createServer(options, (request, response) => {
    if (!unread.takes(request, response)) return undefined;
    return server.listening ? direct(request, response) : listener(request, response);
  });
  server.on('checkExpectation', expectNothing(server));
  new Connections(connectionLimits).watch(server);
  return server;
}

/** ANS-8: an address and a key are looked at before a body, which could not be read. */
async function refusalOfUnread(dependencies: RestDependencies, exchange: Unread): Promise<Refusal> {
  const { request, unread } = exchange;
  if (request.is404) return notServed(request);
  const { operation } = request.routeOptions.config as { operation?: OperationName };
  return operation === undefined ? unread : refusalBefore(dependencies, operation, exchange);
}

function notServed(request: FastifyRequest): Refusal {
  const [method, path] = [request.method, pathOf(request)];
  const methods = methodsAt(path, servedAtRelay());
  return methods.length === 0
    ? refuse('NotFound', `There is no ${method} ${path}. See /openapi.json.`)
    : methodNotAllowed({ method, path }, methods);
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?')[0]?.slice(0, 200) ?? '';
}

function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    const json = parseBody(body as Buffer);
    if (isRefusal(json)) done(asError(json));
    else done(null, json);
  });
  // Clients name a type of their own for a body that is empty.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) done(null, {});
    else done(asError(notJson));
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
      method: delivery === 'mcp' ? ['POST', 'GET', 'HEAD', 'DELETE'] : method,
      url,
      config: { operation: name },
      // ANS-6: the framework leaves out the body.
      exposeHeadRoute: delivery !== 'mcp',
      ...(bodyBytes !== undefined && { bodyLimit: bodyBytes }),
      handler: async (request, reply) => {
        if (delivery === 'websocket') return sendRefusal(reply, onlyWebSocket);
        const answer = await answerTo(dependencies, name, { request, reply });
        if (reply.sent) return;
        if (isRefusal(answer)) sendRefusal(reply, answer);
        else await send({ request, reply }, status, answer);
      },
    });
  }
}

/** ANS-7: in characters; a list of some hundred records is longer. */
const minCompressed = 16_384;
const readMethods: ReadonlySet<string> = new Set(['GET', 'HEAD']);
/** 5,000 reservations, 2.4 MB, take some 6 ms of another thread; a seventh less would take twice as long. */
const effort = { br: 3, gzip: 1 };

const onlyWebSocket = refuse(
  'ValidationError',
  'This is a WebSocket. Connect to it with a WebSocket client, and send the API key along.',
);

async function send(exchange: Exchange, status: number, answer: unknown): Promise<void> {
  const { request, reply } = exchange;
  if (answer instanceof Page && answer.nextCursor !== undefined)
    reply.header('x-next-cursor', encodeURIComponent(answer.nextCursor));
  reply.code(status).headers(jsonHeaders);
  const text = await jsonOf(answer);
  if (text.length < minCompressed || !readMethods.has(request.method)) return void reply.send(text);
  const coding = codingFor(request.headers['accept-encoding']);
  reply.header('vary', 'accept-encoding');
  if (coding === 'identity') return void reply.send(text);
  reply.header('content-encoding', coding);
  reply.send(await compress(Buffer.from(text), coding, effort));
}

function sendRefusal(reply: FastifyReply, refusal: Refusal): void {
  reply.code(refusal.status).headers({ ...jsonHeaders, ...refusalHeaders(refusal) });
  reply.send(JSON.stringify(refusal.toBody()));
}

/**
 * Reads and drops what still comes of a body that is refused, up to a bound; the server's time for a request bounds it too.
 * A connection that were closed while its client sends would take the answer with it. Resolves when the answer may leave: at
 * once, or with the end of the body where the connection ends with the answer.
 */
function dropRest(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let left: number = limits.droppedBytes;
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.socket.destroy();
  });
  request.resume();
  if (response.shouldKeepAlive || request.readableEnded) return Promise.resolve();
  return new Promise((resolve) => {
    request.once('end', resolve);
    request.once('close', resolve);
  });
}

import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { answersOf, type McpServerFactory } from '../../../shared/node/mcp-server.ts';
import { answerHeaders } from '../../../shared/node/http/answer-headers.ts';
import type { ToolHost } from '../../../shared/api/tools.ts';
import type { Call } from '../../kernel/handlers.ts';
import { diskRefusal } from '../../kernel/disk-refusal.ts';
import { takeOver, type Exchange, foreignPage, isOwnPage } from '../exchange.ts';
import { mcpClientOf, newMcpSessionId, type ToolSessionDependencies } from './tool-session.ts';
import { endToolSession, toolHostFor } from './tool-host.ts';

export interface McpRequestOptions {
  /** The parsed JSON body. */
  readonly body: unknown;
  /** The services, for the user of the request's key. The key is checked before. */
  readonly host: ToolHost;
  readonly createServer: McpServerFactory;
  readonly source: AllowedSource;
  readonly session: McpSessionHandling;
  /** The client is told only that there was one. */
  readonly onBug: (error: unknown) => void;
}

/** MCP-8: the client's `Mcp-Session-Id`, if it has one. */
export interface McpSessionHandling {
  readonly isGiven: boolean;
  /** It was given, and not to this user. */
  readonly isUnknown: boolean;
  newSessionId(clientName: string | undefined): string;
  end(): Promise<void>;
}

/** Who may ask: a web page that a browser was led to must not, whatever name it resolved to this machine. */
export interface AllowedSource {
  /** Host names that the server is known by, without port; `any` behind a proxy that checks them. */
  readonly hostNames: readonly string[] | 'any';
  /** Origins of web pages that may call, for example `https://coord.example.com`. */
  readonly origins: readonly string[];
}

/** The names under which a server that listens on the loopback address is reached. */
export const loopbackNames: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

export interface McpDependencies extends ToolSessionDependencies {
  readonly createServer: McpServerFactory;
  readonly hostNames: AllowedSource['hostNames'];
  readonly onError: (error: unknown) => void;
}

/** Answers MCP at the relay: the tools call its own services, for the user of the request's key. */
export function mcpHandler({ createServer, hostNames, onError, ...deps }: McpDependencies) {
  const source: AllowedSource = { hostNames, origins: [] };
  return async (call: Call, { request, reply }: Exchange): Promise<void> => {
    const { body, headers, raw } = request;
    const { userId } = call.caller;
    const wanted = textIn(headers['x-coord-workspace']);
    const given = textIn(headers[sessionHeader]);
    const client = given === undefined ? undefined : mcpClientOf(userId, given);
    const isUnknown = given !== undefined && client === undefined;
    const host = await toolHostFor(deps, { call, wanted, client });
    const end = () => endToolSession(deps.invoker, { call, wanted, client });
    const newSessionId = (clientName: string | undefined) => newMcpSessionId(userId, clientName);
    reply.headers(answerHeaders);
    takeOver(reply);
    const session = { isUnknown, isGiven: given !== undefined, newSessionId, end };
    await handleMcp(raw, reply.raw, { body, host, createServer, source, session, onBug: onError });
  };
}

function textIn(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}

/**
 * `POST /mcp`: streamable HTTP, one JSON answer per request, and DELETE for the end of a client's session (MCP-8). A server
 * object per request is what the SDK asks for where no process keeps sessions; building it takes a tenth of a millisecond. It
 * streams nothing, so a GET gets a 405.
 */
export async function handleMcp(
  request: IncomingMessage,
  response: ServerResponse,
  { body, host, createServer, source, session, onBug }: McpRequestOptions,
): Promise<void> {
  const forbidden = forbiddenSource(request.headers, source);
  if (forbidden !== undefined) return deny(response, { status: 403, message: forbidden });
  if (request.method !== 'POST' && request.method !== 'DELETE') {
    response.setHeader('Allow', 'POST, DELETE');
    return deny(response, { status: 405, message: 'This server answers POST and DELETE only.' });
  }
  if (session.isUnknown) return deny(response, { status: 404, message: unknownSession });
  if (request.method === 'DELETE') return endSession(response, session);
  if (Array.isArray(body) && body.length === 0)
    return deny(response, { status: 400, message: emptyBatch, code: invalidRequest });
  if (body !== undefined && ![body].flat().every(isMessage))
    return deny(response, { status: 400, message: noMessage, code: invalidRequest });
  const hello = introductionIn(body);
  if (hello !== undefined) response.setHeader(sessionHeader, session.newSessionId(hello.name));
  const server = createServer(answersOf(() => host, onBug, diskRefusal));
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  response.on('close', () => void server.close());
  await server.connect(transport as Parameters<typeof server.connect>[0]);
  await transport.handleRequest(request, response, body);
}

/** The SDK would say of any other that it is no JSON. */
function isMessage(said: unknown): boolean {
  return JSONRPCMessageSchema.safeParse(said).success;
}

/** JSON-RPC's code for what is no request, as a batch of none. */
const invalidRequest = -32600;
const emptyBatch = 'Invalid Request: a batch holds at least one message.';
const noMessage = 'Invalid Request: not a message of JSON-RPC 2.0.';
const sessionHeader = 'mcp-session-id';
const unknownSession = 'No such session of this user. Begin again with initialize.';
const unnamedSession = 'Name the session that ends in the header Mcp-Session-Id.';

async function endSession(
  response: ServerResponse,
  { isGiven, end }: McpSessionHandling,
): Promise<void> {
  if (!isGiven) return deny(response, { status: 400, message: unnamedSession });
  await end();
  response.writeHead(204).end();
}

/** The client's introduction in a request that is one, with its name if it gives one. */
function introductionIn(body: unknown): { readonly name: string | undefined } | undefined {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: unknown };
  if (method !== 'initialize') return undefined;
  const { clientInfo } = (params ?? {}) as { clientInfo?: { name?: unknown } | null };
  const name = clientInfo?.name;
  return { name: typeof name === 'string' ? name : undefined };
}

/** Why a request must not come from where it says it comes; undefined when it may. The SDK does not check this. */
export function forbiddenSource(
  { host = '', origin }: IncomingHttpHeaders,
  { hostNames, origins }: AllowedSource,
): string | undefined {
  const isNamed = hostNames !== 'any' && hostNames.includes(hostNameOf(host));
  if (!isNamed && hostNames !== 'any') return 'The Host header is not a name of this server.';
  const isOurs = isNamed && isOwnPage({ host, origin });
  if (origin === undefined || isOurs || origins.includes(origin)) return undefined;
  return foreignPage;
}

function hostNameOf(host: string): string {
  return host.replace(/:\d+$/, '').toLowerCase();
}

function deny(
  response: ServerResponse,
  { status, message, code = -32000 }: { status: number; message: string; code?: number },
): void {
  const error = { jsonrpc: '2.0', id: null, error: { code, message } };
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(error));
}

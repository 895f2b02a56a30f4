import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { McpServerFactory } from '../../shared/node/mcp-server.ts';
import type { ToolHost } from '../../shared/api/tools.ts';
import type { Call } from '../kernel/call.ts';
import type { Invoker } from './invoke.ts';
import { takeOver, type Exchange } from './exchange.ts';
import { toolHostFor } from './tool-host.ts';

export interface McpRequestOptions {
  /** The parsed JSON body. */
  readonly body: unknown;
  /** The services, for the user of the request's key. The key is checked before. */
  readonly host: ToolHost;
  readonly createServer: McpServerFactory;
  readonly source: AllowedSource;
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

export interface McpDependencies {
  readonly invoker: Invoker;
  readonly createServer: McpServerFactory;
  readonly hostNames: AllowedSource['hostNames'];
}

/** Answers MCP at the relay: the tools call its own services, for the user of the request's key. */
export function mcpHandler({ invoker, createServer, hostNames }: McpDependencies) {
  const source: AllowedSource = { hostNames, origins: [] };
  return async (call: Call, { request, reply }: Exchange): Promise<void> => {
    const header = request.headers['x-coord-workspace'];
    const wanted = typeof header === 'string' ? header : undefined;
    const host = await toolHostFor(invoker, call, wanted);
    takeOver(reply);
    const { body } = request;
    await handleMcp(request.raw, reply.raw, { body, host, createServer, source });
  };
}

/**
 * `POST /mcp`: streamable HTTP without sessions, one JSON answer per request. A server object per request is what the
 * SDK asks for here; building it takes a tenth of a millisecond. It streams nothing, so other methods get a 405.
 */
export async function handleMcp(
  request: IncomingMessage,
  response: ServerResponse,
  { body, host, createServer, source }: McpRequestOptions,
): Promise<void> {
  const forbidden = forbiddenSource(request.headers, source);
  if (forbidden !== undefined) return deny(response, { status: 403, message: forbidden });
  if (request.method !== 'POST') {
    response.setHeader('Allow', 'POST');
    return deny(response, { status: 405, message: 'This server answers POST only.' });
  }
  const server = createServer(host);
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  response.on('close', () => void server.close());
  await server.connect(transport as Parameters<typeof server.connect>[0]);
  await transport.handleRequest(request, response, body);
}

/** Why a request must not come from where it says it comes; undefined when it may. The SDK does not check this. */
export function forbiddenSource(
  { host = '', origin }: IncomingHttpHeaders,
  { hostNames, origins }: AllowedSource,
): string | undefined {
  const isNamed = hostNames !== 'any' && hostNames.includes(hostNameOf(host));
  if (!isNamed && hostNames !== 'any') return 'The Host header is not a name of this server.';
  const isOwnPage = isNamed && (origin === `http://${host}` || origin === `https://${host}`);
  if (origin === undefined || isOwnPage || origins.includes(origin)) return undefined;
  return 'Web pages of this origin may not call this server.';
}

function hostNameOf(host: string): string {
  return host.replace(/:\d+$/, '').toLowerCase();
}

function deny(
  response: ServerResponse,
  { status, message }: { status: number; message: string },
): void {
  const error = { jsonrpc: '2.0', id: null, error: { code: -32000, message } };
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(error));
}

import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ToolHost } from '../../api/tools.ts';
import type { Refusal } from '../../kernel/refusal.ts';
import { answerHeaders } from '../http/answer-headers.ts';
import { answersOf, type McpServerFactory } from './server.ts';
import { type McpCaller, sessionHeader } from './session-id.ts';

export interface McpRequestOptions {
  /** The parsed JSON body. */
  readonly body: unknown;
  /** What carries out the tools for the user of the request, who is let in already. */
  readonly host: ToolHost;
  readonly createServer: McpServerFactory;
  readonly caller: McpCaller;
  /** Ends the session of the caller. */
  readonly end: () => Promise<void>;
  /** The client is told only that there was one, unless `refusalOf` has words for it. */
  readonly onBug: (error: unknown) => void;
  readonly refusalOf?: (error: unknown) => Refusal | undefined;
}

/**
 * `POST /mcp`: streamable HTTP, one JSON answer per request, and DELETE for the end of a client's session (MCP-8). A server
 * object per request is what the SDK asks for where no process keeps sessions; building it takes a tenth of a millisecond. It
 * streams nothing, so a GET gets a 405.
 */
export async function handleMcp(
  request: IncomingMessage,
  response: ServerResponse,
  options: McpRequestOptions,
): Promise<void> {
  const { body, host, createServer, caller, onBug, refusalOf } = options;
  setHeaders(response);
  if (request.method !== 'POST' && request.method !== 'DELETE') {
    response.setHeader('Allow', 'POST, DELETE');
    return denyMcp(response, { status: 405, message: 'This server answers POST and DELETE only.' });
  }
  if (caller.isUnknown) return denyMcp(response, { status: 404, message: unknownSession });
  if (request.method === 'DELETE') {
    if (!caller.isGiven) return denyMcp(response, { status: 400, message: unnamedSession });
    return endSession(response, options);
  }
  const wrong = wrongBody(body);
  if (wrong !== undefined)
    return denyMcp(response, { status: 400, message: wrong, code: invalidRequest });
  const hello = introductionIn(body);
  if (hello !== undefined) response.setHeader(sessionHeader, caller.newSessionId(hello.name));
  const server = createServer(answersOf(() => host, onBug, refusalOf));
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  response.on('close', () => void server.close());
  await server.connect(transport as Parameters<typeof server.connect>[0]);
  await transport.handleRequest(request, response, body);
}

/** Nobody else answers here: the response belongs to MCP already. */
async function endSession(
  response: ServerResponse,
  { end, onBug, refusalOf }: McpRequestOptions,
): Promise<void> {
  try {
    await end();
  } catch (error) {
    onBug(error);
    const { status, message } = refusalOf?.(error) ?? { status: 500, message: 'Internal error' };
    return denyMcp(response, { status, message });
  }
  response.writeHead(204).end();
}

/** The SDK would say of what is no message that it is no JSON. */
function wrongBody(body: unknown): string | undefined {
  if (Array.isArray(body) && body.length === 0) return emptyBatch;
  const isMessage = (said: unknown) => JSONRPCMessageSchema.safeParse(said).success;
  return body === undefined || [body].flat().every(isMessage) ? undefined : noMessage;
}

/** JSON-RPC's code for what is no request, as a batch of none. */
const invalidRequest = -32600;
const emptyBatch = 'Invalid Request: a batch holds at least one message.';
const noMessage = 'Invalid Request: not a message of JSON-RPC 2.0.';
const unknownSession = 'No such session of this user. Begin again with initialize.';
const unnamedSession = 'Name the session that ends in the header Mcp-Session-Id.';

/** The client's introduction in a request that is one, with its name if it gives one. */
function introductionIn(body: unknown): { readonly name: string | undefined } | undefined {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: unknown };
  if (method !== 'initialize') return undefined;
  const { clientInfo } = (params ?? {}) as { clientInfo?: { name?: unknown } | null };
  const name = clientInfo?.name;
  return { name: typeof name === 'string' ? name : undefined };
}

/** Answers with an error of JSON-RPC that belongs to no request of it. */
export function denyMcp(
  response: ServerResponse,
  { status, message, code = -32000 }: { status: number; message: string; code?: number },
): void {
  setHeaders(response);
  const error = { jsonrpc: '2.0', id: null, error: { code, message } };
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(error));
}

function setHeaders(response: ServerResponse): void {
  for (const [name, value] of Object.entries(answerHeaders)) response.setHeader(name, value);
}

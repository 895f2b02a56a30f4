import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Client } from '../../shared/api/client.ts';
import type { ToolHost } from '../../shared/api/tools.ts';
import { digestOf } from '../../shared/node/digest.ts';
import { handleMcp } from '../../shared/node/mcp/over-http.ts';
import { mcpServerFactory } from '../../shared/node/mcp/server.ts';
import { mcpCallerOf } from '../../shared/node/mcp/session-id.ts';
import { version } from '../../shared/version.ts';
import { localToolHost, type LocalToolHostDependencies } from './tool-host.ts';

export interface HttpCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The parsed JSON. */
  readonly body: unknown;
  /** With the key of the caller; undefined until there is a relay to talk to. */
  readonly client: Client | undefined;
  /** Of the request's `Idempotency-Key`. */
  readonly requestKey: string | undefined;
  readonly onBug: (error: unknown) => void;
}

const createServer = mcpServerFactory(version);

/** MCP-8, MCP-10: answers one request of a client of MCP over HTTP, as `coord mcp` answers over stdio. */
export async function answerOverHttp(
  deps: LocalToolHostDependencies,
  { request, response, body, client, requestKey, onBug }: HttpCall,
): Promise<void> {
  const { mcpSessions, replica } = deps;
  const caller = mcpCallerOf(replica.user.userId, request.headers);
  const connection = mcpSessions.overHttp(caller.client);
  const own = requestKey === undefined ? client : keyed(client, requestKey);
  const local = localToolHost({ ...deps, client: () => own }, { connection, toolUseId: undefined });
  const host: ToolHost = {
    ...local,
    session(named, isTaken) {
      // A script that only reads is nobody in particular.
      if (caller.client === undefined && !isTaken) return undefined;
      return local.session(named, isTaken);
    },
  };
  const end = () => mcpSessions.endOverHttp(connection);
  await handleMcp(request, response, { body, host, createServer, caller, end, onBug });
}

/** One request may carry several tool calls: each has an idempotency key of its own. */
function keyed(client: Client | undefined, requestKey: string): Client | undefined {
  if (client === undefined) return undefined;
  return {
    call(name, input, options) {
      const idempotencyKey = digestOf(`${requestKey} ${name} ${JSON.stringify(input)}`);
      return client.call(name, input, { ...options, idempotencyKey });
    },
  };
}

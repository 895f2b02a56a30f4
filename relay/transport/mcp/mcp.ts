import { denyMcp, handleMcp } from '../../../shared/node/mcp/over-http.ts';
import type { McpServerFactory } from '../../../shared/node/mcp/server.ts';
import { mcpCallerOf } from '../../../shared/node/mcp/session-id.ts';
import type { Call } from '../../kernel/handlers.ts';
import { storeRefusal } from '../../kernel/disk-refusal.ts';
import type { RateLimits } from '../limits.ts';
import { takeOver, type Exchange, foreignPage, isOwnPage } from '../exchange.ts';
import type { ToolSessionDependencies } from './tool-session.ts';
import { endToolSession, toolHostFor } from './tool-host.ts';

export interface McpDependencies extends ToolSessionDependencies {
  readonly createServer: McpServerFactory;
  readonly rateLimits: RateLimits;
  readonly onError: (error: unknown) => void;
}

/** Answers MCP at the relay: the tools call its own services, for the user of the request's key. */
export function mcpHandler(dependencies: McpDependencies) {
  const { createServer, rateLimits, onError, ...deps } = dependencies;
  return async (call: Call, { request, reply }: Exchange): Promise<void> => {
    const { body, headers, raw } = request;
    // The SDK does not check this. A name that leads here gets nothing by it alone: the request has a key of its own.
    if (!isOwnPage(headers)) {
      takeOver(reply);
      return denyMcp(reply.raw, { status: 403, message: foreignPage });
    }
    const wanted = textIn(headers['x-coord-workspace']);
    const caller = mcpCallerOf(call.caller.userId, headers);
    const asked = { call, wanted, client: caller.client };
    const host = await toolHostFor(deps, asked);
    takeOver(reply);
    // LIM-1: the first message of a batch was counted when it was admitted.
    const more = Array.isArray(body) ? body.length - 1 : 0;
    const quota = more > 0 ? await rateLimits.admit(call.caller, more) : undefined;
    if (quota?.refusal !== undefined)
      return denyMcp(reply.raw, { status: 429, message: quota.refusal.message });
    const end = () => endToolSession(deps.invoker, asked);
    const told = { onBug: onError, refusalOf: storeRefusal };
    await handleMcp(raw, reply.raw, { body, host, createServer, caller, end, ...told });
  };
}

function textIn(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}

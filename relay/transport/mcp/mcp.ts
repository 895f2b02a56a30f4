import type { IncomingHttpHeaders } from 'node:http';
import { denyMcp, handleMcp } from '../../../shared/node/mcp/over-http.ts';
import type { McpServerFactory } from '../../../shared/node/mcp/server.ts';
import { mcpCallerOf } from '../../../shared/node/mcp/session-id.ts';
import type { Call } from '../../kernel/handlers.ts';
import { storeRefusal } from '../../kernel/disk-refusal.ts';
import type { RateLimits } from '../limits.ts';
import { takeOver, type Exchange, foreignPage, isOwnPage } from '../exchange.ts';
import type { ToolSessionDependencies } from './tool-session.ts';
import { endToolSession, toolHostFor } from './tool-host.ts';

/** Host names that the server is known by, without port; `any` behind a proxy that checks them. */
export type HostNames = readonly string[] | 'any';

/** The names under which a server that listens on the loopback address is reached. */
export const loopbackNames: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

export interface McpDependencies extends ToolSessionDependencies {
  readonly createServer: McpServerFactory;
  readonly hostNames: HostNames;
  readonly rateLimits: RateLimits;
  readonly onError: (error: unknown) => void;
}

/** Answers MCP at the relay: the tools call its own services, for the user of the request's key. */
export function mcpHandler(dependencies: McpDependencies) {
  const { createServer, hostNames, rateLimits, onError, ...deps } = dependencies;
  return async (call: Call, { request, reply }: Exchange): Promise<void> => {
    const { body, headers, raw } = request;
    const wanted = textIn(headers['x-coord-workspace']);
    const caller = mcpCallerOf(call.caller.userId, headers);
    const asked = { call, wanted, client: caller.client };
    const host = await toolHostFor(deps, asked);
    takeOver(reply);
    const forbidden = forbiddenSource(headers, hostNames);
    if (forbidden !== undefined) return denyMcp(reply.raw, { status: 403, message: forbidden });
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

/**
 * Why a request must not come from where it says it comes; undefined when it may. A web page that a browser was led to must not ask,
 * whatever name it resolved to this machine. The SDK does not check this.
 */
export function forbiddenSource(
  { host = '', origin }: IncomingHttpHeaders,
  hostNames: HostNames,
): string | undefined {
  const isNamed = hostNames !== 'any' && hostNames.includes(hostNameOf(host));
  if (!isNamed && hostNames !== 'any') return 'The Host header is not a name of this server.';
  const isOurs = isNamed && isOwnPage({ host, origin });
  if (origin === undefined || isOurs) return undefined;
  return foreignPage;
}

function hostNameOf(host: string): string {
  return host.replace(/:\d+$/, '').toLowerCase();
}

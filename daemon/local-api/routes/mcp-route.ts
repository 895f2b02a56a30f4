import { mcpPath } from '../../../shared/contract/edge.ts';
import { isRefusal } from '../../../shared/kernel/refusal.ts';
import { bearerOf } from '../../../shared/node/http/bearer.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { LocalToolHostDependencies } from '../../mcp/tool-host.ts';
import { parseBody } from '../../../shared/node/http/json-body.ts';
import { maxBodyBytes, send, tooLarge } from '../exchange.ts';
import type { Exchange, Route, Routes } from '../local-api.ts';
import type { Proxy } from '../proxy.ts';

interface McpRouteContext {
  readonly toolHost: LocalToolHostDependencies;
  readonly proxy: Proxy;
  readonly workspaceSlug: () => string | undefined;
  readonly logger: Logger;
}

/** MCP-10: MCP over HTTP is about this repository's workspace, and answered here; about another one it is the relay's. */
export function mcpRoute(context: McpRouteContext): Routes {
  const route: Route = {
    access: 'user',
    handle: (exchange) => answer(context, exchange),
    // A transcript may come over it.
    large: { maxBytes: maxBodyBytes.forwarded, handle: tooLarge },
  };
  return { [`POST ${mcpPath}`]: route, [`DELETE ${mcpPath}`]: route };
}

async function answer(context: McpRouteContext, exchange: Exchange): Promise<void> {
  const { request, response, body: bytes, caller } = exchange;
  const { toolHost, proxy, logger } = context;
  const upstream = await proxy.relay();
  if (!isAboutThis(context, request.headers['x-coord-workspace']))
    return proxy.forward(request, response, { body: bytes, caller });
  const body = bytes.length === 0 ? undefined : parseBody(bytes);
  if (isRefusal(body)) return send(response, body);
  const key = caller?.kind === 'key' ? bearerOf(request.headers.authorization) : undefined;
  const requestKey = request.headers['idempotency-key'];
  const { answerOverHttp } = await import('../../mcp/over-http.ts');
  await answerOverHttp(toolHost, {
    ...{ request, response, body },
    client: key === undefined ? upstream?.client : upstream?.clientFor(key),
    requestKey: typeof requestKey === 'string' ? requestKey : undefined,
    onBug: (error) => logger.warn(String(error)),
  });
}

/** A client that names no workspace works in the one of the repository that it asks in. */
function isAboutThis(
  { toolHost, workspaceSlug }: McpRouteContext,
  wanted: string | string[] | undefined,
): boolean {
  if (wanted === undefined) return true;
  return wanted === workspaceSlug() || wanted === toolHost.replica.state.workspace?.id;
}

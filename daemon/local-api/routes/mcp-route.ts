import { mcpPath } from '../../../shared/contract/edge.ts';
import type { Proxy } from '../proxy.ts';
import type { Exchange, Routes } from '../local-api.ts';

/** MCP over HTTP is the relay's; here it is about this repository's workspace unless the client names another one. */
export function mcpRoute({
  workspaceSlug,
  proxy,
}: {
  readonly workspaceSlug: () => string | undefined;
  readonly proxy: Proxy;
}): Routes {
  const handle = ({ request, response, body, caller }: Exchange) => {
    const slug = workspaceSlug();
    const headers: Record<string, string> = slug === undefined ? {} : { 'x-coord-workspace': slug };
    return proxy.forward(request, response, { body, caller, headers });
  };
  const route = { access: 'user', handle } as const;
  return { [`POST ${mcpPath}`]: route, [`DELETE ${mcpPath}`]: route };
}

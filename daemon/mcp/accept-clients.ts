import type { ChannelCalls, ChannelClient } from './tool-channel-server.ts';
import { localToolHost, type LocalToolHostDependencies } from './tool-host.ts';

/** Takes each `coord mcp` that connects: a host for each of its calls, until it has gone. */
export function acceptClients(
  deps: LocalToolHostDependencies,
): (client: ChannelClient) => ChannelCalls {
  return (client) => {
    const connection = deps.mcpSessions.connect(client);
    return {
      hostFor: (toolUseId) => localToolHost(deps, { connection, toolUseId }),
      closed: () => deps.mcpSessions.close(connection),
    };
  };
}

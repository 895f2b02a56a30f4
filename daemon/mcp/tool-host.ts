import type { Client } from '../../shared/api/client.ts';
import type { Input } from '../../shared/api/operations.ts';
import type { ToolHost } from '../../shared/api/tools.ts';
import { isRefusal, refuse } from '../../shared/kernel/refusal.ts';
import type { PathResolver } from '../git/path-resolver.ts';
import type { McpCallOwners } from '../hooks/mcp-call-owners.ts';
import type { InterceptorContext } from '../interceptors/interceptor.ts';
import { intercept } from '../interceptors/interceptors.ts';
import { idAtRelay, type Replica } from '../replica/replica.ts';
import type { TrackedSession } from '../replica/workspace-state.ts';
import { sessionFor, type LocalSync } from '../sync/local-sync.ts';
import type { ToolCaller } from './tool-channel-server.ts';
import { withRepositoryPaths } from './tool-paths.ts';

export interface LocalToolHostDependencies {
  readonly replica: Replica;
  readonly sync: LocalSync;
  readonly paths: PathResolver;
  readonly mcpCallOwners: McpCallOwners;
  readonly interceptorContext: InterceptorContext;
  /** Undefined until there is a relay to talk to. */
  readonly client: () => Client | undefined;
}

/** What carries out MCP tools here: sync from memory, everything else by the relay, some of it through an interceptor. */
export function localToolHost(deps: LocalToolHostDependencies, caller: ToolCaller): ToolHost {
  const { replica, sync, paths, interceptorContext, client } = deps;
  return {
    workspace: () =>
      replica.state.workspace ??
      refuse('Unavailable', 'The daemon has not reached its relay yet. Try again in a moment.'),
    sessionId: () => sessionOf(deps, caller)?.id,
    async call(name, given) {
      const input = withRepositoryPaths(paths, given);
      if (name === 'sync') return sync.answer(input as Input<'sync'>);
      const relay = client();
      if (relay === undefined) return refuse('Unavailable', 'The relay is not connected yet.');
      const forward = (asked: unknown) => relay.call(name, asked as never);
      const asked = withSessionAtRelay(input);
      return intercept(interceptorContext, name, { input: asked, forward }) ?? forward(asked);
    },
  };
}

/** The agent that makes this very call, else the conversation that its server was started for, else the user's only one. */
function sessionOf(
  { replica, mcpCallOwners }: Pick<LocalToolHostDependencies, 'replica' | 'mcpCallOwners'>,
  { toolUseId, conversationId }: ToolCaller,
): TrackedSession | undefined {
  const announced = toolUseId === undefined ? undefined : mcpCallOwners.conversationOf(toolUseId);
  const started = conversationId === undefined ? undefined : { conversationId, agentId: '' };
  for (const conversation of [announced, started]) {
    const session = conversation && replica.sessionOf(conversation);
    if (session?.active === true) return session;
  }
  const only = sessionFor(replica, undefined);
  return isRefusal(only) ? undefined : only;
}

function withSessionAtRelay(input: Record<string, unknown>): Record<string, unknown> {
  const { session_id: named, ...others } = input;
  if (typeof named !== 'string' || idAtRelay(named) !== undefined) return input;
  return others;
}

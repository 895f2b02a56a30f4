import type { Input } from '../../shared/api/operations.ts';
import type { ToolHost } from '../../shared/api/tools.ts';
import { isRefusal, refuse } from '../../shared/kernel/refusal.ts';
import type { InterceptorContext } from '../interceptors/interceptor.ts';
import { intercept } from '../interceptors/interceptors.ts';
import type { HookContext } from '../hooks/context.ts';
import type { ToolCaller } from './tool-channel-server.ts';
import type { TrackedSession } from '../replica/workspace-state.ts';
import { withRepositoryPaths } from './tool-paths.ts';
import { sessionFor, syncFromMemory } from '../sync/local-sync.ts';

/** What the MCP tools stand on here: sync from memory, everything else at the relay, some with what only a daemon can add. */
export function localToolHost(edge: InterceptorContext, caller: ToolCaller): ToolHost {
  const { hooks: context } = edge;
  const { replica } = context;
  return {
    workspace: () =>
      replica.state.workspace ??
      refuse('Unavailable', 'The daemon has not reached its relay yet. Try again in a moment.'),
    sessionId: () => sessionOf(context, caller)?.id,
    async call(name, given) {
      const input = withRepositoryPaths(context.paths, given);
      if (name === 'sync') return syncFromMemory(context, input as Input<'sync'>);
      const client = context.client();
      if (client === undefined) return refuse('Unavailable', 'The relay is not connected yet.');
      const forward = (asked: unknown) => client.call(name, asked as never);
      return intercept(edge, name, { input, forward }) ?? forward(input);
    },
  };
}

/** The agent that makes this very call, else the conversation that its server was started for, else the user's only one. */
function sessionOf(
  context: HookContext,
  { toolUseId, conversationId }: ToolCaller,
): TrackedSession | undefined {
  const { replica, mcpCallOwners } = context;
  const announced = toolUseId === undefined ? undefined : mcpCallOwners.conversationOf(toolUseId);
  const started = conversationId === undefined ? undefined : { conversationId, agentId: '' };
  for (const conversation of [announced, started]) {
    const session = conversation && replica.sessionOf(conversation);
    if (session?.active === true) return session;
  }
  const only = sessionFor(context, undefined);
  return isRefusal(only) ? undefined : only;
}

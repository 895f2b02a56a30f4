import type { Input } from '../shared/contract/index.ts';
import type { ToolHost } from '../shared/contract/tools.ts';
import { isRefusal, refuse } from '../shared/kernel/refusal.ts';
import type { HookContext } from './hooks/context.ts';
import type { ToolCaller } from './mcp/channel.ts';
import { sessionFor, syncFromMemory } from './sync.ts';

/** What the MCP tools stand on here: sync from memory, everything else at the relay. */
export function toolHostFor(context: HookContext, { conversationId }: ToolCaller): ToolHost {
  const { replica } = context;
  return {
    workspace: () =>
      replica.plan.workspace ??
      refuse('Unavailable', 'The daemon has not reached its relay yet. Try again in a moment.'),
    sessionId() {
      const own =
        conversationId === undefined
          ? undefined
          : replica.sessionOf({ conversationId, agentId: '' });
      const session = own ?? sessionFor(context, undefined);
      return isRefusal(session) ? undefined : session?.id;
    },
    async call(name, input) {
      if (name === 'sync') return syncFromMemory(context, input as Input<'sync'>);
      const client = context.client();
      if (client === undefined) return refuse('Unavailable', 'The relay is not connected yet.');
      return client.call(name, input as never);
    },
  };
}

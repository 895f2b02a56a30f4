import type { Client } from '../../shared/api/client.ts';
import type { Input } from '../../shared/api/operations.ts';
import type { ToolHost } from '../../shared/api/tools.ts';
import { refuse } from '../../shared/kernel/refusal.ts';
import type { PathResolver } from '../git/path-resolver.ts';
import type { InterceptorContext } from '../interceptors/interceptor.ts';
import { intercept } from '../interceptors/interceptors.ts';
import { idAtRelay, type Replica } from '../replica/replica.ts';
import type { TrackedSession } from '../replica/workspace-state.ts';
import type { LocalSync } from '../sync/local-sync.ts';
import type { McpConnection } from './call-claims.ts';
import type { McpSessions } from './mcp-sessions.ts';
import { withRepositoryPaths } from './tool-paths.ts';

export interface LocalToolHostDependencies {
  readonly replica: Replica;
  readonly sync: LocalSync;
  readonly paths: PathResolver;
  readonly mcpSessions: McpSessions;
  readonly interceptorContext: InterceptorContext;
  /** Told of what was told with the answer of a tool (LOC-9). */
  readonly onTold: (session: TrackedSession, text: string) => void;
  /** Undefined until there is a relay to talk to. */
  readonly client: () => Client | undefined;
}

/** Over which connection a call came, and the id under which the client's hooks know it. */
interface ToolCall {
  readonly connection: McpConnection;
  readonly toolUseId: string | undefined;
}

/** What carries out MCP tools here: sync from memory, everything else by the relay, some of it through an interceptor. */
export function localToolHost(
  deps: LocalToolHostDependencies,
  { connection, toolUseId }: ToolCall,
): ToolHost {
  const { replica, sync, paths, interceptorContext, client, mcpSessions, onTold } = deps;
  return {
    workspace: () =>
      replica.state.workspace ??
      refuse('Unavailable', 'The daemon has not reached its relay yet. Try again in a moment.'),
    session: (named) => mcpSessions.sessionOf(connection, { toolUseId, named }),
    notifications(sessionId) {
      const text = mcpSessions.notifications(sessionId);
      const session = replica.session(sessionId);
      if (text !== undefined && session !== undefined) onTold(session, text);
      return text;
    },
    async call(name, given) {
      const input = withRepositoryPaths(paths, given);
      if (name === 'sync') {
        const asked = input as Input<'sync'>;
        mcpSessions.noteTask(connection, asked.session_id, asked.task);
        return sync.answer(asked);
      }
      const relay = client();
      if (relay === undefined) return refuse('Unavailable', 'The relay is not connected yet.');
      const forward = (asked: unknown) => relay.call(name, asked as never);
      const asked = withSessionAtRelay(input);
      return intercept(interceptorContext, name, { input: asked, forward }) ?? forward(asked);
    },
  };
}

function withSessionAtRelay(input: Record<string, unknown>): Record<string, unknown> {
  const { session_id: named, ...others } = input;
  if (typeof named !== 'string' || idAtRelay(named) !== undefined) return input;
  return others;
}

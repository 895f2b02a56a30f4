import type { Client } from '../../shared/api/client.ts';
import type { Input, JsonOperationName } from '../../shared/api/operations.ts';
import type { ToolHost } from '../../shared/api/tools.ts';
import { refuse, isRefusal } from '../../shared/kernel/refusal.ts';
import type { PathResolver } from '../git/path-resolver.ts';
import type { InterceptorContext } from '../interceptors/interceptor.ts';
import { intercept } from '../interceptors/interceptors.ts';
import { idAtRelay } from '../replica/local-ids.ts';
import type { Replica } from '../replica/replica.ts';
import type { TrackedSession } from '../../shared/replica/tracked.ts';
import type { LocalSync } from '../sync/local-sync.ts';
import type { McpConnection } from './call-claims.ts';
import type { McpSessions } from './mcp-sessions.ts';
import { notConnected, saidOfRelay } from './relay-away.ts';
import type { ChannelCalls, ChannelClient } from './tool-channel-server.ts';
import { isAbsolute } from 'node:path';
import { isFileUrl } from '../../shared/kernel/paths.ts';
import { itemsOf } from '../../shared/contract/fields.ts';

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
  readonly relayUrl: () => string | undefined;
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
  const { replica, sync, paths, interceptorContext, client, mcpSessions, onTold, relayUrl } = deps;
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
    async call(name, args) {
      const input = withRepositoryPaths(paths, args);
      if (name === 'sync') {
        const asked = input as Input<'sync'>;
        mcpSessions.noteTask(connection, asked.session_id, asked.task);
        return sync.answerAfterOwnWrites(asked);
      }
      const relay = client();
      if (relay === undefined) return notConnected;
      const isWrite = await writes(name);
      const url = relayUrl() ?? '';
      const forward = async (asked: unknown) =>
        saidOfRelay(await relay.call(name, asked as never), { url, isWrite });
      const asked = withSessionAtRelay(input);
      const given = { input: asked, folder: connection.client.directory, forward };
      const answer = await (intercept(interceptorContext, name, given) ?? forward(asked));
      if (isWrite) sync.noteOwnWrite();
      return answer;
    },
  };
}

/** The table of operations is not loaded before the first hook is answered. */
async function writes(name: JsonOperationName): Promise<boolean> {
  const { operations } = await import('../../shared/api/operations.ts');
  return !operations[name].readOnly;
}

function withSessionAtRelay(input: Record<string, unknown>): Record<string, unknown> {
  const { session_id: named, ...others } = input;
  if (typeof named !== 'string' || idAtRelay(named) !== undefined) return input;
  return others;
}

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

const listFields = ['files', 'touched_files'] as const;

/** Agents name files as their client's own tools do, by absolute paths: those of this repository become its own. */
function withRepositoryPaths(
  resolver: Pick<PathResolver, 'resolve'>,
  input: Record<string, unknown>,
): Record<string, unknown> {
  const own = { ...input };
  if ('file' in own) own['file'] = ownPath(resolver, own['file']);
  for (const field of listFields) {
    if (field in own) own[field] = ownPaths(resolver, own[field]);
  }
  return own;
}

function ownPaths(resolver: Pick<PathResolver, 'resolve'>, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((path) => ownPath(resolver, path));
  if (typeof value !== 'string') return value;
  return itemsOf(value)
    .map((path) => ownPath(resolver, path))
    .join(',');
}

function ownPath(resolver: Pick<PathResolver, 'resolve'>, path: unknown): unknown {
  if (typeof path !== 'string' || !(isAbsolute(path) || isFileUrl(path))) return path;
  const resolved = resolver.resolve(path);
  return isRefusal(resolved) || resolved.kind === 'outside' ? path : resolved.path;
}

import { clientKind } from '../../shared/clients/registry.ts';
import type { ConversationKey } from '../../shared/sessions/rules.ts';
import type { CallClaims } from '../../shared/sessions/whose-call.ts';
import type { HookConversations, McpCallOwners } from '../hooks/hook-conversations.ts';
import type { Replica } from '../replica/replica.ts';
import type { ChannelClient } from './tool-channel-server.ts';

/** One `coord mcp`, from its connection to its end. */
export interface McpConnection {
  readonly client: ChannelClient;
  /** The conversation that it opens when it is nobody else. */
  readonly own: string;
  /** The conversation whose hooks speak for the same agent (MCP-5). */
  bound?: ConversationKey;
  /** The conversations that it may be, where that is not said by its kind of client (MCP-5). */
  readonly candidates?: () => ConversationKey[];
  /** What it said last that it works on. */
  task?: string;
  /** The conversations that calls of this connection have opened, by their id. */
  readonly opened: Map<string, ConversationKey>;
}

/** What a call of a tool says about whose it is. */
export interface CallNames {
  /** The id under which the client's hooks know this very call. */
  readonly toolUseId: string | undefined;
  /** The `session_id` among its arguments. */
  readonly named: string | undefined;
}

export interface ClaimSources {
  readonly replica: Replica;
  readonly hookConversations: HookConversations;
  readonly mcpCallOwners: McpCallOwners;
}

export interface ClaimedCall {
  readonly connection: McpConnection;
  readonly names: CallNames;
}

/** What this daemon knows about whose call it is, for MCP-5 to choose from. */
export function claimsOf(
  sources: ClaimSources,
  connections: Iterable<McpConnection>,
  { connection, names }: ClaimedCall,
): CallClaims {
  const { mcpCallOwners, replica } = sources;
  const { client, bound, own } = connection;
  const { toolUseId, named } = names;
  const isBound = bound !== undefined && lives(replica, bound);
  // Who has begun as somebody of its own stays that, also when that has ended meanwhile.
  const hasBegun = replica.sessionOf({ conversationId: own, agentId: '' }) !== undefined;
  return {
    announced: toolUseId === undefined ? undefined : mcpCallOwners.conversationOf(toolUseId),
    named,
    started: client.conversationId,
    bound: isBound ? bound : undefined,
    candidates:
      connection.candidates?.() ??
      (hasBegun ? [] : candidatesFor(sources, connections, connection)),
    own,
  };
}

/** The live conversations that the same kind of client has in the same work tree, and that no other connection is. */
function candidatesFor(
  { replica, hookConversations }: ClaimSources,
  connections: Iterable<McpConnection>,
  connection: McpConnection,
): ConversationKey[] {
  const { clientName, directory } = connection.client;
  const kind = clientKind(clientName);
  if (kind === undefined) return [];
  const others = [...connections].filter((other) => other !== connection);
  const isTaken = ({ conversationId: id }: ConversationKey) =>
    others.some(
      ({ bound, client }) => id === bound?.conversationId || id === client.conversationId,
    );
  return hookConversations
    .in(directory)
    .filter(({ agentType }) => clientKind(agentType) === kind)
    .map(({ conversation }) => conversation)
    .filter((conversation) => lives(replica, conversation) && !isTaken(conversation));
}

export function lives(replica: Replica, conversation: ConversationKey): boolean {
  return replica.sessionOf(conversation)?.active === true;
}

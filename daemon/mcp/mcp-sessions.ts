import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { randomText } from '../../shared/node/random-ids.ts';
import { agentTypeOfClient } from '../../shared/sessions/client-name.ts';
import type { ConversationKey } from '../../shared/sessions/rules.ts';
import {
  type CallClaims,
  ownConversationPrefix,
  whoseCall,
} from '../../shared/sessions/whose-call.ts';
import type { BackgroundReporter } from '../hooks/background-reporter.ts';
import type { HookCall } from '../../shared/clients/common/hook-call.ts';
import type { SessionLifecycle } from '../hooks/lifecycle.ts';
import type { NotificationQueue } from '../hooks/notices/notification-queue.ts';
import type { HookBodies } from '../hooks/hook-bodies.ts';
import { sessionFor } from '../sync/local-sync.ts';
import type { ChannelClient } from './tool-channel-server.ts';
import { clientKind } from '../../shared/clients/registry.ts';
import type { HookConversations, McpCallOwners } from '../hooks/hook-conversations.ts';
import type { Replica } from '../replica/replica.ts';

interface McpSessionsDependencies extends ClaimSources {
  readonly lifecycle: Pick<SessionLifecycle, 'heartbeat' | 'end'>;
  readonly reporter: Pick<BackgroundReporter, 'keepAliveMs' | 'heartbeat'>;
  readonly hookBodies: Pick<HookBodies, 'bodyOf'>;
  readonly notifications: Pick<NotificationQueue, 'take'>;
}

/** MCP-5, MCP-6: whose session a call of a tool is made in, and the sessions of agents that have only MCP. */
export class McpSessions {
  private readonly connections = new Set<McpConnection>();
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(private readonly deps: McpSessionsDependencies) {}

  connect(client: ChannelClient): McpConnection {
    const own = ownConversationPrefix + (client.connectionId ?? randomText(20));
    const connection: McpConnection = { client, own, opened: new Map() };
    this.connections.add(connection);
    return connection;
  }

  /** The id of the session that the call is made in; one that does not live is opened (SES-4). */
  sessionOf(connection: McpConnection, names: CallNames): Promise<string | Refusal> | string {
    const owner = whoseCall(claimsOf(this.deps, this.connections, { connection, names }));
    if (owner.by === 'named') return this.named(connection, owner.named);
    const { conversation } = owner;
    if (owner.by === 'candidate') connection.bound = conversation;
    const isItsOwn = owner.by === 'started' || owner.by === 'own';
    if (isItsOwn && !this.deps.hookConversations.has(conversation))
      this.keep(connection, conversation);
    return this.live(conversation, isItsOwn ? connection : undefined, connection.client.directory);
  }

  /** What waits for an agent that no hook tells anything (MCP-7). */
  notifications(sessionId: string): string | undefined {
    const { replica, notifications, hookConversations } = this.deps;
    const session = replica.session(sessionId);
    if (session?.userId !== replica.user.userId || hookConversations.has(session)) return undefined;
    return notifications.take(session);
  }

  /** MCP-6: what an agent without hooks says in `sync` is its task, because no prompt of it is reported. */
  noteTask(connection: McpConnection, sessionId: string | undefined, task: string): void {
    const session = sessionId === undefined ? undefined : this.deps.replica.session(sessionId);
    if (session === undefined || !connection.opened.has(session.conversationId)) return;
    if (task === '' || task === connection.task || this.deps.hookConversations.has(session)) return;
    connection.task = task;
    this.report(connection.client, session, task);
  }

  /** The client has gone: what only its connection kept alive ends. */
  async close(connection: McpConnection): Promise<void> {
    this.connections.delete(connection);
    // A daemon that stops ends nobody: the client goes on with the next one.
    if (this.isStopped) return;
    const { replica, lifecycle } = this.deps;
    for (const conversation of connection.opened.values()) {
      if (!this.isAlone(conversation) || !lives(replica, conversation)) continue;
      await lifecycle.end({ ...callOf(conversation), event: 'sessionEnd', effect: 'end' });
    }
  }

  stop(): void {
    this.isStopped = true;
    clearInterval(this.timer);
  }

  /** What is not known here the relay answers, or `sync` does. */
  private named(connection: McpConnection, named: string): Promise<string | Refusal> | string {
    const found = sessionFor(this.deps.replica, named);
    if (isRefusal(found) || found === undefined) return named;
    return this.live(found, undefined, connection.client.directory);
  }

  private live(
    conversation: ConversationKey,
    opener: McpConnection | undefined,
    cwd: string | undefined,
  ): Promise<string | Refusal> | string {
    const session = this.deps.replica.sessionOf(conversation);
    if (session?.active === true) return session.id;
    const agentType =
      opener === undefined ? 'unknown' : agentTypeOfClient(opener.client.clientName);
    return this.open({ ...callOf(conversation), agentType, cwd });
  }

  private async open(call: HeartbeatCall): Promise<string | Refusal> {
    const answer = await this.deps.lifecycle.heartbeat(call);
    if (isRefusal(answer)) return answer;
    return this.deps.replica.sessionOf(call.conversation)?.id ?? '';
  }

  /** MCP-6: the session lives as long as the connection, however seldom it calls. */
  private keep(connection: McpConnection, conversation: ConversationKey): void {
    connection.opened.set(conversation.conversationId, conversation);
    this.timer ??= setInterval(() => this.refresh(), this.deps.reporter.keepAliveMs).unref();
  }

  private refresh(): void {
    for (const { opened, client } of this.connections) {
      for (const conversation of opened.values()) {
        if (
          !lives(this.deps.replica, conversation) ||
          this.deps.hookConversations.has(conversation)
        )
          continue;
        this.report(client, conversation);
      }
    }
  }

  private report(client: ChannelClient, conversation: ConversationKey, task?: string): void {
    const call = {
      ...callOf(conversation),
      agentType: agentTypeOfClient(client.clientName),
      cwd: client.directory,
    };
    const body = this.deps.hookBodies.bodyOf({ ...call, task });
    if (body !== undefined) this.deps.reporter.heartbeat(conversation, body);
  }

  /** Whether neither hooks nor another connection speak for the conversation. */
  private isAlone(conversation: ConversationKey): boolean {
    if (this.deps.hookConversations.has(conversation)) return false;
    return ![...this.connections].some(({ opened }) => opened.has(conversation.conversationId));
  }
}

type HeartbeatCall = Extract<HookCall, { effect: 'heartbeat' }>;

function callOf({ conversationId, agentId }: ConversationKey): HeartbeatCall {
  return {
    event: 'file_check',
    effect: 'heartbeat',
    conversation: { conversationId, agentId },
    agentType: 'unknown',
    canNotify: false,
  };
}

/** One `coord mcp`, from its connection to its end. */
export interface McpConnection {
  readonly client: ChannelClient;
  /** The conversation that it opens when it is nobody else. */
  readonly own: string;
  /** The conversation whose hooks speak for the same agent (MCP-5). */
  bound?: ConversationKey;
  /** What it said last that it works on. */
  task?: string;
  /** The conversations that calls of this connection have opened, by their id. */
  readonly opened: Map<string, ConversationKey>;
}

/** What a call of a tool says about whose it is. */
interface CallNames {
  /** The id under which the client's hooks know this very call. */
  readonly toolUseId: string | undefined;
  /** The `session_id` among its arguments. */
  readonly named: string | undefined;
}

interface ClaimSources {
  readonly replica: Replica;
  readonly hookConversations: HookConversations;
  readonly mcpCallOwners: McpCallOwners;
}

interface ClaimedCall {
  readonly connection: McpConnection;
  readonly names: CallNames;
}

/** What this daemon knows about whose call it is, for MCP-5 to choose from. */
function claimsOf(
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
    candidates: hasBegun ? [] : candidatesFor(sources, connections, connection),
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

function lives(replica: Replica, conversation: ConversationKey): boolean {
  return replica.sessionOf(conversation)?.active === true;
}

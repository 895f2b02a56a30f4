import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { randomText } from '../../shared/node/random-ids.ts';
import { agentTypeOfClient } from '../../shared/sessions/client-name.ts';
import type { ConversationKey } from '../../shared/sessions/rules.ts';
import { ownConversationPrefix, whoseCall } from '../../shared/sessions/whose-call.ts';
import type { BackgroundReporter } from '../hooks/background-reporter.ts';
import type { HookCall } from '../../shared/clients/common/hook-call.ts';
import type { SessionLifecycle } from '../hooks/lifecycle.ts';
import type { NotificationQueue } from '../hooks/notices/notification-queue.ts';
import type { HookBodies } from '../hooks/hook-bodies.ts';
import { sessionFor } from '../sync/local-sync.ts';
import type { McpClient } from '../../shared/node/mcp/session-id.ts';
import {
  type CallNames,
  type ClaimSources,
  claimsOf,
  lives,
  type McpConnection,
} from './call-claims.ts';
import type { ChannelClient } from './tool-channel-server.ts';
import type { TrackedSession } from '../../shared/replica/tracked.ts';

interface McpSessionsDependencies extends ClaimSources {
  readonly lifecycle: Pick<SessionLifecycle, 'heartbeat' | 'end'>;
  readonly reporter: Pick<BackgroundReporter, 'keepAliveMs' | 'heartbeat' | 'isHeartbeatDue'>;
  readonly hookBodies: Pick<HookBodies, 'bodyOf'>;
  readonly notifications: Pick<NotificationQueue, 'take'>;
}

/** MCP-5, MCP-6: whose session a call of a tool is made in, and the sessions of agents that have only MCP. */
export class McpSessions {
  private readonly connections = new Set<McpConnection>();
  /** The conversation of scripts that call over HTTP and name none. */
  private readonly ownOfScripts = ownConversationPrefix + randomText(20);
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(private readonly deps: McpSessionsDependencies) {}

  connect(client: ChannelClient): McpConnection {
    const own = ownConversationPrefix + (client.connectionId ?? randomText(20));
    const connection: McpConnection = { client, own, opened: new Map() };
    this.connections.add(connection);
    return connection;
  }

  /** MCP-10: the client behind one request over HTTP, which names itself in each; a script names nobody. */
  overHttp(client: McpClient | undefined): McpConnection {
    const { conversationId, agentType: clientName } = client ?? {};
    const named = { conversationId, clientName, connectionId: undefined, directory: undefined };
    const candidates = client === undefined ? () => this.ofOtherClients() : undefined;
    const own = conversationId ?? this.ownOfScripts;
    return { client: named, own, opened: new Map(), ...(candidates && { candidates }) };
  }

  /** The client behind a connection of `overHttp` has gone. */
  async endOverHttp({ client: { conversationId } }: McpConnection): Promise<void> {
    if (conversationId !== undefined) await this.end({ conversationId, agentId: '' });
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
    return this.live(conversation, connection.client, isItsOwn);
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
    for (const conversation of connection.opened.values()) await this.end(conversation);
  }

  stop(): void {
    this.isStopped = true;
    clearInterval(this.timer);
  }

  private async end(conversation: ConversationKey): Promise<void> {
    const { replica, lifecycle } = this.deps;
    if (!this.isAlone(conversation) || !lives(replica, conversation)) return;
    await lifecycle.end({ ...callOf(conversation), event: 'sessionEnd', effect: 'end' });
  }

  /** Of this user, and opened by calls of tools alone. */
  private isOwn({ userId, conversationId }: TrackedSession): boolean {
    return (
      userId === this.deps.replica.user.userId && conversationId.startsWith(ownConversationPrefix)
    );
  }

  /** The user's live conversations that a script may be: those of other clients of MCP are theirs. */
  private ofOtherClients(): ConversationKey[] {
    const { replica } = this.deps;
    return replica
      .sessions()
      .filter(({ userId, agentId }) => userId === replica.user.userId && agentId === '')
      .filter((one) => !this.isOwn(one) || one.conversationId === this.ownOfScripts);
  }

  /** What is not known here the relay answers, or `sync` does. */
  private named(connection: McpConnection, named: string): Promise<string | Refusal> | string {
    const found = sessionFor(this.deps.replica, named);
    if (isRefusal(found) || found === undefined) return named;
    return this.live(found, connection.client);
  }

  private live(
    conversation: ConversationKey,
    { clientName, directory: cwd }: ChannelClient,
    isItsOwn = false,
  ): Promise<string | Refusal> | string {
    const session = this.deps.replica.sessionOf(conversation);
    if (session?.active === true) {
      this.called(session, cwd);
      return session.id;
    }
    const agentType = isItsOwn ? agentTypeOfClient(clientName) : 'unknown';
    return this.open({ ...callOf(conversation), agentType, cwd });
  }

  /** SES-2: whoever calls is there. Hooks know best on which branch, and what client it is. */
  private called(session: TrackedSession, cwd: string | undefined): void {
    if (!this.deps.reporter.isHeartbeatDue(session)) return;
    const branch = this.isOwn(session) ? undefined : session.branch;
    this.beat({ ...callOf(session), cwd, branch });
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
    const agentType = agentTypeOfClient(client.clientName);
    this.beat({ ...callOf(conversation), agentType, cwd: client.directory, task });
  }

  private beat(call: HeartbeatCall): void {
    const body = this.deps.hookBodies.bodyOf(call);
    if (body !== undefined) this.deps.reporter.heartbeat(call.conversation, body);
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

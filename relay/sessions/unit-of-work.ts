import type { ConversationKey } from '../../shared/sessions/rules.ts';
import type { Connection } from '../store/database.ts';
import { saveHeartbeats, saveSessions, type Heartbeat, type Session } from './queries.ts';

/** How a command names its session: the client's conversation, or the id that the relay gave it. */
export type SessionRef = ConversationKey | { readonly sessionId: string };

/** The sessions that a batch of commands works on: loaded once, changed in memory command by command, and saved once. */
export class SessionUnitOfWork {
  private readonly byId = new Map<string, Session>();
  private readonly byConversation = new Map<string, string>();
  /** By the id of each changed session, the session as it is stored; undefined for a new one. */
  private readonly changed = new Map<string, Session | undefined>();

  constructor(sessions: readonly Session[]) {
    for (const session of sessions) this.add(session);
  }

  find(workspaceId: string, userId: string, ref: SessionRef): Session | undefined {
    if (!('sessionId' in ref)) {
      const id = this.byConversation.get(conversationKey(workspaceId, userId, ref));
      return id === undefined ? undefined : this.byId.get(id);
    }
    const session = this.byId.get(ref.sessionId);
    const own = session?.workspace_id === workspaceId && session.user_id === userId;
    return own ? session : undefined;
  }

  /** The session that `ref` names and, when it is a main conversation, its subagents. */
  withSubagents(workspaceId: string, userId: string, ref: SessionRef): Session[] {
    const found = this.find(workspaceId, userId, ref);
    const { conversationId, agentId } = found === undefined ? keyOf(ref) : keyOfSession(found);
    if (agentId !== '') return found === undefined ? [] : [found];
    return [...this.byId.values()].filter(
      (session) =>
        session.workspace_id === workspaceId &&
        session.user_id === userId &&
        session.conversation_id === conversationId,
    );
  }

  get(sessionId: string): Session | undefined {
    return this.byId.get(sessionId);
  }

  put(session: Session): void {
    const before = this.byId.get(session.id);
    if (!this.changed.has(session.id)) this.changed.set(session.id, before);
    // `byConversation` stays right: the conversation of a session never changes.
    if (before === undefined) this.add(session);
    else this.byId.set(session.id, session);
  }

  all(): Iterable<Session> {
    return this.byId.values();
  }

  save(connection: Connection): void {
    const whole: Session[] = [];
    const heartbeats: Heartbeat[] = [];
    for (const [id, stored] of this.changed) {
      const session = this.byId.get(id);
      if (session === undefined) continue;
      if (stored !== undefined && isOnlyHeartbeat(stored, session))
        heartbeats.push(heartbeatOf(stored, session));
      else whole.push(session);
    }
    saveSessions(connection, whole);
    saveHeartbeats(connection, heartbeats);
  }

  /** Adds a session as it is stored. */
  add(session: Session): void {
    this.byId.set(session.id, session);
    const key = conversationKey(session.workspace_id, session.user_id, keyOfSession(session));
    this.byConversation.set(key, session.id);
  }
}

function keyOfSession(session: Session): ConversationKey {
  return { conversationId: session.conversation_id, agentId: session.agent_id };
}

/** For an unknown session id, a key that no conversation has. */
function keyOf(ref: SessionRef): ConversationKey {
  return 'sessionId' in ref ? { conversationId: '', agentId: ref.sessionId } : ref;
}

/** Whether only the heartbeat changed, and perhaps the current file: then a smaller statement saves it. */
function isOnlyHeartbeat(stored: Session, session: Session): boolean {
  return (
    stored.state === session.state &&
    stored.task === session.task &&
    stored.branch === session.branch &&
    stored.agent_type === session.agent_type
  );
}

function heartbeatOf(stored: Session, { id, current_file, last_heartbeat }: Session): Heartbeat {
  const moved = current_file !== stored.current_file;
  return { id, last_heartbeat, current_file: moved ? current_file : null };
}

function conversationKey(workspaceId: string, userId: string, key: ConversationKey): string {
  return `${workspaceId}\n${userId}\n${key.conversationId}\n${key.agentId}`;
}

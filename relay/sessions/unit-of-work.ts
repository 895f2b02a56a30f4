import type { ConversationKey } from '../../shared/sessions/rules.ts';
import type { Connection } from '../store/database.ts';
import { saveHeartbeats, saveSessions, type Heartbeat, type Session } from './queries.ts';

/** How a command names its session: the client's conversation, or the id that the relay gave it. */
export type SessionRef = ConversationKey | { readonly sessionId: string };

/** The sessions that a batch of commands works on, like the board: loaded once, changed in memory, saved once. */
export class SessionUnitOfWork {
  private readonly byId = new Map<string, Session>();
  private readonly byConversation = new Map<string, string>();
  /** The changed sessions by id, as they are stored; undefined for a new one. */
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

  /** The session that is meant and, when it is a main conversation, the subagents that work in it. */
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
    // The conversation of a session never changes.
    if (before === undefined) this.add(session);
    else this.byId.set(session.id, session);
  }

  sessions(): Iterable<Session> {
    return this.byId.values();
  }

  save(connection: Connection): void {
    const whole: Session[] = [];
    const beats: Heartbeat[] = [];
    for (const [id, stored] of this.changed) {
      const session = this.byId.get(id);
      if (session === undefined) continue;
      if (stored !== undefined && isOnlyHeartbeat(stored, session))
        beats.push(heartbeatOf(stored, session));
      else whole.push(session);
    }
    saveSessions(connection, whole);
    saveHeartbeats(connection, beats);
  }

  /** A session as it is stored. */
  add(session: Session): void {
    this.byId.set(session.id, session);
    const key = conversationKey(session.workspace_id, session.user_id, keyOfSession(session));
    this.byConversation.set(key, session.id);
  }
}

function keyOfSession(session: Session): ConversationKey {
  return { conversationId: session.conversation_id, agentId: session.agent_id };
}

/** An id that no session has names no conversation either. */
function keyOf(ref: SessionRef): ConversationKey {
  return 'sessionId' in ref ? { conversationId: '', agentId: ref.sessionId } : ref;
}

/** Whether no more changed than what every event of a session changes. */
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

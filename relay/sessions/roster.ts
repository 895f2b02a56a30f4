import type { ConversationKey } from '../../shared/sessions/rules.ts';
import type { Connection } from '../store/database.ts';
import { saveSessions, type Session } from './queries.ts';

/** How a command names its session: the client's conversation, or the id that the relay gave it. */
export type SessionRef = ConversationKey | { readonly sessionId: string };

/** The sessions that a batch of commands works on, like the board: loaded once, changed in memory, saved once. */
export class Roster {
  private readonly byId = new Map<string, Session>();
  private readonly byConversation = new Map<string, string>();
  private readonly changed = new Set<string>();

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
  family(workspaceId: string, userId: string, ref: SessionRef): Session[] {
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
    this.add(session);
    this.changed.add(session.id);
  }

  save(connection: Connection): void {
    const sessions = [...this.changed].flatMap((id) => this.byId.get(id) ?? []);
    saveSessions(connection, sessions);
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

function conversationKey(workspaceId: string, userId: string, key: ConversationKey): string {
  return JSON.stringify([workspaceId, userId, key.conversationId, key.agentId]);
}

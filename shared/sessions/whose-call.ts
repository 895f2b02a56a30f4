import type { ConversationKey } from './rules.ts';

/** What is known of who makes a call over MCP. */
export interface CallClaims {
  /** The conversation whose hook announced this very call. */
  readonly announced?: ConversationKey | undefined;
  /** The session that the call's `session_id` names, by its id or its conversation. */
  readonly named?: string | undefined;
  /** The conversation that the client named when it started, or that its `Mcp-Session-Id` stands for. */
  readonly started?: string | undefined;
  /** The conversation that this connection was taken for before, while that lives. */
  readonly bound?: ConversationKey | undefined;
  /** Live sessions that nothing else speaks for and that this caller may be; one alone is taken. */
  readonly candidates?: readonly ConversationKey[];
  /** The conversation that the connection opens for itself when it is nobody else. */
  readonly own: string;
}

/** Whose call it is: a session by its name, or the session of a conversation, which is opened where it does not live. */
export type CallOwner =
  | { readonly by: 'named'; readonly named: string }
  | {
      readonly by: 'announced' | 'started' | 'bound' | 'candidate' | 'own';
      readonly conversation: ConversationKey;
    };

/** How the conversations begin that coord makes up for callers of tools who name none. */
export const ownConversationPrefix = 'mcp-';

/** MCP-5: whose call it is. The daemon and the relay both decide it here; whoever is nobody else is a session of its own. */
export function whoseCall(claims: CallClaims): CallOwner {
  const { announced, named, started, bound, candidates = [], own } = claims;
  if (announced !== undefined) return { by: 'announced', conversation: announced };
  if (named !== undefined) return { by: 'named', named };
  if (started !== undefined) return { by: 'started', conversation: mainOf(started) };
  if (bound !== undefined) return { by: 'bound', conversation: bound };
  const [only, another] = candidates;
  if (only !== undefined && another === undefined) return { by: 'candidate', conversation: only };
  return { by: 'own', conversation: mainOf(own) };
}

function mainOf(conversationId: string): ConversationKey {
  return { conversationId, agentId: '' };
}

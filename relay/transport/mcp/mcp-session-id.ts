import { randomText } from '../../../shared/node/random-ids.ts';
import { agentTypeOfClient } from '../../../shared/sessions/client-name.ts';
import { ownConversationPrefix } from '../../../shared/sessions/whose-call.ts';
import { digestOf } from '../../kernel/digest.ts';

/** One client of MCP over HTTP, from its `initialize` to its DELETE. */
export interface McpClient {
  /** The conversation that its session goes by. */
  readonly conversationId: string;
  readonly agentType: string;
}

const idLength = 20;
const form = /^([0-9a-z]{20})\.([A-Za-z0-9_-]{0,480})\.([A-Za-z0-9_-]{22})$/;

/**
 * MCP-8: a new `Mcp-Session-Id`. It says all that a relay must know of the client, so that any process of the relay takes it,
 * and is good for one user: a digest over the user's id goes with it. That is no secret: whoever makes one up has a session of
 * their own under it, as under any other.
 */
export function newMcpSessionId(userId: string, clientName: string | undefined): string {
  const agentType = Buffer.from(agentTypeOfClient(clientName));
  const said = `${randomText(idLength)}.${agentType.toString('base64url')}`;
  return `${said}.${digestOf(`${userId} ${said}`)}`;
}

/** The client behind an `Mcp-Session-Id`; undefined when it was not given to this user. */
export function mcpClientOf(userId: string, sessionId: string): McpClient | undefined {
  const [, random, name = '', digest] = form.exec(sessionId) ?? [];
  if (random === undefined || digest !== digestOf(`${userId} ${random}.${name}`)) return undefined;
  const agentType = agentTypeOfClient(Buffer.from(name, 'base64url').toString());
  return { conversationId: ownConversationPrefix + random, agentType };
}

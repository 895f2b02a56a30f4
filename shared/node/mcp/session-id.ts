import type { IncomingHttpHeaders } from 'node:http';
import { agentTypeOfClient } from '../../sessions/client-name.ts';
import { ownConversationPrefix } from '../../sessions/whose-call.ts';
import { digestOf } from '../digest.ts';
import { randomText } from '../random-ids.ts';

/** One client of MCP over HTTP, from its `initialize` to its DELETE. */
export interface McpClient {
  /** The conversation that its session goes by. */
  readonly conversationId: string;
  readonly agentType: string;
}

const idLength = 20;
const form = /^([0-9a-z]{20})\.([A-Za-z0-9_-]{0,480})\.([A-Za-z0-9_-]{22})$/;

/**
 * MCP-8: a new `Mcp-Session-Id`. It says all that a server must know of the client, so that any process of the relay, and any
 * daemon of the user, takes it, and is good for one user: a digest over the user's id goes with it. That is no secret: whoever
 * makes one up has a session of their own under it, as under any other.
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

/** The header in which a client names its session (MCP-8). */
export const sessionHeader = 'mcp-session-id';

/** Who calls over HTTP, as its `Mcp-Session-Id` says. */
export interface McpCaller {
  /** Undefined for a script that has not introduced itself, and where the id is unknown. */
  readonly client: McpClient | undefined;
  readonly isGiven: boolean;
  /** It was given, and not to this user. */
  readonly isUnknown: boolean;
  newSessionId(clientName: string | undefined): string;
}

/** Reads the headers of a request of this user. */
export function mcpCallerOf(userId: string, headers: IncomingHttpHeaders): McpCaller {
  const given = headers[sessionHeader];
  const client = typeof given === 'string' ? mcpClientOf(userId, given) : undefined;
  const isGiven = given !== undefined;
  return {
    client,
    isGiven,
    isUnknown: isGiven && client === undefined,
    newSessionId: (clientName) => newMcpSessionId(userId, clientName),
  };
}

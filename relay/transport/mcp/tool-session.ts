import type { Output } from '../../../shared/api/operations.ts';
import { isRefusal, type Refusal } from '../../../shared/kernel/refusal.ts';
import { ownConversationPrefix, whoseCall } from '../../../shared/sessions/whose-call.ts';
import type { Call } from '../../kernel/handlers.ts';
import type { LiveSession } from '../../sessions/session-reader.ts';
import type { Invoker } from '../invoke.ts';
import type { McpClient } from '../../../shared/node/mcp/session-id.ts';

export interface ToolSessionDependencies {
  readonly invoker: Invoker;
  /** The user's live main sessions in a workspace. */
  readonly liveSessions: (workspaceId: string, userId: string) => Promise<readonly LiveSession[]>;
}

interface ToolSessionRequest {
  readonly call: Call;
  readonly workspace: { readonly id: string; readonly slug: string };
  /** Undefined for a script that has not introduced itself. */
  readonly client: McpClient | undefined;
}

/** The session that calls of tools are made in, and what waited for it. */
export interface ToolSession {
  readonly id: string;
  readonly message?: string | undefined;
}

/** MCP-5 at the relay: the session that the call names, that of its `Mcp-Session-Id`, the user's only one, or the key's own. */
export async function toolSession(
  deps: ToolSessionDependencies,
  request: ToolSessionRequest,
  named: string | undefined,
): Promise<ToolSession | Refusal> {
  const { call, client } = request;
  const own = `${ownConversationPrefix}key-${call.caller.keyId}`;
  const isAlone = named === undefined && client === undefined;
  const live = isAlone ? await candidates(deps, request, own) : [];
  const owner = whoseCall({ named, started: client?.conversationId, candidates: live, own });
  if (owner.by === 'named') return refreshed(deps, request, owner.named);
  const { conversationId } = owner.conversation;
  const found = live.find((one) => one.conversationId === conversationId);
  if (found !== undefined && conversationId !== own) return refreshed(deps, request, found.id);
  return opened(deps, request, { conversationId, agentType: client?.agentType ?? 'mcp' });
}

/** Sessions of other clients of MCP are theirs, so a script is never taken for one. */
async function candidates(
  { liveSessions }: ToolSessionDependencies,
  { call, workspace }: ToolSessionRequest,
  own: string,
): Promise<readonly LiveSession[]> {
  const found = await liveSessions(workspace.id, call.caller.userId);
  return found.filter(
    ({ conversationId: id }) => id === own || !id.startsWith(ownConversationPrefix),
  );
}

/** SES-4: opens the session, or keeps it alive; also brings what waits for it (MCP-7). */
async function opened(
  { invoker }: ToolSessionDependencies,
  { call, workspace }: ToolSessionRequest,
  { conversationId, agentType }: McpClient,
  task?: string,
): Promise<ToolSession | Refusal> {
  const input = {
    event: task === undefined ? 'file_check' : 'beforeSubmitPrompt',
    agent_type: agentType,
    workspace_slug: workspace.slug,
    conversation_id: conversationId,
    ...(task !== undefined && { task }),
  };
  const answer = await invoker.invoke('hook', { input, call: { caller: call.caller } });
  if (isRefusal(answer)) return answer;
  const { session_id: id = '', message } = answer as { session_id?: string; message?: string };
  return { id, message };
}

/** MCP-6: what an agent without hooks says in `sync` is its task, because no prompt of it is reported. */
export async function withTask(
  deps: ToolSessionDependencies,
  request: ToolSessionRequest,
  task: string,
): Promise<ToolSession | Refusal | undefined> {
  const { client } = request;
  return client === undefined || task === '' ? undefined : opened(deps, request, client, task);
}

/** The session by the name that the call gives it; NotFound when it is not the caller's. */
async function refreshed(
  { invoker }: ToolSessionDependencies,
  { call, workspace }: ToolSessionRequest,
  named: string,
): Promise<ToolSession | Refusal> {
  const input = { workspace_slug: workspace.slug, session_id: named };
  const answer = await invoker.invoke('heartbeat', { input, call: { caller: call.caller } });
  return isRefusal(answer) ? answer : { id: (answer as Output<'heartbeat'>).session_id };
}

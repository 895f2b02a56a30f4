import type { Output } from '../../../shared/api/operations.ts';
import type { ToolHost } from '../../../shared/api/tools.ts';
import { isRefusal, refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import { type Call, Page } from '../../kernel/handlers.ts';
import { fingerprintOf, scopeOf, type OperationRequest } from '../admission.ts';
import type { Invoker } from '../invoke.ts';
import {
  toolSession,
  withTask,
  type ToolSession,
  type ToolSessionDependencies,
} from './tool-session.ts';
import type { McpClient } from '../../../shared/node/mcp/session-id.ts';
import { tellingOf, withoutSecretsInSteps } from '../without-secrets.ts';

type Workspaces = Output<'listWorkspaces'>['workspaces'];

export interface ToolRequest {
  readonly call: Call;
  /** The id or slug from the header `X-Coord-Workspace`. */
  readonly wanted: string | undefined;
  readonly client: McpClient | undefined;
}

/**
 * What the MCP tools call at the relay: its services, for the user of the key, in the workspace that is
 * wanted, or in the user's only one.
 */
export async function toolHostFor(
  deps: ToolSessionDependencies,
  { call, wanted, client }: ToolRequest,
): Promise<ToolHost> {
  const { invoker } = deps;
  const workspaces = await workspacesOf(invoker, call);
  const workspace = () => (isRefusal(workspaces) ? workspaces : choose(workspaces, wanted));
  const messages = new Map<string, string>();
  const noteTask = async ({ task, session_id: id }: Record<string, unknown>) => {
    const chosen = workspace();
    if (isRefusal(chosen) || typeof task !== 'string' || id !== ownId) return;
    const found = await withTask(deps, { call, workspace: chosen, client }, task);
    if (found !== undefined && !isRefusal(found)) keep(messages, found);
  };
  let ownId: string | undefined;
  return {
    workspace,
    async session(named, isTaken) {
      // A script that only reads is nobody in particular.
      if (client === undefined && !isTaken) return undefined;
      const chosen = workspace();
      if (isRefusal(chosen)) return chosen;
      const found = await toolSession(deps, { call, workspace: chosen, client }, named);
      if (isRefusal(found)) return found;
      keep(messages, found);
      if (named === undefined && client !== undefined) ownId = found.id;
      return found.id;
    },
    notifications: (sessionId) => take(messages, sessionId),
    async call(name, given) {
      const { input, redacted } = await withoutSecretsInSteps(name, given);
      if (name === 'sync') await noteTask(input);
      const answer = await invoker.invoke(name, { input, call: ownCall(call, { name, input }) });
      return answer instanceof Page ? { items: answer.items } : tellingOf(name, answer, redacted);
    },
  };
}

/** MCP-7: what waited for the session goes with the answer of the call that it came with, or of the next one. */
function keep(messages: Map<string, string>, { id, message }: ToolSession): void {
  if (message === undefined) return;
  const before = messages.get(id);
  messages.set(id, before === undefined ? message : `${before}\n${message}`);
}

function take(messages: Map<string, string>, sessionId: string): string | undefined {
  const message = messages.get(sessionId);
  messages.delete(sessionId);
  return message;
}

/** Ends the session that a client has in the workspace that it works in, or in any of the user's when it names none. */
export async function endToolSession(
  invoker: Invoker,
  { call, wanted, client }: ToolRequest,
): Promise<void> {
  const workspaces = await workspacesOf(invoker, call);
  if (isRefusal(workspaces) || client === undefined) return;
  const chosen = choose(workspaces, wanted);
  for (const { slug } of isRefusal(chosen) ? workspaces : [chosen]) {
    const input = { workspace_slug: slug, session_id: client.conversationId };
    await invoker.invoke('endSession', { input, call: { caller: call.caller } });
  }
}

/** One request may carry several tool calls: each has an idempotency key of its own. */
function ownCall({ caller, request }: Call, requested: OperationRequest): Call {
  if (request === undefined) return { caller };
  const text = fingerprintOf(requested);
  const key = `${request.key} ${text}`;
  return { caller, request: { ...request, scope: scopeOf(requested), key, fingerprint: text } };
}

async function workspacesOf(invoker: Invoker, call: Call): Promise<Workspaces | Refusal> {
  const answer = await invoker.invoke('listWorkspaces', { input: { limit: 500 }, call });
  return isRefusal(answer) ? answer : (answer as Output<'listWorkspaces'>).workspaces;
}

function choose(workspaces: Workspaces, wanted: string | undefined) {
  const named = workspaces.find(({ id, slug }) => id === wanted || slug === wanted);
  const [only, another] = workspaces;
  const chosen = wanted === undefined && another === undefined ? only : named;
  if (chosen !== undefined) return chosen;
  if (only === undefined)
    return refuse(
      'NotFound',
      'You are in no workspace yet. Make one with coord workspace create NAME, or have an admin of one invite you.',
    );
  const choices = workspaces.map(({ slug }) => slug).join(', ');
  return refuse(
    'NotFound',
    `Name one of your workspaces in the header X-Coord-Workspace: ${choices}.`,
  );
}

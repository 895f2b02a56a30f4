import type { Output } from '../../shared/api/operations.ts';
import type { ToolHost } from '../../shared/api/tools.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Call } from '../kernel/call.ts';
import { fingerprintOf, scopeOf, type OperationRequest } from './admission.ts';
import { Page } from '../kernel/handlers.ts';
import type { Invoker } from './invoke.ts';
import { tellingOf, withoutSecrets } from './without-secrets.ts';

type Workspaces = Output<'listWorkspaces'>['workspaces'];

/**
 * What the MCP tools call at the relay: its services, for the user of the key. `wanted` is the id or slug from the
 * header `X-Coord-Workspace`; without it the user's only workspace is taken.
 */
export async function toolHostFor(
  invoker: Invoker,
  call: Call,
  wanted: string | undefined,
): Promise<ToolHost> {
  const workspaces = await workspacesOf(invoker, call);
  return {
    workspace: () => (isRefusal(workspaces) ? workspaces : choose(workspaces, wanted)),
    sessionId: () => undefined,
    async call(name, given) {
      const { input, redacted } = withoutSecrets(name, given);
      const answer = await invoker.invoke(name, { input, call: ownCall(call, { name, input }) });
      return answer instanceof Page ? { items: answer.items } : tellingOf(name, answer, redacted);
    },
  };
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
  const choices = workspaces.map(({ slug }) => slug).join(', ');
  return refuse(
    'NotFound',
    `Name one of your workspaces in the header X-Coord-Workspace: ${choices}.`,
  );
}

import { hookPath } from '../../shared/contract/edge.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { HookAnswer, HookBody } from '../../shared/sessions/contract.ts';
import type { ClientAdapter, HookCall } from '../hooks/adapter.ts';
import { adapterOf, clientNames } from '../hooks/registry.ts';
import type { ApiContext } from './context.ts';
import { parseBody, send, sendText } from './exchange.ts';
import type { Exchange, Routes } from './local-api.ts';

/** Loads zod and the schemas, so it is loaded behind the first answers. */
type Wire = typeof import('../hooks/wire.ts');

/** How long an event waits for the workspace to be known, on the very first start. */
const firstStartMs = 1_500;

/** Where agents' hooks arrive: in their client's own words, or in the interface's. */
export function hookRoutes(context: ApiContext): Routes {
  let wire: Wire | undefined;
  return {
    [`POST ${hookPath}`]: { access: 'user', handle: (exchange) => clientHook(context, exchange) },
    'POST /workspaces/sessions/hook': {
      access: 'user',
      async handle(exchange) {
        wire ??= await import('../hooks/wire.ts');
        await wireHook(context, wire, exchange);
      },
    },
  };
}

function clientHook(context: ApiContext, exchange: Exchange): void | Promise<void> {
  const { response, body, parameter } = exchange;
  const adapter = adapterOf(parameter);
  if (adapter === undefined) {
    const known = clientNames.join(', ');
    return send(response, refuse('NotFound', `No adapter for ${parameter}. There is: ${known}.`));
  }
  const payload = parseBody(body);
  if (isRefusal(payload)) return send(response, payload);
  const call = adapter.read(payload);
  if (call === undefined) return sendText(response, '', 204);
  if (call.effect !== 'check' && context.hooks.workspaceSlug() === undefined) {
    return answerLater(context, exchange, { adapter, call });
  }
  const answer = context.handler.handle(call);
  if (!(answer instanceof Promise)) return print(exchange, { adapter, call, answer });
  return answer.then((found) => print(exchange, { adapter, call, answer: found }));
}

interface Adapted {
  readonly adapter: ClientAdapter;
  readonly call: HookCall;
}

async function answerLater(context: ApiContext, exchange: Exchange, adapted: Adapted): Promise<void> {
  await context.isIdentified(firstStartMs);
  const answer = await context.handler.handle(adapted.call);
  print(exchange, { ...adapted, answer });
}

/** What is not a decision is none of the client's business: nothing is printed, and the agent goes on. */
function print(
  { response }: Exchange,
  { adapter, call, answer }: Adapted & { answer: HookAnswer | Refusal },
): void {
  const text = isRefusal(answer) ? '' : adapter.write(call, answer);
  sendText(response, text, text === '' ? 204 : 200);
}

async function wireHook(context: ApiContext, wire: Wire, exchange: Exchange): Promise<void> {
  const { request, response, body, caller } = exchange;
  const parsed = wire.parseHook(parseBody(body));
  if (isRefusal(parsed)) return send(response, parsed);
  if (!(await isOurs(context, parsed))) {
    return context.proxy.forward(request, response, { body, caller });
  }
  const conversation = wire.conversationIn(context.hooks.replica, parsed);
  const idempotencyKey = request.headers['idempotency-key'];
  if (conversation === undefined) return context.proxy.forward(request, response, { body, caller });
  const key = typeof idempotencyKey === 'string' ? { idempotencyKey } : {};
  send(response, await context.handler.handle(wire.wireCall(parsed, { conversation, ...key })));
}

/** Another workspace, or one that is not known yet, is the relay's to answer. */
async function isOurs(context: ApiContext, body: HookBody): Promise<boolean> {
  if (context.hooks.workspaceSlug() === undefined) await context.isIdentified(firstStartMs);
  return context.hooks.workspaceSlug() === body.workspace_slug;
}

import type { JsonOperationName } from '../../../shared/api/operations.ts';
import { ingestTimeoutMs } from '../../../shared/meetings/method.ts';
import { isRefusal } from '../../../shared/kernel/refusal.ts';
import { nothingRecorded, whatBecame } from '../../../shared/api/what-became.ts';
import { intercept, interceptedRoutes, modelOperations } from '../../interceptors/interceptors.ts';
import type { InterceptorContext } from '../../interceptors/interceptor.ts';
import { isAway, type Proxy } from '../proxy.ts';
import { parseBody } from '../../../shared/node/http/json-body.ts';
import { maxBodyBytes, saysQuotaOf, send, tooLarge } from '../exchange.ts';
import { bearerOf } from '../../../shared/node/http/bearer.ts';
import { directoryHeader, textOfHeader } from '../../../shared/node/http/encoded-header.ts';
import type { Exchange, Routes } from '../local-api.ts';

export interface InterceptorRoutesContext {
  readonly interceptorContext: InterceptorContext;
  readonly proxy: Proxy;
}

/** Operations to which the daemon adds what only it can do. Another workspace than its own is the relay's alone. */
export function interceptorRoutes(context: InterceptorRoutesContext): Routes {
  return Object.fromEntries(
    Object.entries(interceptedRoutes).map(([name, route]) => [
      route,
      {
        access: 'user' as const,
        handle: (exchange: Exchange) => carry(context, exchange, name as JsonOperationName),
        ...(name === transcripts && { large: ofTranscripts }),
      },
    ]),
  );
}

const transcripts: JsonOperationName = 'ingestMeeting';
/** As long as the relay takes it. */
const ofTranscripts = { maxBytes: maxBodyBytes.forwarded, handle: tooLarge };

async function carry(
  context: InterceptorRoutesContext,
  exchange: Exchange,
  name: JsonOperationName,
): Promise<void> {
  const { request, response, body, caller, parameters } = exchange;
  const { interceptorContext, proxy } = context;
  const { replica, localModel } = interceptorContext;
  const isIdle = modelOperations.has(name) && !localModel.isOn;
  if (isIdle || workspaceOf(exchange) !== replica.state.workspace?.id)
    return proxy.forward(request, response, { body, caller, timeoutMs: timeoutOf(name) });
  const { parseOperation } = await import('../inputs.ts');
  const { input, status } = parseOperation(name, { body: parseBody(body), parameters });
  if (isRefusal(input)) return send(response, input);
  const forward = (given: unknown) => askRelay(context, exchange, { name, input: given });
  const folder = textOfHeader(request.headers[directoryHeader]);
  const intercepted = intercept(interceptorContext, name, { input, folder, forward });
  send(response, await (intercepted ?? forward(input)), status);
}

/** The path names the workspace, or the body does. */
function workspaceOf({ parameter, body }: Exchange): unknown {
  if (parameter !== '') return parameter;
  return (parseBody(body) as { workspace_id?: unknown } | undefined)?.workspace_id;
}

/** Undefined for what the relay answers within the time that everything has. */
function timeoutOf(name: JsonOperationName): number | undefined {
  return name === transcripts ? ingestTimeoutMs : undefined;
}

/** As the caller, and as the same request: an Idempotency-Key counts at the relay. */
async function askRelay(
  { proxy }: InterceptorRoutesContext,
  { request, response, caller }: Exchange,
  { name, input }: { name: JsonOperationName; input: unknown },
): Promise<unknown> {
  const relay = await proxy.relay();
  if (relay === undefined) return proxy.unreachable(nothingRecorded);
  const own = bearerOf(request.headers.authorization);
  const client = caller?.kind === 'key' && own !== undefined ? relay.clientFor(own) : relay.client;
  const key = request.headers['idempotency-key'];
  const timeoutMs = timeoutOf(name);
  const options = {
    ...saysQuotaOf(response),
    ...(typeof key === 'string' && { idempotencyKey: key }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
  const answer: unknown = await client.call(name, input as never, options);
  return isAway(answer) ? proxy.unreachable(whatBecame(answer.message)) : answer;
}

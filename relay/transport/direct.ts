import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { limits } from '../../shared/contract/fields.ts';
import { operations } from '../../shared/api/operations.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { jsonHeaders, refusalHeaders } from '../../shared/node/http/answer-headers.ts';
import { fieldsOf, parseBody } from '../../shared/node/http/json-body.ts';
import { beyondLimit } from '../../shared/sessions/beyond-limit.ts';
import { parseHookBody } from '../../shared/sessions/contract.ts';
import { admit, callOf, quotaHeaders, type AdmissionDependencies } from './admission.ts';
import { unavailable } from './errors.ts';
import type { Invoker } from './invoke.ts';
import { eventIn } from './json.ts';
import type { Quota } from './limits.ts';
import { tellingOf, withoutSecrets } from './without-secrets.ts';

export interface DirectDependencies extends AdmissionDependencies {
  readonly invoker: Invoker;
  readonly onError: (error: unknown) => void;
}

const { method, path, status } = operations.hook;

/**
 * The fast path for hook events: the operation `hook` is answered here, in front of the REST framework. Hook events are nearly
 * all of a relay's requests, and through the framework each takes an eighth more of the processor's time (9 to 14 % in four runs
 * of 15 to 40 pairs, 64 µs against 55 on the quietest machine). Method, path, status and schema are the contract's. The
 * answers are the same as those of `rest.ts`, and so are the steps: admit, parse, validate, invoke. A request that is unusual in
 * any way is left to `otherwise`, the framework.
 */
export function directHooks(
  dependencies: DirectDependencies,
  otherwise: RequestListener,
): RequestListener {
  return (request, response) => {
    if (!takesFastPath(request)) return otherwise(request, response);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const [first] = chunks;
      const body = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks);
      answer(dependencies, { request, response, body }).catch((error: unknown) => {
        dependencies.onError(error);
        send(response, unavailable(error));
      });
    });
  };
}

/** Only a JSON body of known and allowed length: a request without `Content-Length` has no body, or a chunked one. */
function takesFastPath({ method: requestMethod, url, headers }: IncomingMessage): boolean {
  return (
    url === path &&
    requestMethod === method &&
    headers['content-type'] === 'application/json' &&
    Number(headers['content-length'] ?? Infinity) <= limits.bodyBytes
  );
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Buffer;
}

async function answer(
  dependencies: DirectDependencies,
  { request, response, body: sent }: Exchange,
): Promise<void> {
  const { headers } = request;
  const admitted = admit(dependencies, request);
  const admission = admitted instanceof Promise ? await admitted : admitted;
  if (isRefusal(admission)) return send(response, admission);
  const { caller, quota } = admission;
  const json = parseBody(sent);
  if (isRefusal(json)) return send(response, quota?.refusal ?? json, quota);
  if (quota?.refusal !== undefined)
    return send(response, beyondLimit(eventIn(json), quota.refusal), quota);
  const fields = fieldsOf(json);
  if (isRefusal(fields)) return send(response, fields, quota);
  const body = parseHookBody(fields);
  if (isRefusal(body)) return send(response, body, quota);
  const { input, redacted } = withoutSecrets('hook', body);
  const call = callOf(caller, { name: 'hook', input }, headers['idempotency-key']);
  if (isRefusal(call)) return send(response, call, quota);
  const found = await dependencies.invoker.invoke('hook', { input, call });
  send(response, tellingOf('hook', found, redacted), quota);
}

function send(response: ServerResponse, found: unknown, quota?: Quota): void {
  const text = JSON.stringify(isRefusal(found) ? found.toBody() : found);
  response.writeHead(isRefusal(found) ? found.status : status, {
    ...jsonHeaders,
    'content-length': Buffer.byteLength(text),
    ...quotaHeaders(quota),
    ...(isRefusal(found) && refusalHeaders(found)),
  });
  response.end(text);
}

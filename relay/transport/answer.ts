import type { FastifyRequest } from 'fastify';
import { mcpPath } from '../../shared/contract/edge.ts';
import { operations, type Input, type OperationName } from '../../shared/api/operations.ts';
import type { Operation } from '../../shared/contract/operation.ts';
import { readInput } from '../../shared/contract/read-input.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { ConnectionLimits } from '../../shared/node/http/connections.ts';
import { fieldsOf } from '../../shared/node/http/json-body.ts';
import { beyondLimit } from '../../shared/sessions/beyond-limit.ts';
import type { Scope } from '../access/authorizer.ts';
import type { Call } from '../kernel/handlers.ts';
import { admit, callOf, quotaHeaders, type Admission } from './admission.ts';
import { bearerOf } from '../../shared/node/http/bearer.ts';
import type { Authenticator } from './auth.ts';
import { addressOf, type Exchange } from './exchange.ts';
import type { Invoker } from './invoke.ts';
import { eventIn } from './json.ts';
import type { RateLimits } from './limits.ts';
import { tellingOf, withoutSecretsInSteps } from './without-secrets.ts';

/** The newest event that a follower has, by its seq, and when that was appended where it says so (LNK-4). */
export interface FeedStart {
  readonly since?: number | undefined;
  readonly sinceAt?: string | undefined;
}

/** Serves an operation that answers with a stream and takes over the response. */
export type StreamHandler = (
  scope: Scope,
  input: FeedStart,
  exchange: Exchange,
) => Promise<Refusal | undefined>;

export interface RestDependencies {
  readonly authenticator: Authenticator;
  readonly rateLimits: RateLimits;
  readonly invoker: Invoker;
  readonly feed: StreamHandler;
  readonly mcp: (call: Call, exchange: Exchange) => Promise<void>;
  readonly connectionLimits: ConnectionLimits;
  /** Called with an error that is a bug, not the caller's fault. */
  readonly onError: (error: unknown) => void;
}

/** Takes a request through admission and validation to its service. Answers what to send, or a refusal. */
export async function answerTo(
  dependencies: RestDependencies,
  name: OperationName,
  exchange: Exchange,
): Promise<unknown> {
  const { request } = exchange;
  const operation: Operation = operations[name];
  if (name === 'validateKey') return validateKey(dependencies, exchange);
  const admission = isAnonymous(operation, request)
    ? undefined
    : await admitted(dependencies, exchange);
  if (isRefusal(admission)) return admission;
  const { caller, quota } = admission ?? {};
  if (quota?.refusal !== undefined)
    return beyondLimit(name === 'hook' ? eventIn(request.body) : undefined, quota.refusal);
  const given = inputOf(request);
  if (isRefusal(given)) return given;
  const read = readInput(operation.input, given);
  if (isRefusal(read)) return read;
  const { input, redacted } = await withoutSecretsInSteps(name, read);
  const { invoker } = dependencies;
  if (caller === undefined) return invoker.invokePublic(name, input);
  const call = callOf(caller, { name, input }, request.headers['idempotency-key']);
  if (isRefusal(call)) return call;
  if (operation.delivery === 'mcp') return dependencies.mcp(call, exchange);
  if (operation.delivery === 'json') {
    const addressed = { ...call, address: addressOf(request.headers) };
    return tellingOf(name, await invoker.invoke(name, { input, call: addressed }), redacted);
  }
  const start = startOf(request, input);
  if (isRefusal(start)) return start;
  const scope = await invoker.enter(name, { input, call });
  if (scope === undefined || isRefusal(scope)) return scope;
  return dependencies.feed(scope, start, exchange);
}

/** ACC-1: whether the operation needs no key and none was sent that it would take. */
function isAnonymous({ access, takesKey }: Operation, { headers }: FastifyRequest): boolean {
  return access === 'public' && (takesKey !== true || (headers.authorization ?? '') === '');
}

/** Path parameters win over the query and the body, so that no body can speak for another workspace than its path. */
function inputOf({
  routeOptions,
  query,
  body,
  params,
}: FastifyRequest): Record<string, unknown> | Refusal {
  const fields = routeOptions.url === mcpPath ? {} : fieldsOf(body);
  return isRefusal(fields) ? fields : { ...(query as object), ...fields, ...(params as object) };
}

/** A request whose body could not be read, and what is wrong with it. */
export type Unread = Exchange & { readonly unread: Refusal };

/**
 * ANS-8: what is answered in place of `unread`, the refusal of a body that nobody could read: who has no key is told of that first,
 * and the request counts like any other (LIM-2).
 */
export async function refusalBefore(
  dependencies: RestDependencies,
  name: OperationName,
  { unread, ...exchange }: Unread,
): Promise<Refusal> {
  if (name === 'validateKey' || isAnonymous(operations[name], exchange.request)) return unread;
  const admission = await admitted(dependencies, exchange);
  return isRefusal(admission) ? admission : (admission.quota?.refusal ?? unread);
}

async function admitted(
  dependencies: RestDependencies,
  { request, reply }: Exchange,
): Promise<Admission | Refusal> {
  const admission = await admit(dependencies, request.raw);
  if (!isRefusal(admission)) reply.headers(quotaHeaders(admission.quota));
  return admission;
}

/** FED-2: what is no number is refused: to begin with the newest event would be a silent gap. A browser does not repeat after a 400. */
function startOf({ headers }: FastifyRequest, input: Record<string, unknown>): FeedStart | Refusal {
  const { since, since_at: sinceAt } = input as Pick<Input<'feed'>, 'since' | 'since_at'>;
  const { 'last-event-id': last = '' } = headers;
  if (last === '') return { since, sinceAt };
  // The time is that of `since`.
  if (typeof last === 'string' && /^\d{1,15}$/.test(last)) return { since: Number(last) };
  return refuse('ValidationError', 'Last-Event-ID must be the seq of an event.', {
    field: 'Last-Event-ID',
  });
}

/** LIM-2: counted like any other request, and answered beyond the limit too: the key is no worse for it. */
async function validateKey(
  { authenticator, rateLimits }: RestDependencies,
  { request, reply }: Exchange,
): Promise<unknown> {
  const secret = bearerOf(request.headers.authorization);
  if (secret === undefined)
    return { valid: false, error: 'No API key was sent as a bearer credential.' };
  const caller = await authenticator.callerOf(secret);
  if (caller === undefined) return { valid: false, error: 'Invalid API key: unknown or revoked.' };
  reply.headers(quotaHeaders(await rateLimits.admit(caller)));
  return { valid: true, user_id: caller.userId, email: caller.email };
}

import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { introduce } from '../../shared/node/http/connections.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { OperationName } from '../../shared/api/operations.ts';
import { filesIn, type FileFields } from '../../shared/sessions/hook-file.ts';
import { keptRequestKey } from '../../shared/node/request-key.ts';
import type { Call, Caller } from '../kernel/handlers.ts';
import { digestOf } from '../../shared/node/digest.ts';
import type { Authenticator } from './auth.ts';
import type { Quota, RateLimits } from './limits.ts';

/** A caller with a valid key, and their quota, which may refuse the request; undefined without a limit. */
export interface Admission {
  readonly caller: Caller;
  readonly quota: Quota | undefined;
}

export interface AdmissionDependencies {
  readonly authenticator: Authenticator;
  readonly rateLimits: RateLimits;
}

/**
 * Authenticates the `Authorization` header (or the given one), makes the connection a known one (CON-6), and counts the
 * request. Synchronous where key and quota are in memory.
 */
export function admit(
  { authenticator, rateLimits }: AdmissionDependencies,
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  authorization: string | undefined = headers.authorization,
): Admission | Refusal | Promise<Admission | Refusal> {
  const found = authenticator.authenticate(authorization);
  if (found instanceof Promise)
    return found.then((caller) => countRequest(rateLimits, caller, socket));
  return countRequest(rateLimits, found, socket);
}

function countRequest(
  rateLimits: RateLimits,
  caller: Caller | Refusal,
  socket: Socket,
): Admission | Refusal | Promise<Admission> {
  if (isRefusal(caller)) return caller;
  const refusal = introduce(socket, caller.keyId);
  if (refusal !== undefined) return refusal;
  const quota = rateLimits.admit(caller);
  if (quota instanceof Promise) return quota.then((known) => ({ caller, quota: known }));
  return { caller, quota };
}

/** LIM-2: the rate limit headers of every response; none where there is no limit. */
export function quotaHeaders(quota: Quota | undefined): Record<string, number> {
  if (quota === undefined) return {};
  const { limit, remaining, reset } = quota;
  return {
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': reset,
  };
}

const maxIdempotencyKey = 200;

/** An operation and its parsed input. */
export interface OperationRequest {
  readonly name: OperationName;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The call of an operation, with the key of an `Idempotency-Key` header. */
export function callOf(
  caller: Caller,
  requested: OperationRequest,
  key: string | string[] | undefined,
): Call | Refusal {
  if (key === undefined) return { caller };
  if (typeof key !== 'string' || !/^[!-~]+$/.test(key) || key.length > maxIdempotencyKey) {
    return refuse(
      'ValidationError',
      'Idempotency-Key must be 1 to 200 printable ASCII characters.',
    );
  }
  const [scope, fingerprint] = [scopeOf(requested), fingerprintOf(requested)];
  return {
    caller,
    request: { userId: caller.userId, scope, key: keptRequestKey(key), fingerprint },
  };
}

/** The fields in which operations name the caller's own conversation, and the workspace that it is in. */
const ownSession = ['conversation_id', 'session_id', 'initiator_session', 'from_session'] as const;
const ownWorkspace = ['workspace_slug', 'workspace_id', 'id'] as const;

/** What a key belongs to (ANS-5): the operation, and the conversation where one is named. Schemas forbid line breaks there. */
export function scopeOf({ name, input }: OperationRequest): string {
  const conversation = firstOf(input, ownSession);
  if (conversation === undefined) return name;
  const { agent_id: agent = '' } = input;
  return [name, firstOf(input, ownWorkspace), conversation, agent].join('\n');
}

function firstOf(input: OperationRequest['input'], fields: readonly string[]): unknown {
  const field = fields.find((name) => input[name] !== undefined);
  return field === undefined ? undefined : input[field];
}

/** Of one file in the form in which keys are kept that are older than events of several. */
function pathsOf(body: FileFields): { path: string | readonly string[] | undefined } {
  const paths = filesIn(body).map(({ path }) => path);
  return { path: paths.length > 1 ? paths : paths[0] };
}

/** The same text for the same request, and another for any other. Of a hook event only event, workspace and files count. */
export function fingerprintOf({ name, input }: OperationRequest): string {
  const { event, workspace_slug: slug } = input;
  const about =
    name === 'hook' ? { event, slug, ...pathsOf(input as unknown as FileFields) } : input;
  return `${name} ${digestOf(JSON.stringify(about))}`;
}

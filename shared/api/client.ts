import { operations, type JsonOperationName, type Operations, type Output } from './operations.ts';
import {
  pathParameters,
  type Method,
  type Operation,
  type RequestOf,
} from '../contract/operation.ts';
import { isRefusal, Refusal, refuse, statusOf, type RefusalName } from '../kernel/refusal.ts';

/** The transport: a dispatcher of undici (`Pool`, `Agent`, `Client`) is one as it stands. It may refuse what it does not send. */
export interface Dispatcher {
  request(options: {
    path: string;
    method: Method;
    headers: Record<string, string>;
    body?: string;
    signal: AbortSignal;
  }): Promise<{ statusCode: number; body: { text(): Promise<string> } } | Refusal>;
}

export interface ClientOptions {
  /** Bound to the server: a pool for its origin, or for its Unix socket. */
  readonly dispatcher: Dispatcher;
  readonly key: string;
  /** What stands before every path when the service is not at the root of its origin, for example `/coord`. */
  readonly basePath?: string;
  /** Makes a signal that aborts with a TimeoutError after that many milliseconds. */
  readonly timeoutSignal: (timeoutMs: number) => AbortSignal;
}

export interface CallOptions {
  readonly idempotencyKey?: string;
  /** After this many milliseconds the answer is `Unavailable`; the server may still have done the work. */
  readonly timeoutMs?: number;
}

export type Request<Name extends JsonOperationName> = RequestOf<Operations[Name]>;

/** The typed client of the interface, derived from the operations. Refusals come back as values. */
export interface Client {
  call<Name extends JsonOperationName>(
    name: Name,
    input: Request<Name>,
    options?: CallOptions,
  ): Promise<Output<Name> | Refusal>;
}

const defaultTimeoutMs = 10_000;

export function createClient({
  dispatcher,
  key,
  basePath = '',
  timeoutSignal,
}: ClientOptions): Client {
  return {
    async call(name, input, options = {}) {
      const { path, body } = requestOf(operations[name], input);
      try {
        const response = await dispatcher.request({
          path: basePath + path,
          method: operations[name].method,
          headers: headersOf(key, body, options),
          ...(body !== undefined && { body }),
          signal: timeoutSignal(options.timeoutMs ?? defaultTimeoutMs),
        });
        if (isRefusal(response)) return response;
        return answerOf(response.statusCode, await response.body.text()) as Output<typeof name>;
      } catch (error) {
        return unreachable(error);
      }
    },
  };
}

/** Fills the path; the rest of the input is the query of a GET and the body of the others. */
export function requestOf(
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
): { path: string; body: string | undefined } {
  const rest = { ...input };
  let path = operation.path;
  for (const name of pathParameters(operation.path)) {
    path = path.replace(`:${name}`, () => encodeURIComponent(String(rest[name])));
    delete rest[name];
  }
  if (operation.method !== 'GET') return { path, body: bodyOf(operation, rest) };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) {
    if (value !== undefined) query.set(name, String(value));
  }
  return { path: query.size === 0 ? path : `${path}?${query}`, body: undefined };
}

function bodyOf(operation: Operation, rest: object): string | undefined {
  const empty = Object.keys(rest).length === 0;
  return empty && operation.method === 'DELETE' ? undefined : JSON.stringify(rest);
}

function headersOf(key: string, body: string | undefined, options: CallOptions) {
  const headers: Record<string, string> = { authorization: `Bearer ${key}` };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (options.idempotencyKey !== undefined) headers['idempotency-key'] = options.idempotencyKey;
  return headers;
}

function answerOf(status: number, text: string): unknown {
  const body = parseJson(text);
  if (status >= 200 && status < 300 && body !== undefined) return body;
  if (isErrorBody(body) && body.error in statusOf) {
    const { error, message, ...details } = body;
    return refuse(error as RefusalName, message, details);
  }
  return refuse(nameOf(status), `The service answered with status ${status}.`, { status });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isErrorBody(body: unknown): body is { error: string; message: string } {
  return typeof body === 'object' && body !== null && 'error' in body && 'message' in body;
}

/** A status without an error body of ours comes from something in between. */
function nameOf(status: number): RefusalName {
  const names = Object.keys(statusOf) as RefusalName[];
  const exact = names.find((name) => statusOf[name] === status);
  return exact ?? (status >= 400 && status < 500 ? 'ValidationError' : 'Unavailable');
}

function unreachable(error: unknown): Refusal {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const slow = error instanceof Error && error.name === 'TimeoutError';
  const reason = slow ? 'did not answer in time' : `cannot be reached${code && ` (${code})`}`;
  return refuse('Unavailable', `The service ${reason}.`);
}

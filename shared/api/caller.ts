import type { JsonOperationName, Operations, Output } from './operations.ts';
import { pathParameters, type Method, type RequestOf } from '../contract/operation.ts';
import { isRefusal, refuse, type Refusal } from '../kernel/refusal.ts';
import { maxAnswerBytes, textWithin, TooLong } from './body.ts';

/**
 * The transport: a dispatcher of undici (`Pool`, `Agent`, `Client`) is one as it stands. The signal ends the
 * body too. It may refuse what it does not send.
 */
export interface Dispatcher {
  request(options: {
    path: string;
    method: Method;
    headers: Record<string, string>;
    body?: string;
    signal: AbortSignal;
  }): Promise<DispatchedAnswer | Refusal>;
}

type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>;

interface DispatchedAnswer {
  readonly statusCode: number;
  readonly body: AsyncIterable<Uint8Array>;
  readonly headers?: AnswerHeaders;
}

export interface ClientOptions {
  /** Bound to the server: a pool for its origin, or for its Unix socket. */
  readonly dispatcher: Dispatcher;
  /** Undefined for operations that anyone may call. */
  readonly key: string | undefined;
  /** What stands before every path when the service is not at the root of its origin, for example `/coord`. */
  readonly basePath?: string;
  /** Makes a signal that aborts with a TimeoutError after that many milliseconds. */
  readonly timeoutSignal: (timeoutMs: number) => AbortSignal;
}

/** What of an operation makes a request. */
export interface Way {
  readonly method: Method;
  /** With its parameters as `:name`. */
  readonly path: string;
}

/** How a caller knows the operations, so that a browser does without their schemas. */
export interface Knowledge {
  readonly ways: Readonly<Record<JsonOperationName, Way>>;
  /** The output, or the refusal, that an answer contains. */
  read<Name extends JsonOperationName>(
    name: Name,
    status: number,
    text: string,
  ): Output<Name> | Refusal;
}

export interface CallOptions {
  readonly idempotencyKey?: string;
  /** When the whole answer is not there after so many milliseconds, it is `Unavailable`; the server may still have done the work. */
  readonly timeoutMs?: number;
  /** Told the cursor of the next page, of a list that has its items alone in its body. */
  readonly onNextCursor?: (cursor: string) => void;
  /** Told the headers of whatever the server answers. */
  readonly onHeaders?: (headers: AnswerHeaders) => void;
}

export type Request<Name extends JsonOperationName> = RequestOf<Operations[Name]>;

/**
 * The typed client of the interface, derived from the operations. Refusals come back as values, and so does an answer that is
 * too long, too late, or not what the operation answers (LNK-1).
 */
export interface Client {
  call<Name extends JsonOperationName>(
    name: Name,
    input: Request<Name>,
    options?: CallOptions,
  ): Promise<Output<Name> | Refusal>;
}

const defaultTimeoutMs = 10_000;

/** The client that knows the operations so. */
export function createCaller(
  { dispatcher, key, basePath = '', timeoutSignal }: ClientOptions,
  { ways, read }: Knowledge,
): Client {
  return {
    async call(name, input, options = {}) {
      const { path, body } = requestOf(ways[name], input);
      const signal = timeoutSignal(options.timeoutMs ?? defaultTimeoutMs);
      try {
        const response = await dispatcher.request({
          path: basePath + path,
          method: ways[name].method,
          headers: headersOf(key, body, options),
          ...(body !== undefined && { body }),
          signal,
        });
        if (isRefusal(response)) return response;
        const { headers = {} } = response;
        options.onHeaders?.(headers);
        const cursor = headers['x-next-cursor'];
        if (typeof cursor === 'string') options.onNextCursor?.(decodeURIComponent(cursor));
        const text = await textWithin(maxAnswerBytes, response.body);
        return read(name, response.statusCode, text);
      } catch (error) {
        return unreachable(name, error, signal);
      }
    },
  };
}

/** Fills the path; the rest of the input is the query of a GET and the body of the others. */
export function requestOf(
  operation: Way,
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

function bodyOf(operation: Way, rest: object): string | undefined {
  const empty = Object.keys(rest).length === 0;
  return empty && operation.method === 'DELETE' ? undefined : JSON.stringify(rest);
}

function headersOf(key: string | undefined, body: string | undefined, options: CallOptions) {
  const headers: Record<string, string> = {};
  if (key !== undefined) headers['authorization'] = `Bearer ${key}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (options.idempotencyKey !== undefined) headers['idempotency-key'] = options.idempotencyKey;
  return headers;
}

function unreachable(name: JsonOperationName, error: unknown, signal: AbortSignal): Refusal {
  if (error instanceof TooLong)
    return refuse('Unavailable', `The service answered ${name} with more than coord reads.`);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = signal.aborted
    ? 'did not answer in time'
    : `cannot be reached${code && ` (${code})`}`;
  return refuse('Unavailable', `The service ${reason}.`);
}

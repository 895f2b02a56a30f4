import type { IncomingMessage } from 'node:http';
import { refusalOfResponse } from '../../shared/api/refusal-of-response.ts';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { send, textOf, type Target } from './http.ts';

/** A daemon, and the key to it. */
export interface DaemonAt {
  readonly target: Target;
  readonly key: string;
}

interface DaemonCall {
  readonly path: string;
  /** Without one, and without a body, it is a GET. */
  readonly method?: 'POST';
  readonly body?: object | undefined;
  /** Milliseconds. */
  readonly timeoutMs?: number;
}

const usualTimeoutMs = 20_000;

export const away = refuse(
  'Unavailable',
  'The daemon does not answer. Start it again with: coord daemon',
);
const late = refuse('Unavailable', 'The daemon did not answer in time. See: coord doctor');

/** Asks the daemon for what is no part of the public interface. */
export async function askDaemon<T>(daemon: DaemonAt, call: DaemonCall): Promise<T | Refusal> {
  const signal = AbortSignal.timeout(call.timeoutMs ?? usualTimeoutMs);
  try {
    const response = await openCall(daemon, call, signal);
    return response.statusCode === 200
      ? (JSON.parse(await textOf(response)) as T)
      : await refusalOfResponse(response);
  } catch {
    return signal.aborted ? late : away;
  }
}

/** Sends what is asked, and gives the response when its head is there. Rejects where no daemon answers. */
export function openCall(
  { target, key }: DaemonAt,
  { path, body, method = body === undefined ? undefined : 'POST' }: DaemonCall,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return send(target, {
    path,
    method: method ?? 'GET',
    headers: {
      authorization: `Bearer ${key}`,
      ...(text !== undefined && { 'content-type': 'application/json' }),
    },
    ...(text !== undefined && { body: text }),
    signal,
  });
}

import type { GateRunLine } from '../../../shared/gate/local.ts';
import { refuse, Refusal, statusOf, type RefusalName } from '../../../shared/kernel/refusal.ts';
import type { Connection } from '../../connection/connect.ts';
import { send, textOf } from '../../connection/http.ts';

interface DaemonCall {
  readonly path: string;
  /** Without one it is a GET. */
  readonly body?: object | undefined;
}

const timeoutMs = 20_000;
const away = refuse('Unavailable', 'The daemon does not answer. Start it again with: coord daemon');

/** Asks the daemon for what is no part of the public interface. */
export async function callDaemon<T>(
  connection: Connection,
  call: DaemonCall,
): Promise<T | Refusal> {
  try {
    const response = await open(connection, call, AbortSignal.timeout(timeoutMs));
    const text = await textOf(response);
    return response.statusCode === 200 ? (JSON.parse(text) as T) : turnedDown(text);
  } catch {
    return away;
  }
}

/** The lines of a run as they come; a refusal is the last thing that comes. */
export async function* streamFromDaemon(
  connection: Connection,
  { signal, ...call }: DaemonCall & { readonly signal: AbortSignal },
): AsyncGenerator<GateRunLine | Refusal> {
  try {
    const response = await open(connection, call, signal);
    if (response.statusCode !== 200) return yield turnedDown(await textOf(response));
    response.setEncoding('utf8');
    let rest = '';
    for await (const chunk of response) {
      const lines = (rest + String(chunk)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield JSON.parse(line) as GateRunLine;
    }
  } catch {
    yield signal.aborted ? refuse('Conflict', 'The run was cancelled.') : away;
  }
}

function open({ target, key }: Connection, { path, body }: DaemonCall, signal: AbortSignal) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return send(target, {
    path,
    method: text === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      ...(text !== undefined && { 'content-type': 'application/json' }),
    },
    ...(text !== undefined && { body: text }),
    signal,
  });
}

function turnedDown(text: string): Refusal {
  try {
    const { error, message } = JSON.parse(text) as { error: string; message: string };
    return refuse(error in statusOf ? (error as RefusalName) : 'Unavailable', message);
  } catch {
    return refuse(
      'Unavailable',
      'The daemon gave no answer that can be read. Restart it with: coord daemon',
    );
  }
}

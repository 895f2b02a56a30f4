import type { GateRunLine } from '../../../shared/gate/local.ts';
import { refusalOfResponse } from '../../../shared/api/refusal-of-response.ts';
import { refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import { away, openCall, type DaemonAt } from '../../connection/ask-daemon.ts';

interface RunCall {
  readonly path: string;
  readonly body: object;
  readonly signal: AbortSignal;
}

/** The lines of a run as they come; a refusal is the last thing that comes. */
export async function* streamFromDaemon(
  daemon: DaemonAt,
  { signal, ...call }: RunCall,
): AsyncGenerator<GateRunLine | Refusal> {
  try {
    const response = await openCall(daemon, call, signal);
    if (response.statusCode !== 200) return yield await refusalOfResponse(response);
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

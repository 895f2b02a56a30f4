import { createCaller, type Client, type ClientOptions } from './caller.ts';
import { operations, type JsonOperationName, type Output } from './operations.ts';
import { misfitOf } from '../contract/misfit.ts';
import { parseJson } from '../kernel/json.ts';
import { refuse, type Refusal } from '../kernel/refusal.ts';
import { refusalIn, whatToCheck } from './refusal-in.ts';

export {
  requestOf,
  type CallOptions,
  type Client,
  type ClientOptions,
  type Dispatcher,
  type Request,
} from './caller.ts';

/** The typed client that checks every answer by its schema (LNK-1). */
export function createClient(options: ClientOptions): Client {
  return createCaller(options, { ways: operations, read: readAnswer });
}

/** LNK-1: the answer to an operation, whatever came: its output, the service's refusal, or that it was neither. */
export function readAnswer<Name extends JsonOperationName>(
  name: Name,
  status: number,
  text: string,
): Output<Name> | Refusal {
  const body = parseJson(text);
  if (status < 200 || status >= 300) return refusalIn(status, body);
  const misfit = body === undefined ? '' : misfitOf(operations[name].output, body);
  if (misfit === undefined) return body as Output<Name>;
  const where = misfit === '' ? '' : ` (at ${misfit.slice(0, maxShown)})`;
  const message = `The service answered ${name} with something that is not an answer of coord${where}. ${whatToCheck}`;
  return refuse('Unavailable', message, { operation: name });
}

const maxShown = 100;

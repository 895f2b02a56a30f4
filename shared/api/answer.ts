import { misfitOf } from '../contract/misfit.ts';
import { isDeeperThan } from '../kernel/depth.ts';
import { parseJson } from '../kernel/json.ts';
import { limits } from '../contract/fields.ts';
import { refuse, statusOf, type Refusal, type RefusalName } from '../kernel/refusal.ts';
import { operations, type JsonOperationName, type Output } from './operations.ts';

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

/** The refusal that a service answered with this status: its own words, or what is known without them. */
export function refusalIn(status: number, body: unknown): Refusal {
  if (isErrorBody(body) && !isDeeperThan(limits.jsonDepth, body)) {
    const { error, message, ...details } = body;
    return refuse(error, message, details);
  }
  const said = `The service answered with status ${status}`;
  return status >= 500
    ? refuse(nameOf(status), `${said}.`, { status })
    : refuse(nameOf(status), `${said}, and not in the words of coord. ${whatToCheck}`, { status });
}

const maxShown = 100;
const whatToCheck =
  'Check the address, and whether this network asks you to sign in first; else one of the two is too old.';

function isErrorBody(body: unknown): body is { error: RefusalName; message: string } {
  if (typeof body !== 'object' || body === null) return false;
  const { error, message } = body as { error?: unknown; message?: unknown };
  return typeof error === 'string' && Object.hasOwn(statusOf, error) && typeof message === 'string';
}

/** A status without an error body of ours comes from something in between. */
function nameOf(status: number): RefusalName {
  const names = Object.keys(statusOf) as RefusalName[];
  const exact = names.find((name) => statusOf[name] === status);
  return exact ?? (status >= 400 && status < 500 ? 'ValidationError' : 'Unavailable');
}

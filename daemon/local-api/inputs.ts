import { readInput } from '../../shared/contract/read-input.ts';
import { pathParameters } from '../../shared/contract/operation.ts';
import { operations, type Input, type JsonOperationName } from '../../shared/api/operations.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { fieldsOf } from '../../shared/node/http/json-body.ts';

/** Loads zod and every schema, so it is loaded behind the first answers. */
export function parseReference(body: unknown): Input<'heartbeat'> | Refusal {
  return parse('heartbeat', fieldsOf(body));
}

export function parseSync(id: string, body: unknown): Input<'sync'> | Refusal {
  return parse('sync', addressed(body, { id }));
}

/** The input of an operation that has nothing in its path but a workspace, from the query. */
export function parseQuery(
  name: 'listSessions' | 'listReservations',
  url: string,
): Input<'listSessions' | 'listReservations'> | Refusal {
  const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
  return parse(name, { ...Object.fromEntries(new URLSearchParams(query)), id: 'any' });
}

/** The input of an operation from the path's parameters, still encoded, and the body; and its status when it is done. */
export function parseOperation<Name extends JsonOperationName>(
  name: Name,
  { body, parameters }: { body: unknown; parameters: readonly string[] },
): { input: Input<Name> | Refusal; status: number } {
  const { path, status } = operations[name];
  const named = pathParameters(path).map((field, at) => [field, decoded(parameters[at] ?? '')]);
  return { status, input: parse(name, addressed(body, Object.fromEntries(named))) };
}

/** The path's parameters win over the body, as at the relay. */
function addressed(body: unknown, named: object): object | Refusal {
  const fields = fieldsOf(body);
  return isRefusal(fields) ? fields : { ...fields, ...named };
}

/** What is not encoded as it should be is no name of anything. */
function decoded(parameter: string): string {
  try {
    return decodeURIComponent(parameter);
  } catch {
    return '';
  }
}

function parse<Name extends JsonOperationName>(
  name: Name,
  given: object | Refusal,
): Input<Name> | Refusal {
  return isRefusal(given)
    ? given
    : (readInput(operations[name].input, given) as Input<Name> | Refusal);
}

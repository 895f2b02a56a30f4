import { invalidInput } from '../../shared/contract/invalid.ts';
import { pathParameters } from '../../shared/contract/operation.ts';
import { operations, type Input, type JsonOperationName } from '../../shared/api/operations.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { asPayload } from '../../shared/clients/common/payload.ts';

/** Loads zod and every schema, so it is loaded behind the first answers. */
export function parseReference(body: unknown): Input<'heartbeat'> | Refusal {
  return parse('heartbeat', body);
}

export function parseSync(id: string, body: unknown): Input<'sync'> | Refusal {
  return isRefusal(body) ? body : parse('sync', { ...asPayload(body), id });
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
  const payload = asPayload(body);
  const given = payload === undefined ? body : { ...payload, ...Object.fromEntries(named) };
  return { status, input: parse(name, given) };
}

/** What is not encoded as it should be is no name of anything. */
function decoded(parameter: string): string {
  try {
    return decodeURIComponent(parameter);
  } catch {
    return '';
  }
}

function parse<Name extends JsonOperationName>(name: Name, body: unknown): Input<Name> | Refusal {
  if (isRefusal(body)) return body;
  const given = asPayload(body) ?? {};
  const parsed = operations[name].input.safeParse(given);
  return parsed.success ? (parsed.data as Input<Name>) : invalidInput(parsed.error, given);
}

import { invalidInput } from '../../shared/contract/invalid.ts';
import { operations, type Input, type JsonOperationName } from '../../shared/contract/index.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { asPayload } from '../hooks/payload.ts';

/** Loads zod and every schema, so it is loaded behind the first answers. */
export function parseReference(body: unknown): Input<'heartbeat'> | Refusal {
  return parse('heartbeat', body);
}

export function parseSync(id: string, body: unknown): Input<'sync'> | Refusal {
  return isRefusal(body) ? body : parse('sync', { ...asPayload(body), id });
}

function parse<Name extends JsonOperationName>(name: Name, body: unknown): Input<Name> | Refusal {
  if (isRefusal(body)) return body;
  const parsed = operations[name].input.safeParse(asPayload(body) ?? {});
  return parsed.success ? (parsed.data as Input<Name>) : invalidInput(parsed.error);
}

import { invalidInput } from '../contract/invalid.ts';
import type { Refusal } from '../kernel/refusal.ts';
import { sessionOperations, type HookBody } from './contract.ts';

/** The hook body in the fields of a JSON object. Refused with a ValidationError: what the schema does not accept. */
export function parseHookBody(fields: object): HookBody | Refusal {
  const parsed = sessionOperations.hook.input.safeParse(fields);
  return parsed.success ? parsed.data : invalidInput(parsed.error, fields);
}

import type { z } from 'zod';
import { isRecord } from '../kernel/json.ts';
import type { Refusal } from '../kernel/refusal.ts';
import { invalidInput } from './invalid.ts';

type Shape = z.ZodObject['shape'];

/** ANS-3: what is given as the input of an operation; a ValidationError that names the field, for what its schema does not take. */
export function readInput<Schema extends z.ZodObject>(
  schema: Schema,
  given: unknown,
): z.output<Schema> | Refusal {
  const parsed = schema.safeParse(isRecord(given) ? withoutNulls(schema.shape, given) : given);
  return parsed.success ? parsed.data : invalidInput(parsed.error, given);
}

/** ANS-3: the fields without those that are null and may be left out: many clients say so that they have nothing to say. */
export function withoutNulls(
  shape: Shape,
  fields: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const isLeftOut = ([name, value]: [string, unknown]) =>
    value === null && Object.hasOwn(shape, name) && meansNothing(shape[name] as z.ZodType);
  const entries = Object.entries(fields);
  return entries.some(isLeftOut)
    ? Object.fromEntries(entries.filter((entry) => !isLeftOut(entry)))
    : fields;
}

/** Of a few fields null is a value of its own: it removes what was there. */
function meansNothing(schema: z.ZodType): boolean {
  return schema.safeParse(undefined).success && !schema.safeParse(null).success;
}

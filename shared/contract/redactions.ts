import { z } from 'zod';
import type { Operation } from './operation.ts';
import { textFieldsOf } from './written-fields.ts';

/**
 * RED-2: secrets of one kind were removed from a field, such as `title` or `traces[2].text`; never what they were. `kind` is
 * written as in `GitHub token`.
 */
const redaction = z.object({ field: z.string(), kind: z.string(), count: z.number().int() });

export type Redaction = z.output<typeof redaction>;

/** What stands in `redacted`, the optional field of every answer of an operation that `tellsRedactions`. */
export const redactions = z.array(redaction);

/** Whether it stores texts of people and agents. An operation that has a `redacted` of its own says it with that. */
export function tellsRedactions({ readOnly, delivery, input, output }: Operation): boolean {
  if (readOnly || delivery !== 'json') return false;
  if (output instanceof z.ZodObject && 'redacted' in output.shape) return false;
  return textFieldsOf(input).some(({ written }) => written !== undefined);
}

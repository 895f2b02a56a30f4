import type { z } from 'zod';
import { refuse, type Refusal } from '../kernel/refusal.ts';

/** The first problem of an input, with the field named (ANS-1). */
export function invalidInput(error: z.ZodError): Refusal {
  const issue = error.issues[0];
  const field = issue?.path.join('.') ?? '';
  const message = issue?.message ?? 'The input is not valid.';
  return refuse('ValidationError', field === '' ? message : `${field}: ${message}`, { field });
}

import type { z } from 'zod';
import { refuse, type Refusal } from '../kernel/refusal.ts';
import { issueSentence } from './issue-sentence.ts';

/** The first problem of an input, with the field named (ANS-1), in a sentence (CMD-2). `given` is what was checked. */
export function invalidInput(error: z.ZodError, given: unknown): Refusal {
  const [issue] = error.issues;
  if (issue === undefined) return refuse('ValidationError', 'The request is not valid.');
  const field = issue.path.join('.');
  const sentence = `${issueSentence(issue, given, field)}.`;
  return refuse('ValidationError', sentence, field === '' ? {} : { field });
}

import { z } from 'zod';
import { filePath, limits, text } from '../contract/fields.ts';

/** GAT-0: why the whole suite has to be run, and the test files that are known; of very many the first. */
export const suite = z.object({
  /** Without the full stop at its end. */
  reason: text(limits.task),
  tests: z.array(filePath).max(limits.affectedTests),
});

export type Suite = z.output<typeof suite>;

import { z } from 'zod';
import { limits } from './fields.ts';

/** RAD-2: what a conflict is about, the strongest first. `code` also when it cannot be said. */
export const forecastKind = z.enum(['code', 'imports', 'comments', 'formatting']);

export type ForecastKind = z.output<typeof forecastKind>;

/** Lines of a file, counted from 1, both included. */
export const conflictLines = z.object({
  start: z.number().int().min(1),
  end: z.number().int().min(1),
});

export type ConflictLines = z.output<typeof conflictLines>;

/** RAD-2: what of a conflict a daemon of an earlier version does not say. */
export const forecastDetails = {
  kind: forecastKind.optional(),
  /** The conflicted regions in the version of the side that is named first; no text of them. */
  lines: z.array(conflictLines).max(limits.linesPerForecast).optional(),
  /** Only imports are added: a union of both sides solves it. */
  hint: z.boolean().optional(),
};

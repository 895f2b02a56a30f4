import { z } from 'zod';
import { filePath, identifier, limits, name, opaque, workspaceId } from '../contract/fields.ts';
import { forecastDetails } from '../contract/forecast-details.ts';
import { operation } from '../contract/operation.ts';

/** Two merge candidates that would conflict: seen before either commits, or after. */
export const forecast = z.object({
  file: filePath,
  ...forecastDetails,
  /** The symbols in the conflict; empty when it cannot be said. */
  symbol_ids: z.array(opaque(limits.symbolId)).max(limits.symbolsPerRecord),
  /** The two merge candidates: branches, or a work tree's uncommitted changes on a branch. */
  sides: z
    .array(
      z.object({
        branch: name(limits.branch),
        uncommitted: z.boolean(),
        /** The sessions that are known to work on that side. */
        sessions: z.array(identifier).max(50),
      }),
    )
    .length(2),
});

export type Forecast = z.output<typeof forecast>;

export const radarOperations = {
  reportForecasts: operation({
    method: 'POST',
    path: '/workspaces/:id/radar',
    access: 'member',
    input: z.object({
      ...workspaceId,
      forecasts: z.array(forecast).max(limits.forecastsPerReport),
    }),
    output: z.object({ told: z.number().int() }),
    summary: 'For daemons: conflicts that merging would bring; the team is told once of each',
  }),
};

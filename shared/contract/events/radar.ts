import { z } from 'zod';
import { forecastDetails } from '../forecast-details.ts';

export const radarEvents = {
  /** These two merge candidates would conflict. */
  conflict_forecast: z.object({
    file: z.string(),
    ...forecastDetails,
    symbols: z.array(z.string()),
    branches: z.array(z.string()),
    sessions: z.array(z.string()),
    user: z.string(),
  }),
} as const;

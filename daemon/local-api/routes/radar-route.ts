import { radarPath } from '../../../shared/radar/report.ts';
import type { Radar } from '../../radar/radar.ts';
import { send } from '../exchange.ts';
import type { Routes } from '../local-api.ts';

/** `coord radar`: a round at once. */
export function radarRoute(radar: Radar): Routes {
  return {
    [`POST ${radarPath}`]: {
      access: 'user',
      summary: 'Look for merge conflicts between branches now, and answer what was found',
      handle: async ({ response }) => send(response, await radar.runNow()),
    },
  };
}

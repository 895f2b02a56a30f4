import type { Client } from '../../shared/api/client.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import type { RadarOptions } from './radar.ts';

const maxWorkstreams = 100;

/** What the radar asks of the relay, once there is one. */
export function radarRelay(
  client: () => Client | undefined,
  workspaceId: () => string | undefined,
): Pick<RadarOptions, 'workstreams' | 'report'> {
  return {
    async workstreams() {
      const id = workspaceId();
      if (id === undefined) return undefined;
      const status = 'active' as const;
      const answer = await client()?.call('listWorkstreams', {
        id,
        status,
        limit: maxWorkstreams,
      });
      return answer === undefined || isRefusal(answer) ? undefined : answer.workstreams;
    },
    async report(forecasts) {
      const id = workspaceId();
      if (id === undefined) return false;
      const answer = await client()?.call('reportForecasts', { id, forecasts: [...forecasts] });
      return answer !== undefined && !isRefusal(answer);
    },
  };
}

/** Whether an event can mean that a branch has moved, or is one that the radar looks at. */
export function movesBranches(type: string): boolean {
  return type.startsWith('workstream_') || type === 'gate_approved';
}

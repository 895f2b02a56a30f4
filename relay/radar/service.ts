import type { Output } from '../../shared/api/operations.ts';
import { canonicalPath } from '../../shared/kernel/paths.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Forecast, radarOperations } from '../../shared/radar/contract.ts';
import { warningKey, warningOf, type Warning } from './rules.ts';
import type { Handlers } from '../kernel/handlers.ts';
import type { ServiceDependencies } from '../kernel/dependencies.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { Scope } from '../access/authorizer.ts';
import { sessionsAmong } from './queries.ts';
import { Told } from './told.ts';

/** Warns the team of the conflicts that daemons see coming, once of each. */
export function radarService({
  commandRunner,
}: ServiceDependencies): Handlers<keyof typeof radarOperations> {
  const told = new Told();
  return {
    async reportForecasts({ id, forecasts }, call) {
      const sightings: Sighting[] = [];
      for (const [at, forecast] of forecasts.entries()) {
        const sighting = toSighting(forecast, at);
        if (isRefusal(sighting)) return sighting;
        sightings.push(sighting);
      }
      return commandRunner.run(call, { id }, 'member', (transaction, scope) =>
        tell(transaction, scope, { sightings, told }),
      );
    },
  };
}

/** A warning with the sessions that it is for. */
interface Sighting {
  readonly warning: Warning;
  readonly sessions: readonly string[];
}

function toSighting(forecast: Forecast, at: number): Sighting | Refusal {
  const file = canonicalPath(forecast.file);
  if (isRefusal(file)) {
    const field = `forecasts.${at}.file`;
    return refuse('ValidationError', file.message.replace('file_path', field), { field });
  }
  return {
    warning: warningOf(forecast, file),
    sessions: forecast.sides.flatMap(({ sessions }) => sessions),
  };
}

async function tell(
  { connection, log, nowMs, afterCommit }: Transaction,
  { workspaceId, caller }: Scope,
  { sightings, told }: { sightings: readonly Sighting[]; told: Told },
): Promise<Output<'reportForecasts'>> {
  const fresh = new Map<string, Sighting>();
  // What a neighbour in the same transaction tells is not noted yet.
  const underWay = new Set(
    log.appended.flatMap(({ workspaceId: of, event }) =>
      of === workspaceId && event.type === 'conflict_forecast' ? [warningKey(event)] : [],
    ),
  );
  for (const sighting of sightings) {
    const key = warningKey(sighting.warning);
    if (!underWay.has(key) && !told.isRecent(workspaceId, key, nowMs)) fresh.set(key, sighting);
  }
  const named = new Set([...fresh.values()].flatMap(({ sessions }) => sessions));
  const known = await sessionsAmong(connection.kysely, workspaceId, [...named]);
  for (const [key, { warning, sessions }] of fresh) {
    log.append(workspaceId, {
      type: 'conflict_forecast',
      file: warning.file,
      symbols: [...warning.symbols],
      branches: [...warning.branches],
      sessions: [...new Set(sessions)].filter((session) => known.has(session)),
      user: caller.name,
    });
    afterCommit.push(() => told.note(workspaceId, key, nowMs));
  }
  return { told: fresh.size };
}

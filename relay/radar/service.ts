import type { Output } from '../../shared/api/operations.ts';
import { canonicalPath } from '../../shared/kernel/paths.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Forecast, radarOperations } from '../../shared/radar/contract.ts';
import { warningKey, warningOf, type Warning, repeatAfterMs } from './rules.ts';
import type { Handlers } from '../kernel/handlers.ts';
import type { ServiceDependencies } from '../kernel/dependencies.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { Scope } from '../access/authorizer.ts';
import { sessionsAmong } from './queries.ts';
import { LRUCache } from 'lru-cache';

/** Warns the team of the conflicts that daemons forecast, once for each. */
export function radarService({
  commandRunner,
}: ServiceDependencies): Handlers<keyof typeof radarOperations> {
  const recent = new RecentWarnings();
  return {
    async reportForecasts({ id, forecasts }, call) {
      const sightings: Sighting[] = [];
      for (const [at, forecast] of forecasts.entries()) {
        const sighting = toSighting(forecast, at);
        if (isRefusal(sighting)) return sighting;
        sightings.push(sighting);
      }
      return commandRunner.run(call, { id }, 'member', (transaction, scope) =>
        warn(transaction, scope, { sightings, recent }),
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

async function warn(
  { connection, log, nowMs, afterCommit }: Transaction,
  { workspaceId, caller }: Scope,
  { sightings, recent }: { sightings: readonly Sighting[]; recent: RecentWarnings },
): Promise<Output<'reportForecasts'>> {
  const fresh = new Map<string, Sighting>();
  // Another command of this transaction may have sent it already; `recent` knows committed ones only.
  const underWay = new Set(
    log.appended.flatMap(({ workspaceId: of, event }) =>
      of === workspaceId && event.type === 'conflict_forecast' ? [warningKey(event)] : [],
    ),
  );
  for (const sighting of sightings) {
    const key = warningKey(sighting.warning);
    if (!underWay.has(key) && !recent.isRecent(workspaceId, key, nowMs)) fresh.set(key, sighting);
  }
  const named = new Set([...fresh.values()].flatMap(({ sessions }) => sessions));
  const known = await sessionsAmong(connection.kysely, workspaceId, [...named]);
  for (const [key, { warning, sessions }] of fresh) {
    log.append(workspaceId, {
      type: 'conflict_forecast',
      ...warning,
      symbols: [...warning.symbols],
      branches: [...warning.branches],
      sessions: [...new Set(sessions)].filter((session) => known.has(session)),
      user: caller.name,
    });
    afterCommit.push(() => recent.note(workspaceId, key, nowMs));
  }
  return { told: fresh.size };
}

/** Beyond this those asked for least recently are dropped, and may be sent again. */
const maxKept = 20_000;

/** The warnings that were sent recently. Only in memory: after a restart one may be sent twice, but none is lost. */
class RecentWarnings {
  /** When each was sent, by workspace and warning. */
  private readonly sentAt = new LRUCache<string, number>({ max: maxKept });

  isRecent(workspaceId: string, key: string, nowMs: number): boolean {
    const sentAt = this.sentAt.get(`${workspaceId} ${key}`);
    return sentAt !== undefined && nowMs - sentAt < repeatAfterMs;
  }

  note(workspaceId: string, key: string, nowMs: number): void {
    this.sentAt.set(`${workspaceId} ${key}`, nowMs);
  }
}

import type { Forecast } from '../../shared/radar/contract.ts';
import type { LocalForecast } from '../../shared/radar/report.ts';
import type { Replica } from '../replica/replica.ts';
import { conflictKey, type ForecastNotifier, ReportedConflicts } from './forecast-notifier.ts';
import type { DetectedConflict, RoundResult } from './round.ts';
import { pathKey } from '../../shared/kernel/paths.ts';
import type { TrackedSession } from '../../shared/replica/tracked.ts';
import type { MergeCandidate } from './candidates/merge-candidates.ts';

interface ForecastReportsOptions {
  readonly replica: Replica;
  readonly notifier: ForecastNotifier;
  /** Reports to the team; answers whether the relay has accepted the report. */
  readonly report: (forecasts: readonly Forecast[]) => Promise<boolean>;
}

const maxForecasts = 200;

/** What was told of the conflicts that rounds have found, so that each is told once. */
export class ForecastReports {
  private readonly reported = new ReportedConflicts();
  private coming: ReadonlySet<string> = new Set();

  constructor(private readonly options: ForecastReportsOptions) {}

  /** Tells the sessions and the team what is new in the result of a round; answers all that it found. */
  async publish({ conflicts, cost }: RoundResult): Promise<readonly LocalForecast[]> {
    const { replica, notifier } = this.options;
    const found = conflicts.slice(0, maxForecasts).map((conflict) => {
      const forecast = forecastOf(replica, conflict);
      return { forecast, isForTeam: concernsTeam(conflict, forecast) };
    });
    const forecasts = found.map(({ forecast }) => forecast);
    if (cost.left === 0) this.forgetResolved(forecasts);
    for (const forecast of forecasts) {
      const ids = forecast.sides.flatMap(({ sessions }) => sessions);
      notifier.notify(conflictOf(forecast), ids);
    }
    await this.report(
      found.filter(({ isForTeam }) => isForTeam).map(({ forecast }) => withoutText(forecast)),
    );
    return forecasts;
  }

  private forgetResolved(forecasts: readonly LocalForecast[]): void {
    const coming = new Set(forecasts.map((forecast) => conflictKey(conflictOf(forecast))));
    const resolved = [...this.coming].filter((key) => !coming.has(key));
    for (const key of resolved) this.options.notifier.forget(key);
    this.reported.forget((key) => resolved.includes(key));
    this.coming = coming;
  }

  /** What the relay did not accept is reported again after the next round. */
  private async report(forecasts: readonly Forecast[]): Promise<void> {
    const unreported = forecasts.filter((forecast) =>
      this.reported.addIfNew(conflictKey(conflictOf(forecast)), reportedSymbols(forecast)),
    );
    if (unreported.length === 0 || (await this.options.report(unreported))) return;
    const keys = new Set(unreported.map((forecast) => conflictKey(conflictOf(forecast))));
    this.reported.forget((key) => keys.has(key));
  }
}

function conflictOf({ symbol_ids: symbols, sides, ...rest }: Forecast) {
  return { ...rest, symbols, branches: sides.map(({ branch }) => branch) };
}

/** A hint that becomes a conflict is another one. */
function reportedSymbols({ symbol_ids: symbols, hint }: Forecast): readonly string[] {
  return hint === true ? symbols.map((id) => `${id} hint`) : symbols;
}

const maxSessions = 50;

/** A detected conflict as it is reported to the team: with the sessions that are known to work on either side. */
export function forecastOf(
  replica: Replica,
  { pair, file, symbolIds, kind, lines, union }: DetectedConflict,
): LocalForecast {
  const holders = holdersOf(replica, file);
  // The team is told the branches in this order, and the lines are those of the first.
  const isTurned = pair[1].name < pair[0].name;
  const ranges = isTurned ? lines?.theirs : lines?.ours;
  const sides = pair.map((candidate) => ({
    branch: candidate.name,
    uncommitted: candidate.uncommitted?.has(file) === true,
    sessions: sessionsOn(candidate, { replica, holders }).slice(0, maxSessions),
  }));
  return {
    file,
    symbol_ids: [...symbolIds],
    kind,
    ...(ranges !== undefined && { lines: [...ranges] }),
    ...(union !== undefined && { hint: true, union }),
    sides: isTurned ? sides.toReversed() : sides,
  };
}

/** RAD-3: of two branches that no workstream names, and nobody is known to work on, the team is not told. */
function concernsTeam({ pair }: DetectedConflict, { sides }: Forecast): boolean {
  const isTeams = ({ kind, isPlain }: MergeCandidate) => kind !== 'base' && !isPlain;
  return pair.some(isTeams) || sides.some(({ sessions }) => sessions.length > 0);
}

/** What of a forecast the team is told: no text of a file. */
function withoutText(forecast: LocalForecast): Forecast {
  const { union, ...told } = forecast;
  return union === undefined ? forecast : told;
}

interface Known {
  readonly replica: Replica;
  /** The sessions that hold something of the file. */
  readonly holders: ReadonlySet<string>;
}

/**
 * Nobody works on a base. Uncommitted changes of this machine are this user's, also of a session whose branch is not known
 * when it holds the file.
 */
function sessionsOn(candidate: MergeCandidate, { replica, holders }: Known): string[] {
  if (candidate.kind === 'base') return [];
  const isOwn = ({ userId }: TrackedSession) => userId === replica.user.userId;
  const isOn = (session: TrackedSession) =>
    session.branch === '' ? holders.has(session.id) && isOwn(session) : isThere(session);
  const isThere = (session: TrackedSession) =>
    session.branch === candidate.branch && (candidate.kind === 'branch' || isOwn(session));
  const sessions = replica.sessions().filter(candidate.kind === 'branch' ? isThere : isOn);
  return sessions.map(({ id }) => id);
}

function holdersOf(replica: Replica, file: string): ReadonlySet<string> {
  const holds = replica
    .reservationsOf(pathKey(file))
    .filter((hold) => hold.expiresAt > replica.nowMs());
  return new Set(holds.map(({ sessionId }) => sessionId));
}

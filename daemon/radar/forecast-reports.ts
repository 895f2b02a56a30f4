import type { Forecast } from '../../shared/radar/contract.ts';
import type { LocalForecast } from '../../shared/radar/report.ts';
import type { Replica } from '../replica/replica.ts';
import { conflictKey, type ForecastNotifier, ReportedConflicts } from './forecast-notifier.ts';
import type { DetectedConflict, RoundResult } from './round.ts';
import type { TrackedSession } from '../../shared/replica/tracked.ts';
import type { MergeCandidate } from './candidates/merge-candidates.ts';

/** The work tree that an agent of this machine works in; undefined where that is not known. */
export type RootOf = (session: TrackedSession) => string | undefined;

interface KnownSessions {
  readonly replica: Pick<Replica, 'sessions' | 'user'>;
  readonly rootOf: RootOf;
}

interface ForecastReportsOptions extends KnownSessions {
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
    const { notifier } = this.options;
    const found = conflicts.slice(0, maxForecasts).map((conflict) => {
      const forecast = forecastOf(this.options, conflict);
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
  known: KnownSessions,
  { pair, file, symbolIds, kind, lines, union, blobs }: DetectedConflict,
): LocalForecast {
  // The team is told the branches in this order, and the lines are those of the first.
  const isTurned = pair[1].name < pair[0].name;
  const ranges = isTurned ? lines?.theirs : lines?.ours;
  const sides = pair.map((candidate, at) => ({
    branch: candidate.name,
    uncommitted: isUncommitted(candidate, file, at === 0 ? blobs.ours : blobs.theirs),
    sessions: sessionsOn(candidate, known).slice(0, maxSessions),
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

/** RAD-4: a file that the other side has renamed is in conflict under its new name, and has its old one here. */
function isUncommitted(
  { uncommitted = new Map<string, string>() }: MergeCandidate,
  file: string,
  blob: string | undefined,
): boolean {
  return uncommitted.has(file) || (blob !== undefined && [...uncommitted.values()].includes(blob));
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

/** Nobody works on a base. Uncommitted changes of this machine are this user's, of the sessions in that work tree. */
function sessionsOn(candidate: MergeCandidate, { replica, rootOf }: KnownSessions): string[] {
  if (candidate.kind === 'base') return [];
  const isOnBranch = ({ branch }: TrackedSession) => branch !== '' && branch === candidate.branch;
  const isIn = (session: TrackedSession) => {
    const root = rootOf(session);
    return root === undefined ? isOnBranch(session) : root === candidate.root;
  };
  const isOwnIn = (session: TrackedSession) =>
    session.userId === replica.user.userId && isIn(session);
  const isThere = candidate.kind === 'branch' ? isOnBranch : isOwnIn;
  return replica
    .sessions()
    .filter(isThere)
    .map(({ id }) => id);
}

import type { Forecast } from '../../shared/radar/contract.ts';
import type { LocalForecast } from '../../shared/radar/report.ts';
import type { Replica } from '../replica/replica.ts';
import { concernsTeam, forecastOf, withoutText } from './forecast.ts';
import type { ForecastNotifier } from './forecast-notifier.ts';
import { conflictKey, ReportedConflicts } from './reported-conflicts.ts';
import type { RoundResult } from './round.ts';

export interface ForecastReportsOptions {
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

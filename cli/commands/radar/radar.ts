import { asData, asExact } from '../../../shared/kernel/display.ts';
import { isRefusal } from '../../../shared/kernel/refusal.ts';
import { forecastDetail, isAboutSymbols } from '../../../shared/radar/phrases.ts';
import {
  radarPath,
  type LocalForecast,
  type RadarCost,
  type RadarReport,
} from '../../../shared/radar/report.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import { askDaemon } from '../../connection/ask-daemon.ts';
import { connectToDaemon } from '../../connection/connect.ts';
import { count } from '../../terminal/count.ts';

/** A first look at a large repository. */
const timeoutMs = 60_000;

export interface RadarOptions {
  /** Also what the look cost. */
  readonly verbose?: boolean;
}

/** `coord radar`: what would not merge, seen now. */
export async function radar(
  { terminal, output }: Context,
  { verbose }: RadarOptions,
): Promise<Outcome> {
  const connection = await connectToDaemon(terminal);
  if (isRefusal(connection)) return connection;
  const report = await askDaemon<RadarReport>(connection, {
    path: radarPath,
    method: 'POST',
    timeoutMs,
  });
  if (isRefusal(report)) return report;
  output.show(report, () => radarLines(report, { verbose: verbose === true }).join('\n'));
  return report.kind === 'off' ? 1 : 0;
}

/** The conflicts that are coming, one line each, what was left out, and, where it is asked for, the cost as the last line. */
export function radarLines(report: RadarReport, { verbose }: { verbose: boolean }): string[] {
  if (report.kind === 'off') return [report.reason];
  const { forecasts, cost } = report;
  return [
    findingOf(report),
    ...forecasts.flatMap(forecastLines),
    ...cost.notes.map((note) => `not looked at: ${asData(note)}`),
    ...(verbose ? [costLine(cost)] : []),
  ];
}

/** CMD-6: what the look found, in a sentence. */
function findingOf({ forecasts, cost }: Extract<RadarReport, { kind: 'done' }>): string {
  const pairs = new Map(
    forecasts.map((one) => [branchesOf(one).join('\n'), namesOf(one).toSorted().join(' and ')]),
  );
  if (pairs.size === 0) return `Nothing collides among ${count(cost.lines, 'branch', 'branches')}.`;
  const named = [...pairs.values()].slice(0, maxPairs).join(', ');
  const rest = pairs.size > maxPairs ? `, and ${pairs.size - maxPairs} more` : '';
  const verb = pairs.size === 1 ? '1 pair of branches' : `${pairs.size} pairs of branches`;
  return `${verb} will conflict: ${named}${rest}.`;
}

const maxPairs = 5;

/** One file of a pair may be committed and another not: that makes no second pair. */
function branchesOf({ sides }: LocalForecast): string[] {
  return sides.map(({ branch }) => branch).toSorted();
}

function namesOf({ sides }: LocalForecast): string[] {
  return sides.map(
    ({ branch, uncommitted }) => `${asExact(branch)}${uncommitted ? ' (uncommitted)' : ''}`,
  );
}

function forecastLines(forecast: LocalForecast): string[] {
  const { file, symbol_ids: ids, sides, union = [] } = forecast;
  const symbols = isAboutSymbols(forecast) ? ids : [];
  const what = symbols.length === 0 ? asExact(file) : symbols.map((id) => asExact(id)).join(', ');
  const detail = forecastDetail(forecast, sides[0]?.branch ?? '');
  return [
    `${namesOf(forecast).join(' and ')} would not merge: ${what}${detail}`,
    ...union.map((text) => `    ${asData(text)}`),
  ];
}

function costLine({
  ms,
  lines,
  pairs,
  merges,
  unchanged,
  apart,
  left,
  objects,
}: RadarCost): string {
  const parts = [
    `${count(merges, 'merge')}`,
    `${unchanged} unchanged`,
    `${apart} without a file in common`,
    ...(left > 0 ? [`${left} left for the next round`] : []),
  ];
  return (
    `${count(lines, 'merge candidate')}, ${count(pairs, 'pair')}: ${parts.join(', ')}; ` +
    `${ms} ms, ${count(objects, 'object')} written outside the repository and removed`
  );
}

import type { Hold } from '../../../state/team.ts';
import type { Denial, Forecast, Troubles } from './troubles.ts';

const minuteMs = 60_000;
/** So long a denial stands out. */
export const denialMs = 10 * minuteMs;
/** The radar tells of the same conflict again after 30 minutes, so one that is not told again is over. */
const forecastMs = 35 * minuteMs;

export type ContestKind = 'denied' | 'overwrote' | 'negotiated' | 'waited' | 'forecast';

/** Somebody else wants what is held, or has changed it on another branch. */
export interface Contest {
  readonly kind: ContestKind;
  /** A symbol id; empty for the whole file. */
  readonly symbol: string;
  /** Who wants it; empty for a forecast, which is about branches. */
  readonly user: string;
  readonly sessionId: string;
}

/** The contests of each file. */
export type Contests = ReadonlyMap<string, readonly Contest[]>;

/** The denials that still stand out, the newest first: one per agent and place. */
export function recentDenials({ denials }: Troubles, nowMs: number): Denial[] {
  const newest = new Map<string, Denial>();
  for (const denial of denials) {
    if (nowMs - Date.parse(denial.at) >= denialMs) continue;
    const key = [denial.session_id, denial.file, denial.symbol_id].join('\n');
    newest.delete(key);
    newest.set(key, denial);
  }
  return [...newest.values()].reverse();
}

/** RSV-6: a write that had happened already was not denied. */
export function kindOfDenial({ kind }: Pick<Denial, 'kind'>): 'denied' | 'overwrote' {
  return kind === 'write_raced' ? 'overwrote' : 'denied';
}

/** The conflicts that merging would bring, the newest first. */
export function comingConflicts({ forecasts }: Troubles, nowMs: number): Forecast[] {
  return [...forecasts.values()]
    .filter(({ at }) => nowMs - Date.parse(at) < forecastMs)
    .sort((one, other) => other.seq - one.seq);
}

export function contestsOf(troubles: Troubles, nowMs: number): Contests {
  const byFile = new Map<string, Contest[]>();
  const add = (file: string, symbols: readonly string[], contest: Omit<Contest, 'symbol'>) => {
    const known = byFile.get(file) ?? [];
    for (const symbol of symbols.length === 0 ? [''] : symbols) known.push({ ...contest, symbol });
    byFile.set(file, known);
  };
  for (const denial of recentDenials(troubles, nowMs)) {
    const { file, symbol_id: symbol, by: user, session_id: sessionId } = denial;
    add(file, [symbol ?? ''], { kind: kindOfDenial(denial), user, sessionId });
  }
  for (const { file, symbols, initiator, initiatorSession } of troubles.disputes.values())
    add(file, symbols, { kind: 'negotiated', user: initiator, sessionId: initiatorSession });
  for (const { file, symbols, user, sessionId } of troubles.waits.values())
    add(file, symbols, { kind: 'waited', user, sessionId });
  for (const { file, symbols } of comingConflicts(troubles, nowMs))
    add(file, symbols, { kind: 'forecast', user: '', sessionId: '' });
  return byFile;
}

/** What is contested about a hold. The whole file touches every symbol of it. */
export function contestsAbout(contests: Contests, hold: Hold): readonly Contest[] {
  const all = contests.get(hold.file);
  if (all === undefined) return [];
  return all.filter(
    ({ symbol, sessionId }) =>
      sessionId !== hold.sessionId &&
      (symbol === '' || hold.symbol === '' || symbol === hold.symbol),
  );
}

import { shownId } from '../kernel/display.ts';
import type { Forecast } from './contract.ts';

type Details = Pick<Forecast, 'kind' | 'lines' | 'hint'>;

/** `, lines 12-14 and 20 on main (imports only)`; empty when an older daemon has not said it. `branch` is the first side. */
export function forecastDetail({ kind, lines = [], hint }: Details, branch: string): string {
  const ranges = lines.map(({ start, end }) => (start === end ? `${start}` : `${start}-${end}`));
  const isOne = lines.length === 1 && lines[0]?.start === lines[0]?.end;
  const where =
    ranges.length === 0 ? '' : `, line${isOne ? '' : 's'} ${listed(ranges)} on ${shownId(branch)}`;
  const isHarmless = kind !== undefined && kind !== 'code';
  const solution = hint === true ? '; a union of both solves it' : '';
  return isHarmless ? `${where} (${kind} only${solution})` : where;
}

/** Whether the conflict is of symbols, rather than of lines on which no meaning depends. */
export function isAboutSymbols({ kind }: Pick<Forecast, 'kind'>): boolean {
  return kind === undefined || kind === 'code';
}

function listed(ranges: readonly string[]): string {
  const last = ranges.at(-1) ?? '';
  return ranges.length < 2 ? last : `${ranges.slice(0, -1).join(', ')} and ${last}`;
}

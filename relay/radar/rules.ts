import type { Forecast } from '../../shared/radar/contract.ts';

/** The same warning is sent again after this, if the conflict is still coming. */
export const repeatAfterMs = 30 * 60_000;

/** A conflict that is coming, as the team is warned of it. */
export interface Warning extends Pick<Forecast, 'kind' | 'lines' | 'hint'> {
  readonly file: string;
  readonly symbols: readonly string[];
  readonly branches: readonly string[];
}

/** The warning for a forecast. Both sides' daemons get the same one. `file` is its canonical path. */
export function warningOf(
  { symbol_ids, sides, kind, lines, hint }: Forecast,
  file: string,
): Warning {
  const branches = sides.map(({ branch }) => branch).sort();
  // Lines are those of the side that is named first.
  const areLinesOfFirst = branches[0] === sides[0]?.branch;
  return {
    file,
    symbols: [...new Set(symbol_ids)].sort(),
    branches,
    ...(kind !== undefined && { kind }),
    ...(lines !== undefined && areLinesOfFirst && { lines }),
    ...(hint !== undefined && { hint }),
  };
}

/** Equal for equal warnings, wherever the lines have moved. */
export function warningKey({ file, symbols, branches, hint }: Warning): string {
  return JSON.stringify([file, symbols, branches, hint === true]);
}

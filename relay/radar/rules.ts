import type { Forecast } from '../../shared/radar/contract.ts';

/** The same warning is sent again after this, if the conflict is still coming. */
export const repeatAfterMs = 30 * 60_000;

/** A conflict that is coming, as the team is warned of it. */
export interface Warning {
  readonly file: string;
  readonly symbols: readonly string[];
  readonly branches: readonly string[];
}

/** The warning for a forecast. Both sides' daemons get the same one. `file` is its canonical path. */
export function warningOf({ symbol_ids, sides }: Forecast, file: string): Warning {
  return {
    file,
    symbols: [...new Set(symbol_ids)].sort(),
    branches: sides.map(({ branch }) => branch).sort(),
  };
}

/** Equal for equal warnings. */
export function warningKey({ file, symbols, branches }: Warning): string {
  return JSON.stringify([file, symbols, branches]);
}

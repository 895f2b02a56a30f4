import type { Forecast } from '../../shared/radar/contract.ts';

/** The same conflict is told again after this, if it is still coming. */
export const tellAgainMs = 30 * 60_000;

/** What the team is told of a coming conflict. */
export interface Warning {
  readonly file: string;
  readonly symbols: readonly string[];
  readonly branches: readonly string[];
}

/** The warning of a forecast, the same whichever side saw it; `file` is its canonical path. */
export function warningOf({ symbol_ids, sides }: Forecast, file: string): Warning {
  return {
    file,
    symbols: [...new Set(symbol_ids)].sort(),
    branches: sides.map(({ branch }) => branch).sort(),
  };
}

/** What tells one warning from another. */
export function warningKey({ file, symbols, branches }: Warning): string {
  return JSON.stringify([file, symbols, branches]);
}

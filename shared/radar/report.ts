import type { Forecast } from './contract.ts';

/** Only the daemon answers this; it is for the person in front of it. */
export const radarPath = '/radar';

/** What one round of the radar took, and what it left out. */
export interface RadarCost {
  readonly ms: number;
  /** Branches, bases and work trees with uncommitted changes. */
  readonly lines: number;
  readonly pairs: number;
  /** Pairs that were merged in this round. */
  readonly merges: number;
  /** Pairs of which neither side has moved since they were last merged. */
  readonly unchanged: number;
  /** Pairs without a file that both sides changed. */
  readonly apart: number;
  /** Pairs that are left for the next round, because this one had done enough. */
  readonly left: number;
  /** Objects that git wrote, outside the repository; they are gone again. */
  readonly objects: number;
  /** What could not be looked at, and why. */
  readonly notes: readonly string[];
}

/** A forecast with what only the person in front of the daemon may see. */
export interface LocalForecast extends Forecast {
  /** Of a hint: the import lines of both sides, at most 10. Text of files, so it never leaves the machine. */
  readonly union?: readonly string[];
}

export type RadarReport =
  | { readonly kind: 'off'; readonly reason: string }
  | {
      readonly kind: 'done';
      readonly forecasts: readonly LocalForecast[];
      readonly cost: RadarCost;
    };

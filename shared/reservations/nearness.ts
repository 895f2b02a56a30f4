import type { Lines } from './lines.ts';
import { importPlace, linesOnly, placesOverlap, wholeFile, type Place } from './places.ts';

/** Why two sessions should know of each other although neither is denied (RSV-18). */
export type Nearness = 'imports' | 'symbol' | 'lines';

/** Lines between two changes that a reader sees together. */
const nearLines = 2;

/**
 * RSV-18: both change the import block; both work in one symbol; or their lines lie within two lines of each other, counted in
 * one base. Undefined when they have nothing to do with each other.
 */
export function nearness(one: Place, other: Place): Nearness | undefined {
  if (one.symbol === importPlace && other.symbol === importPlace) return 'imports';
  const isInSymbol =
    one.within === other.within && !['', linesOnly, wholeFile].includes(one.within);
  if (isInSymbol || (placesOverlap(one, other) && one.symbol !== linesOnly)) return 'symbol';
  return areNear(one.lines, other.lines) ? 'lines' : undefined;
}

function areNear(one: Lines | undefined, other: Lines | undefined): boolean {
  if (one === undefined || other === undefined || one.base !== other.base) return false;
  return one.ranges.some((range) =>
    other.ranges.some(
      ({ start, end }) => start - range.end <= nearLines && range.start - end <= nearLines,
    ),
  );
}

import { outside } from '../../shared/reservations/lines.ts';
import { linesOnly, wholeFile, type Place } from '../../shared/reservations/places.ts';
import type { TouchedPlace } from '../index/places/touched-places.ts';
import { newLines, oldLines } from '../lines/hunks.ts';
import { diffLines, type Hunk } from '../lines/line-diff.ts';
import { linesOf, LineIndex } from '../lines/text-lines.ts';
import type { PlacedSpan } from './owned-lines.ts';
import { isIn, type LineIndexes, type TextChange, type Touched } from './written-places.ts';

/**
 * RSV-17: the lines that a write has put into the file, each with the place that it is of, so that a place can be let go
 * without the others. Lines beside the touched places, such as the comment above one, are of all that the hunk touches.
 */
export function placedSpans(touched: Touched, change: TextChange): readonly PlacedSpan[] {
  const hunks = diffLines(linesOf(change.before), linesOf(change.after)).filter(
    ({ newStart, newEnd }) => newStart < newEnd,
  );
  if (touched === 'whole') return hunks.map((hunk) => ({ ...newLines(hunk), symbol: wholeFile }));
  const lines = { before: new LineIndex(change.before), after: new LineIndex(change.after) };
  return hunks.flatMap((hunk) => spansIn(hunk, touched, lines));
}

/**
 * The spans by the places that are reserved for the write. Lines of no place, such as some that were only indented, may lie in one
 * range of the base with lines of a place; then nothing is reserved for them alone, and they are of what is.
 */
export function heldSpans(
  spans: readonly PlacedSpan[],
  places: readonly Pick<Place, 'symbol'>[],
): readonly PlacedSpan[] {
  const held = new Set(places.map(({ symbol }) => symbol));
  return spans.flatMap((span) =>
    held.size === 0 || held.has(span.symbol)
      ? [span]
      : [...held].map((symbol) => ({ ...span, symbol })),
  );
}

function spansIn(hunk: Hunk, touched: readonly TouchedPlace[], lines: LineIndexes): PlacedSpan[] {
  const written = newLines(hunk);
  const stretch = { before: oldLines(hunk), after: written };
  const places = touched.filter((place) => isIn(place, stretch, lines));
  if (places.length === 0) return [{ ...written, symbol: linesOnly }];
  const own = places.flatMap(({ symbol, after }) => {
    if (after === undefined) return [];
    const { start, end } = lines.after.spanOf(after);
    const span = { start: Math.max(start, written.start), end: Math.min(end, written.end), symbol };
    return span.start < span.end ? [span] : [];
  });
  const beside = outside(written, own).flatMap((span) =>
    places.map(({ symbol }) => ({ ...span, symbol })),
  );
  return [...own, ...beside];
}

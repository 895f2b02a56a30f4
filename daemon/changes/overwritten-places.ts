import { type LineSpan, overlap } from '../../shared/reservations/lines.ts';
import { linesOnly, placeNamed } from '../../shared/reservations/places.ts';
import type { Span } from '../index/places/place.ts';
import type { TouchedPlace } from '../index/places/touched-places.ts';
import { diffLines, type Hunk, newLines, oldLines } from '../lines/line-diff.ts';
import { LineIndex, linesOf } from '../lines/text-lines.ts';
import { isIn, type TextChange, type Touched } from './written-places.ts';

/** Lines of the text before a write that another session has changed, and the place that they are of where it is known. */
interface OthersLines extends LineSpan {
  readonly symbol?: string;
}

/**
 * RSV-17: what a write touches, and the places of lines of others that it wrote over without a change of meaning, as a formatter does:
 * such lines are of no place, and nothing else would tell that they were another's.
 */
export function withOverwritten(
  touched: Touched,
  others: readonly OthersLines[],
  change: TextChange,
): Touched {
  if (touched === 'whole' || others.length === 0) return touched;
  const lines = { before: new LineIndex(change.before), after: new LineIndex(change.after) };
  const found = new Map(touched.map((place) => [place.symbol, place]));
  for (const hunk of diffLines(linesOf(change.before), linesOf(change.after))) {
    const stretch = { before: oldLines(hunk), after: newLines(hunk) };
    if (touched.some((place) => isIn(place, stretch, lines))) continue;
    for (const { symbol = linesOnly } of others.filter((span) => overlap(hunk, span)))
      if (symbol !== linesOnly)
        found.set(symbol, extended(found.get(symbol), symbol, spansOf(hunk)));
  }
  return [...found.values()];

  function spansOf(hunk: Hunk): Pair {
    return [lines.before.offsetsOf(oldLines(hunk)), lines.after.offsetsOf(newLines(hunk))];
  }
}

type Pair = readonly [before: Span, after: Span];

function extended(
  known: TouchedPlace | undefined,
  symbol: string,
  [before, after]: Pair,
): TouchedPlace {
  return {
    ...placeNamed(symbol),
    before: around(known?.before, before),
    after: around(known?.after, after),
  };
}

function around(one: Span | undefined, other: Span): Span {
  if (one === undefined) return other;
  return { start: Math.min(one.start, other.start), end: Math.max(one.end, other.end) };
}

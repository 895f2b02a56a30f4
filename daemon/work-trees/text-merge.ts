import { touch } from '../../shared/reservations/lines.ts';
import { oldLines } from '../lines/hunks.ts';
import { diffLines, type Hunk } from '../lines/line-diff.ts';
import { linesOf, type TextLines } from '../lines/text-lines.ts';

/** A hunk, with the lines that it brings. */
interface Replacement {
  readonly hunk: Hunk;
  readonly lines: readonly string[];
}

/**
 * `text` with what leads from `before` to `after` done to it too; all three are states of one file. What `text` already
 * has is not done again, and where it has something else in the same lines it stays as it is.
 */
export function withChange(text: string, before: string, after: string): string {
  if (text === before) return after;
  if (text === after || before === after) return text;
  const base = linesOf(before);
  const own = replacements(base, linesOf(text));
  const added = replacements(base, linesOf(after)).filter(
    ({ hunk }) => !own.some((one) => touch(oldLines(one.hunk), oldLines(hunk))),
  );
  return applied(
    base.lines,
    [...own, ...added].toSorted((a, b) => a.hunk.start - b.hunk.start),
  );
}

function replacements(base: TextLines, changed: TextLines): Replacement[] {
  return diffLines(base, changed).map((hunk) => ({
    hunk,
    lines: changed.lines.slice(hunk.newStart, hunk.newEnd),
  }));
}

function applied(base: readonly string[], changes: readonly Replacement[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { hunk, lines } of changes) {
    pieces.push(...base.slice(at, hunk.start), ...lines);
    at = hunk.end;
  }
  return [...pieces, ...base.slice(at)].join('');
}

import type { Hunk } from './line-diff.ts';
import type { TextLines } from './text-lines.ts';
import { areSameLines } from './text-lines.ts';

/** Lines counted from 0, end exclusive; `start === end` is the place before a line. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** They have a line in common, or one adjoins the other. */
export function touch(one: Stretch, other: Stretch): boolean {
  return one.start <= other.end && other.start <= one.end;
}

/** The lines of the text before as a part of `hunk`. */
export function oldLines({ start, end }: Hunk): Stretch {
  return { start, end };
}

export function newLines({ newStart, newEnd }: Hunk): Stretch {
  return { start: newStart, end: newEnd };
}

/** The hunk of the way back. */
export function inverted({ start, end, newStart, newEnd }: Hunk): Hunk {
  return { start: newStart, end: newEnd, newStart: start, newEnd: end };
}

/**
 * Where lines of the text before the hunks are in the text after them. What is inside of a hunk becomes the whole hunk,
 * because nobody knows which of its lines came from which.
 */
export function mapped({ start, end }: Stretch, hunks: readonly Hunk[]): Stretch {
  let from = start;
  let to = end;
  for (const hunk of hunks) {
    if (hunk.end <= start) from = start + hunk.newEnd - hunk.end;
    else if (hunk.start < start) from = hunk.newStart;
    if (hunk.start >= end) continue;
    to = hunk.end <= end ? end + hunk.newEnd - hunk.end : hunk.newEnd;
  }
  // At the place of removed lines, one is behind them and the other before.
  return { start: Math.min(from, to), end: Math.max(from, to) };
}

/** Whether `hunk`, which leads to `text`, is one of the hunks that lead to `otherText`. */
export function isAmong(
  hunk: Hunk,
  text: TextLines,
  others: readonly Hunk[],
  otherText: TextLines,
): boolean {
  return others.some(
    (other) =>
      other.start === hunk.start &&
      other.end === hunk.end &&
      areSameLines(text, newLines(hunk), otherText, newLines(other)),
  );
}

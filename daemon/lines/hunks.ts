import type { LineSpan } from '../../shared/reservations/lines.ts';
import type { Hunk } from './line-diff.ts';
import { areSameLines, type TextLines } from './text-lines.ts';

/** RSV-11: no line of theirs is edited, and all the same the two would not merge. What has no lines stands between some. */
export function isBeside(theirs: LineSpan, edited: readonly LineSpan[]): boolean {
  const isRange = ({ start, end }: LineSpan) => start < end;
  const isApart = (one: LineSpan) => one.end <= theirs.start || theirs.end <= one.start;
  return edited.length > 0 && [theirs, ...edited].every(isRange) && edited.every(isApart);
}

/** The lines of the text before as a part of `hunk`. */
export function oldLines({ start, end }: Hunk): LineSpan {
  return { start, end };
}

export function newLines({ newStart, newEnd }: Hunk): LineSpan {
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
export function mapped({ start, end }: LineSpan, hunks: readonly Hunk[]): LineSpan {
  const above = countWhile(hunks, (hunk) => hunk.end <= start);
  const around = hunks[above];
  const isInside = around !== undefined && around.start < start;
  const from = isInside ? around.newStart : start + shiftBehind(hunks[above - 1]);
  const last = hunks[countWhile(hunks, (hunk) => hunk.start < end) - 1];
  const to = last !== undefined && last.end > end ? last.newEnd : end + shiftBehind(last);
  // At the place of removed lines, one is behind them and the other before.
  return { start: Math.min(from, to), end: Math.max(from, to) };
}

function shiftBehind(hunk: Hunk | undefined): number {
  return hunk === undefined ? 0 : hunk.newEnd - hunk.end;
}

/** Whether one of the hunks, which are in order, touches these lines of the text after them. */
export function reaches(hunks: readonly Hunk[], { start, end }: LineSpan): boolean {
  const next = hunks[countWhile(hunks, (hunk) => hunk.newEnd < start)];
  return next !== undefined && next.newStart <= end;
}

/** Whether `hunk`, which leads to `text`, is one of the hunks that lead to `otherText`. */
export function isAmong(
  hunk: Hunk,
  text: TextLines,
  others: readonly Hunk[],
  otherText: TextLines,
): boolean {
  const other = others[countWhile(others, ({ end }) => end < hunk.end)];
  return (
    other?.start === hunk.start &&
    other.end === hunk.end &&
    areSameLines(text, newLines(hunk), otherText, newLines(other))
  );
}

/** How many of the hunks, which are in order, come before the first for which it does not hold. */
function countWhile(hunks: readonly Hunk[], holds: (hunk: Hunk) => boolean): number {
  let [low, high] = [0, hunks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const hunk = hunks[middle];
    if (hunk !== undefined && holds(hunk)) low = middle + 1;
    else high = middle;
  }
  return low;
}

import { markDifferences, type Side } from './differences.ts';
import { slideChanges } from './slide-changes.ts';
import { areSameLines, isSameLine, type TextLines } from './text-lines.ts';
import type { LineSpan } from '../../shared/reservations/lines.ts';

/**
 * Lines `start` to `end` of the text before are lines `newStart` to `newEnd` of the text after. Counted from 0, ends
 * exclusive. An empty side is the place before its `start`.
 */
export interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/**
 * The changed lines, in order; no two hunks adjoin. They are those of git's default algorithm, because git's hunks decide
 * about a conflict. Where that gets expensive (hundreds of changed lines in one stretch), one hunk holds them all.
 */
export function diffLines(before: TextLines, after: TextLines): readonly Hunk[] {
  const ofBefore = known.get(before) ?? new WeakMap<TextLines, readonly Hunk[]>();
  known.set(before, ofBefore);
  const hunks = ofBefore.get(after) ?? compare(before, after);
  ofBefore.set(after, hunks);
  return hunks;
}

/** A write is compared with the base, the text before it and what each other session holds: mostly the same few texts. */
const known = new WeakMap<TextLines, WeakMap<TextLines, readonly Hunk[]>>();

function compare(before: TextLines, after: TextLines): readonly Hunk[] {
  const top = sharedAtStart(before, after);
  if (top === before.lines.length && top === after.lines.length) return [];
  const bottom = sharedAtEnd(before, after, top);
  const one = sideOf(before, top, bottom);
  const other = sideOf(after, top, bottom);
  markDifferences(one, other);
  slideChanges(one, other);
  slideChanges(other, one);
  return hunksOf(one, other);
}

function sharedAtStart(before: TextLines, after: TextLines): number {
  const most = Math.min(before.lines.length, after.lines.length);
  let count = 0;
  while (count < most && isSameLine(before, count, after, count)) count++;
  return count;
}

function sharedAtEnd(before: TextLines, after: TextLines, top: number): number {
  const [last, newLast] = [before.lines.length - 1, after.lines.length - 1];
  const most = Math.min(last, newLast) + 1 - top;
  let count = 0;
  while (count < most && isSameLine(before, last - count, after, newLast - count)) count++;
  return count;
}

function sideOf(text: TextLines, top: number, bottom: number): Side {
  const { length } = text.lines;
  // One more, so that the end of the last change is seen.
  return { text, changed: new Uint8Array(length + 1), start: top, end: length - bottom };
}

function hunksOf(one: Side, other: Side): Hunk[] {
  const hunks: Hunk[] = [];
  let [at, newAt] = [0, 0];
  while (at < one.text.lines.length || newAt < other.text.lines.length) {
    const [start, newStart] = [at, newAt];
    while (one.changed[at]) at++;
    while (other.changed[newAt]) newAt++;
    if (at > start || newAt > newStart) hunks.push({ start, end: at, newStart, newEnd: newAt });
    at++;
    newAt++;
  }
  return hunks;
}

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

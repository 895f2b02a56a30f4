import { markDifferences, type Side } from './differences.ts';
import { slideChanges } from './slide-changes.ts';
import { isSameLine, type TextLines } from './text-lines.ts';

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

import { mergedRanges, rangesTouch, type LineRange } from '../../shared/reservations/lines.ts';
import {
  inverted,
  isAmong,
  mapped,
  newLines,
  oldLines,
  reaches,
  touch,
  type Stretch,
} from './hunks.ts';
import { onlyAddsImports } from './import-additions.ts';
import { diffLines, type Hunk } from './line-diff.ts';
import { areSameLines, type TextLines } from './text-lines.ts';

/** What one edit would do, and what the other side has changed. */
export interface EditBesideOther {
  /** The text that the other side's ranges count in. */
  readonly base: TextLines;
  /** The other side's changed lines of `base`. */
  readonly theirs: readonly LineRange[];
  /** The other side's text, when it is in another work tree of this machine: what both changed alike does not collide. */
  readonly theirText?: TextLines | undefined;
  /** The other side writes another copy of the file, so this edit cannot take its lines away. */
  readonly isOtherTree?: boolean;
  /** This side's text before the edit. */
  readonly current: TextLines;
  /** This side's text after the edit. */
  readonly proposed: TextLines;
}

export type EditCollision =
  | { readonly kind: 'apart' }
  | {
      readonly kind: 'touch';
      /** The other side's lines, of `base`. */
      readonly theirs: LineRange;
      /** This side's lines, of `proposed`. */
      readonly mine: Stretch;
      /** Both sides only add imports wherever they touch: no reason to deny, but to tell. */
      readonly onlyImports: boolean;
    };

/** RSV-11: whether this edit brings a conflict into a merge of the two sides. */
export function editCollision(edit: EditBesideOther): EditCollision {
  const { base, theirs, current, proposed } = edit;
  if (theirs.length === 0) return { kind: 'apart' };
  const changed = edit.isOtherTree
    ? broughtRanges(base, current, proposed)
    : changedRanges(base, current, proposed);
  const mine = firstPair(changed, theirs) === undefined ? [] : withoutAlike(edit, changed);
  const pair = firstPair(mine, theirs);
  if (pair === undefined) return { kind: 'apart' };
  return {
    kind: 'touch',
    theirs: pair.other,
    mine: mapped(pair.one, diffLines(base, proposed)),
    onlyImports: pair.onlyImports,
  };
}

/**
 * RSV-11: the lines of `base` that a write from `before` to `after` has changed. Changes that were in `before` already
 * count only where the write touches them, since in a shared work tree they may be another session's, or where it changes
 * how the texts are aligned.
 */
export function changedRanges(
  base: TextLines,
  before: TextLines,
  after: TextLines,
): readonly LineRange[] {
  const wayBack = diffLines(base, before).map(inverted);
  const overwritten = diffLines(before, after).map((edit) =>
    rangeOf(mapped(oldLines(edit), wayBack), onlyAddsImports(before, after, edit)),
  );
  return mergedRanges(broughtRanges(base, before, after), overwritten);
}

/** The lines of `base` that a merge would take from `after` because of the write: those of hunks that it made or reaches. */
function broughtRanges(base: TextLines, before: TextLines, after: TextLines): readonly LineRange[] {
  const last = lastBrought.get(after);
  if (last !== undefined && last.base === base && last.before === before) return last.ranges;
  const ranges = findBrought(base, before, after);
  lastBrought.set(after, { base, before, ranges });
  return ranges;
}

/** By the text after the edit: one edit is held against each place that others have reserved. */
const lastBrought = new WeakMap<
  TextLines,
  { readonly base: TextLines; readonly before: TextLines; readonly ranges: readonly LineRange[] }
>();

function findBrought(base: TextLines, before: TextLines, after: TextLines): readonly LineRange[] {
  const edits = diffLines(before, after);
  const earlier = diffLines(base, before);
  return diffLines(base, after)
    .filter((hunk) => reaches(edits, newLines(hunk)) || !isAmong(hunk, after, earlier, before))
    .map((hunk) => rangeOf(oldLines(hunk), onlyAddsImports(base, after, hunk)));
}

function rangeOf({ start, end }: Stretch, addsImports: boolean): LineRange {
  return addsImports ? { start, end, addsImports } : { start, end };
}

/** A pair that collides, or else one of which both only add imports. */
function firstPair(mine: readonly LineRange[], theirs: readonly LineRange[]) {
  const colliding = rangesTouch(mine, theirs);
  if (colliding !== undefined) return { ...colliding, onlyImports: false };
  const told = rangesTouch(
    mine.map(({ start, end }) => ({ start, end })),
    theirs,
  );
  return told && { ...told, onlyImports: true };
}

/** Without the lines that both sides have changed to the same: git takes them once. */
function withoutAlike(
  { base, theirText, proposed }: EditBesideOther,
  changed: readonly LineRange[],
): readonly LineRange[] {
  if (theirText === undefined) return changed;
  const mine = diffLines(base, proposed);
  const theirs = diffLines(base, theirText);
  return changed.filter((range) => {
    const around = connected(range, [...mine, ...theirs]);
    const [here, there] = [mappedAround(around, mine), mappedAround(around, theirs)];
    return !areSameLines(proposed, here, theirText, there);
  });
}

/** The range together with all hunks that touch it, directly or by another. */
function connected(range: Stretch, hunks: readonly Hunk[]): Stretch {
  let around = range;
  for (;;) {
    const near = hunks.filter((hunk) => touch(hunk, around));
    const start = Math.min(around.start, ...near.map((hunk) => hunk.start));
    const end = Math.max(around.end, ...near.map((hunk) => hunk.end));
    if (start === around.start && end === around.end) return around;
    around = { start, end };
  }
}

/** As `mapped`, for a stretch that no hunk crosses: with the hunks at its two ends. */
function mappedAround({ start, end }: Stretch, hunks: readonly Hunk[]): Stretch {
  const above = hunks.findLast((hunk) => hunk.end < start);
  const last = hunks.findLast((hunk) => hunk.start <= end);
  return {
    start: start + (above === undefined ? 0 : above.newEnd - above.end),
    end: end + (last === undefined ? 0 : last.newEnd - last.end),
  };
}

import {
  mergedRanges,
  rangesTouch,
  touch,
  type LineRange,
  type LineSpan,
} from '../../shared/reservations/lines.ts';
import { diffLines, inverted, isAmong, mapped, newLines, oldLines, reaches } from './line-diff.ts';
import { onlyAddsImports } from './import-block.ts';
import type { TextLines } from './text-lines.ts';

/** What one edit would do, and what the other side has changed. */
export interface EditBesideOther {
  /** The text that the other side's ranges count in. */
  readonly base: TextLines;
  /** The other side's changed lines of `base`. */
  readonly theirs: readonly LineRange[];
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
      readonly mine: LineSpan;
      /** Both sides only add imports wherever they touch: no reason to deny, but to tell. */
      readonly onlyImports: boolean;
    };

/**
 * RSV-11: whether this edit brings a conflict into a merge of the two sides. What both change to the same collides too: git
 * would merge it, but only until one of them goes on with it, and the relay cannot see that it is the same.
 */
export function editCollision(edit: EditBesideOther): EditCollision {
  const { base, theirs, current, proposed } = edit;
  if (theirs.length === 0) return { kind: 'apart' };
  const changed = edit.isOtherTree
    ? broughtRanges(base, current, proposed)
    : changedRanges(base, current, proposed);
  const pair = firstPair(changed, theirs);
  if (pair === undefined) return { kind: 'apart' };
  return {
    kind: 'touch',
    theirs: pair.other,
    mine: mapped(pair.one, diffLines(base, proposed)),
    onlyImports: pair.onlyImports,
  };
}

/**
 * RSV-11: the lines of `base` that a write from `before` to `after` has changed, where `before` may have changes of other
 * sessions: these count only where the write touches them, or where it changes how the texts are aligned.
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

/** The lines of `base` that a write of one session has changed, where all changes in `before` are its own. */
export interface OwnChange {
  /** What a merge would take because of the write. */
  readonly brought: readonly LineRange[];
  /** What a merge would have taken before the write, and no longer does. */
  readonly takenBack: readonly LineRange[];
}

/** The same as `changedRanges`, and no more than that, because beside it another session may have been allowed to write. */
export function ownChange(base: TextLines, before: TextLines, after: TextLines): OwnChange {
  const left = diffLines(base, after);
  const brought = broughtRanges(base, before, after);
  const takenBack = diffLines(base, before)
    .filter((hunk) => !isAmong(hunk, before, left, after))
    // One that has only grown is among those.
    .filter((hunk) => !brought.some((range) => touch(hunk, range)))
    .map((hunk) => rangeOf(oldLines(hunk), onlyAddsImports(base, before, hunk)));
  return { brought: mergedRanges(brought, []), takenBack: mergedRanges(takenBack, []) };
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

function rangeOf({ start, end }: LineSpan, addsImports: boolean): LineRange {
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

import { isScript } from '../mining/differences.ts';
import type { Outcome, PlayedEdit } from '../playing/outcome.ts';
import { isImportUnion, kindOfDenial, kindOfMiss, kinds, touchesWritten } from './kinds.ts';
import type { Kind } from './kinds.ts';

/** A part of all cases. */
export interface Share {
  readonly count: number;
  readonly of: number;
}

/** What one policy did in a repository, or in all. */
export interface Figures {
  readonly pairs: number;
  readonly failed: number;
  /** Conflicting pairs after which nothing is left to conflict. */
  readonly prevented: Share;
  /** The same, with what is left in imports alone counted as prevented. */
  readonly preventedOrImports: Share;
  readonly leftToImports: number;
  readonly deniedInConflicting: Share;
  /** Clean pairs in which an edit of a script was denied. */
  readonly cleanDenied: Share;
  /** Denied edits that touch lines of the other side. */
  readonly denialsTouching: Share;
  readonly raced: number;
  readonly skipped: number;
  readonly errorsOfA: number;
  readonly otherBases: number;
  readonly warned: Share;
  /** Milliseconds: of a check where others hold the file, of other checks, and after a write. */
  readonly heldMs: readonly number[];
  readonly freeMs: readonly number[];
  readonly postMs: readonly number[];
  /** Files with a conflict left, and denied edits of clean pairs, by kind. */
  readonly missed: ReadonlyMap<Kind, number>;
  readonly falsely: ReadonlyMap<Kind, number>;
}

export function figuresOf(outcomes: readonly Outcome[]): Figures {
  const played = outcomes.filter(({ error }) => error === undefined);
  const conflicting = played.filter((outcome) => outcome.conflicting);
  const clean = played.filter((outcome) => !outcome.conflicting);
  const edits = played.flatMap((outcome) => outcome.edits);
  const kept = conflicting.filter(({ left }) => left.length > 0);
  const toImports = kept.filter((one) => one.left.every((path) => isImportUnion(one, path)));
  const nothingLeft = conflicting.length - kept.length;
  const of = conflicting.length;
  return {
    pairs: played.length,
    failed: outcomes.length - played.length,
    prevented: { count: nothingLeft, of },
    preventedOrImports: { count: nothingLeft + toImports.length, of },
    leftToImports: toImports.length,
    deniedInConflicting: share(conflicting, (one) => deniedOf(one).length > 0),
    cleanDenied: share(clean, (one) => deniedOf(one).length > 0),
    denialsTouching: touchingOf(played),
    raced: edits.filter(({ raced }) => raced).length,
    skipped: edits.filter(({ result }) => result === 'skipped').length,
    errorsOfA: edits.filter(({ side, result }) => side === 'a' && result !== 'written').length,
    otherBases: played.filter(({ otherBase }) => otherBase).length,
    warned: share(
      kept.filter(({ warned }) => warned !== undefined),
      ({ warned }) => warned === true,
    ),
    heldMs: edits.flatMap(({ isHeld, preMs }) => (isHeld && preMs !== undefined ? [preMs] : [])),
    freeMs: edits.flatMap(({ isHeld, preMs }) => (isHeld || preMs === undefined ? [] : [preMs])),
    postMs: edits.flatMap(({ postMs }) => (postMs === undefined ? [] : [postMs])),
    missed: counted(kept.flatMap((one) => one.left.map((path) => kindOfMiss(one, path)))),
    falsely: counted(clean.flatMap((one) => deniedOf(one).map((edit) => kindOfDenial(one, edit)))),
  };
}

/** The second side's denied edits of scripts. */
export function deniedOf({ edits }: Outcome): PlayedEdit[] {
  return edits.filter(
    ({ side, path, result }) => side === 'b' && result === 'denied' && isScript(path),
  );
}

function touchingOf(outcomes: readonly Outcome[]): Share {
  const denied = outcomes.flatMap((one) => deniedOf(one).map((edit) => ({ one, edit })));
  return share(denied, ({ one, edit }) => touchesWritten(one, edit));
}

function share<T>(items: readonly T[], fits: (item: T) => boolean): Share {
  return { count: items.filter(fits).length, of: items.length };
}

function counted(found: readonly Kind[]): Map<Kind, number> {
  const counts = kinds.map((kind) => [kind, found.filter((one) => one === kind).length] as const);
  return new Map(counts.filter(([, count]) => count > 0));
}

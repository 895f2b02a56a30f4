import { limits } from '../../shared/contract/fields.ts';
import { linesOnly, wholeFile, type Place } from '../../shared/reservations/places.ts';
import type { LineRange, LineSpan } from '../../shared/reservations/lines.ts';
import { touchedPlaces, type TouchedPlace } from '../index/places/touched-places.ts';
import type { FilePlaces } from '../index/places/own-code.ts';
import { changedRanges, ownChange } from '../lines/edit-collision.ts';
import { diffLines, mapped } from '../lines/line-diff.ts';
import { linesOf, LineIndex, withLineEndsOf } from '../lines/text-lines.ts';
import type { BlobText } from '../git/blob-texts.ts';

/** A file before and after a write; an absent one has an empty text. */
export interface TextChange {
  readonly before: string;
  readonly after: string;
}

/** What the lines of a claim are counted in: a text, and earlier versions of it. */
export interface ClaimBase extends BlobText {
  readonly tree: string;
  /** Another session has changed this very file, so what it was before the write is not all this session's. */
  readonly isShared: boolean;
  readonly older: readonly BlobText[];
}

/** RSV-10: the places of a parsed file that a change touches; `whole` where a side cannot be parsed, or too many are touched. */
export type Touched = readonly TouchedPlace[] | 'whole';

export function touchedBy(
  before: FilePlaces | 'absent' | undefined,
  after: FilePlaces | 'absent' | undefined,
): Touched {
  if (before === undefined || after === undefined) return 'whole';
  const touched = touchedPlaces(before, after);
  return touched.length > limits.symbolsPerFile ? 'whole' : touched;
}

/**
 * RSV-10, RSV-11: what is reserved after a write: the touched places, each with its changed lines of the base, and the lines
 * that no place has (comments, formatting) under `~`.
 */
export function placesWritten(
  touched: Touched,
  change: TextChange,
  base: ClaimBase,
): readonly Place[] {
  const { isShared } = base;
  const newest = divided(touched, change, base);
  const older = base.older.map((one) => ({
    id: one.id,
    parts: divided(touched, change, { ...one, isShared }),
  }));
  return [...newest].map(([symbol, { within, ranges }]) => {
    const inOlder = older.flatMap(({ id, parts }) => {
      const same = parts.get(symbol);
      return same === undefined ? [] : [{ base: id, ranges: same.ranges }];
    });
    const lines = { base: base.id, tree: base.tree, ranges };
    return { symbol, within, lines: inOlder.length === 0 ? lines : { ...lines, older: inOlder } };
  });
}

type ChangedParts = ReadonlyMap<
  string,
  { readonly within: string; readonly ranges: readonly LineRange[] }
>;

/** The changed ranges of one base, by place. */
function divided(
  touched: Touched,
  change: TextChange,
  base: Omit<ClaimBase, 'tree' | 'older'>,
): ChangedParts {
  const located = rangesOf(change, base);
  const all = reserved(located);
  if (touched === 'whole') return new Map([[wholeFile, { within: wholeFile, ranges: all }]]);
  const rest = new Set(located);
  const lines = { before: new LineIndex(change.before), after: new LineIndex(change.after) };
  const parts = new Map<string, { within: string; ranges: readonly LineRange[] }>();
  for (const place of touched) {
    const own = located.filter((one) => isIn(place, one, lines));
    own.forEach((one) => rest.delete(one));
    const ranges = own.length === 0 ? all : reserved(own);
    parts.set(place.symbol, { within: place.within, ranges });
  }
  if (rest.size > 0) parts.set(linesOnly, { within: linesOnly, ranges: reserved([...rest]) });
  return parts;
}

/**
 * What is taken back counts only where nothing is brought: nothing of it is left to conflict, and who let go of it before may find
 * another beside it, which would keep the brought lines from being reserved.
 */
function reserved(located: readonly LocatedRange[]): readonly LineRange[] {
  const brought = located.filter(({ isTakenBack }) => !isTakenBack);
  return (brought.length > 0 ? brought : located).map(({ range }) => range);
}

/** A changed range of the base, with where it lies in both texts. */
interface LocatedRange {
  readonly range: LineRange;
  readonly isTakenBack: boolean;
  readonly before: LineSpan;
  readonly after: LineSpan;
}

function rangesOf(
  { before, after }: TextChange,
  base: Omit<ClaimBase, 'tree' | 'older'>,
): LocatedRange[] {
  const { baseLines, old, now } = linesOfAll({ base: base.text, before, after });
  const toOld = diffLines(baseLines, old);
  const toNow = diffLines(baseLines, now);
  const located = (ranges: readonly LineRange[], isTakenBack: boolean): LocatedRange[] =>
    ranges.map((range) => ({
      range,
      isTakenBack,
      before: mapped(range, toOld),
      after: mapped(range, toNow),
    }));
  if (base.isShared) return located(changedRanges(baseLines, old, now), false);
  const { brought, takenBack } = ownChange(baseLines, old, now);
  return [...located(brought, false), ...located(takenBack, true)];
}

/** RSV-11: the file may have other line ends on disk than in git, before the write at least. */
function linesOfAll({ base, before, after }: TextChange & { readonly base: string }) {
  const onDisk = before === '' ? after : before;
  return {
    baseLines: linesOf(withLineEndsOf(onDisk, base)),
    old: linesOf(before),
    now: linesOf(base.includes('\r\n') ? after : withLineEndsOf(onDisk, after)),
  };
}

/** The lines of a text before and after a write. */
export interface LineIndexes {
  readonly before: LineIndex;
  readonly after: LineIndex;
}

/** Whether the place has a part in a changed stretch of the text, before or after. */
export function isIn(
  place: TouchedPlace,
  range: Pick<LocatedRange, 'before' | 'after'>,
  lines: LineIndexes,
): boolean {
  return (
    (place.after !== undefined && meets(lines.after.spanOf(place.after), range.after)) ||
    (place.before !== undefined && meets(lines.before.spanOf(place.before), range.before))
  );
}

/** A changed range may be an insertion, which lies at one line. */
function meets(place: LineSpan, range: LineSpan): boolean {
  return place.start < Math.max(range.end, range.start + 1) && range.start < place.end;
}

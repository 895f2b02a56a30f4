/** Lines of one text, counted from 0, end exclusive; `start === end` is an insertion before the line `start`. */
export interface LineSpan {
  readonly start: number;
  readonly end: number;
}

export interface LineRange extends LineSpan {
  /** In these lines the edit only adds imports. */
  readonly addsImports?: true;
}

/** Changed lines, counted in one text. */
export interface LinesInBase {
  /** The git blob id of the text that the ranges count in; '' when there was no file. */
  readonly base: string;
  /** Sorted, as `mergedRanges` gives them. */
  readonly ranges: readonly LineRange[];
}

/** The lines that a write changed (RSV-11). */
export interface Lines extends LinesInBase {
  /** The work tree that was written, by an opaque name; undefined when it is not said. */
  readonly tree?: string | undefined;
  /** The same lines in earlier versions of the file, newest first, for those whose history ends there. */
  readonly older?: readonly LinesInBase[] | undefined;
}

/** More ranges than this are joined: a claim is stored and sent with every write. */
const maxRanges = 200;

/** They have a line in common, or one adjoins the other. */
export function touch(one: LineSpan, other: LineSpan): boolean {
  return one.start <= other.end && other.start <= one.end;
}

/** They have a line in common, or one is an insertion between two lines of the other. */
export function overlap(one: LineSpan, other: LineSpan): boolean {
  return one.start < other.end && other.start < one.end;
}

/**
 * RSV-11: the first pair of ranges that overlap or adjoin, which is when git cannot merge them. Two that both only add
 * imports do not count. Both sides must count in the same base.
 */
export function rangesTouch(
  ones: readonly LineRange[],
  others: readonly LineRange[],
): { readonly one: LineRange; readonly other: LineRange } | undefined {
  for (const one of ones) {
    const other = others.find(
      (range) => touch(one, range) && !(one.addsImports && range.addsImports),
    );
    if (other !== undefined) return { one, other };
  }
  return undefined;
}

/**
 * The lines of both, sorted. Ranges that overlap or adjoin are joined; of one that only adds imports, what others do not
 * overlap stays so. Of more than 200 ranges the nearest are joined, with what lies between them.
 */
export function mergedRanges(
  ones: readonly LineRange[],
  others: readonly LineRange[],
): readonly LineRange[] {
  const all = [...ones, ...others];
  const plain = joined(all.filter(({ addsImports }) => !addsImports));
  const adding = joined(all.filter(({ addsImports }) => addsImports));
  const kept = adding.flatMap((range) => outside(range, plain));
  return atMost(maxRanges, [...plain, ...kept].sort(inOrder));
}

/** The parts of `range` that none of the others overlaps, in order. An insertion between lines of another is part of it. */
export function outside<R extends LineSpan>(range: R, others: readonly LineSpan[]): R[] {
  return others.reduce<R[]>(
    (parts, other) =>
      parts.flatMap((part) => {
        if (!overlap(part, other)) return [part];
        const before = part.start < other.start ? [{ ...part, end: other.start }] : [];
        const behind = other.end < part.end ? [{ ...part, start: other.end }] : [];
        return [...before, ...behind];
      }),
    [range],
  );
}

/**
 * What a session has changed after one more write. The lines of another base cannot be compared, so those of the later
 * write take their place. `old` is `undefined` when nothing was held before; a write whose lines are not known
 * (`added` is `undefined`) makes the whole unknown.
 */
export function mergedLines(old: Lines | undefined, added: Lines | undefined): Lines | undefined {
  if (old === undefined || added === undefined || old.base !== added.base) return added;
  const { older: addedOlder, ...rest } = added;
  const older = mergedOlder(old.older, addedOlder);
  const ranges = mergedRanges(old.ranges, added.ranges);
  return { ...rest, ranges, ...(older !== undefined && { older }) };
}

/** All texts that the lines are counted in, the newest first. */
export function inEveryBase({ base, ranges, older = [] }: Lines): readonly LinesInBase[] {
  return [{ base, ranges }, ...older];
}

/** Both in one text in which both are counted, as new as can be. */
export function inCommonBase(
  one: Lines,
  other: Lines,
): { readonly ones: readonly LineRange[]; readonly others: readonly LineRange[] } | undefined {
  for (const { base, ranges } of inEveryBase(one)) {
    const same = inEveryBase(other).find((lines) => lines.base === base);
    if (same !== undefined) return { ones: ranges, others: same.ranges };
  }
  return undefined;
}

/** Only a text in which both writes were counted has all lines. */
function mergedOlder(
  old: readonly LinesInBase[] = [],
  added: readonly LinesInBase[] = [],
): readonly LinesInBase[] | undefined {
  const merged = added.flatMap(({ base, ranges }) => {
    const same = old.find((lines) => lines.base === base);
    return same === undefined ? [] : [{ base, ranges: mergedRanges(same.ranges, ranges) }];
  });
  return merged.length === 0 ? undefined : merged;
}

function inOrder(one: LineRange, other: LineRange): number {
  return one.start - other.start || one.end - other.end;
}

/** Ranges of one kind, sorted: those that overlap or adjoin become one. */
export function joined(ranges: readonly LineRange[]): LineRange[] {
  const result: LineRange[] = [];
  for (const range of ranges.toSorted(inOrder)) {
    const last = result.at(-1);
    if (last === undefined || !touch(last, range)) result.push(range);
    else result[result.length - 1] = across(last, range);
  }
  return result;
}

function across(one: LineRange, other: LineRange): LineRange {
  const start = Math.min(one.start, other.start);
  const end = Math.max(one.end, other.end);
  return one.addsImports && other.addsImports ? { start, end, addsImports: true } : { start, end };
}

function atMost(limit: number, sorted: readonly LineRange[]): readonly LineRange[] {
  if (sorted.length <= limit) return sorted;
  const gapBefore = (at: number) => (sorted[at]?.start ?? 0) - (sorted[at - 1]?.end ?? 0);
  const nearest = Array.from({ length: sorted.length - 1 }, (_, at) => at + 1)
    .sort((a, b) => gapBefore(a) - gapBefore(b))
    .slice(0, sorted.length - limit);
  const joins = new Set(nearest);
  const result: LineRange[] = [];
  sorted.forEach((range, at) => {
    const last = result.at(-1);
    if (last === undefined || !joins.has(at)) result.push(range);
    else result[result.length - 1] = across(last, range);
  });
  return result;
}

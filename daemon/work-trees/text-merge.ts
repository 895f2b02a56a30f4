/** Lines of the old text that other lines take the place of; `start === end` inserts before the line `start`. */
export interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/** Beyond so many different lines the whole difference is one hunk: the search takes their square. */
const maxDistance = 600;

/** How one text becomes another, line by line; sorted, and no two hunks adjoin. */
export function hunksBetween(before: string, after: string): Hunk[] {
  const [ones, others] = [linesOf(before), linesOf(after)];
  const shorter = Math.min(ones.length, others.length);
  let head = 0;
  while (head < shorter && ones[head] === others[head]) head++;
  let tail = 0;
  while (tail < shorter - head && ones.at(-1 - tail) === others.at(-1 - tail)) tail++;
  const left = ones.slice(head, ones.length - tail);
  const right = others.slice(head, others.length - tail);
  return hunksOf(left, right).map(({ start, end, lines }) => ({
    start: start + head,
    end: end + head,
    lines,
  }));
}

/**
 * `text` with what leads from `before` to `after` done to it too; all three are states of one file. What `text` already
 * has is not done again, and where it has something else in the same lines it stays as it is.
 */
export function withChange(text: string, before: string, after: string): string {
  if (text === before) return after;
  if (text === after || before === after) return text;
  const own = hunksBetween(before, text);
  const added = hunksBetween(before, after).filter((hunk) => !own.some((one) => touch(one, hunk)));
  return applied(
    linesOf(before),
    [...own, ...added].toSorted((a, b) => a.start - b.start),
  );
}

function applied(lines: readonly string[], hunks: readonly Hunk[]): string {
  const result: string[] = [];
  let at = 0;
  for (const hunk of hunks) {
    result.push(...lines.slice(at, hunk.start), ...hunk.lines);
    at = hunk.end;
  }
  return [...result, ...lines.slice(at)].join('');
}

function touch(one: Hunk, other: Hunk): boolean {
  return one.start <= other.end && other.start <= one.end;
}

/** Each with its line end. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function hunksOf(ones: readonly string[], others: readonly string[]): Hunk[] {
  if (ones.length === 0 && others.length === 0) return [];
  const whole = [{ start: 0, end: ones.length, lines: others }];
  if (ones.length === 0 || others.length === 0) return whole;
  const matches = commonLines(ones, others);
  if (matches === undefined) return whole;
  const hunks: Hunk[] = [];
  let [left, right] = [0, 0];
  for (const [one, other] of [...matches, [ones.length, others.length] as const]) {
    if (one > left || other > right)
      hunks.push({ start: left, end: one, lines: others.slice(right, other) });
    [left, right] = [one + 1, other + 1];
  }
  return hunks;
}

/**
 * A longest common subsequence as pairs of line numbers, found by extending the furthest path of each diagonal by one
 * difference at a time. Undefined when there are too many differences.
 */
function commonLines(
  ones: readonly string[],
  others: readonly string[],
): (readonly [number, number])[] | undefined {
  const furthest = new Map<number, number>([[1, 0]]);
  const trace: Map<number, number>[] = [];
  for (let distance = 0; distance <= maxDistance; distance++) {
    trace.push(new Map(furthest));
    for (let diagonal = -distance; diagonal <= distance; diagonal += 2) {
      let one = stepOn(furthest, diagonal, distance).start;
      while (one < ones.length && ones[one] === others[one - diagonal]) one++;
      furthest.set(diagonal, one);
      if (one >= ones.length && one - diagonal >= others.length)
        return pairsOn(trace, { one: ones.length, other: others.length });
    }
  }
  return undefined;
}

/** Where the path on this diagonal begins, one difference behind a neighbour: a line more of the others, or one less of these. */
function stepOn(furthest: ReadonlyMap<number, number>, diagonal: number, distance: number) {
  const fromBelow = furthest.get(diagonal - 1) ?? -1;
  const fromAbove = furthest.get(diagonal + 1) ?? -1;
  const addsLine = diagonal === -distance || (diagonal !== distance && fromBelow < fromAbove);
  return { start: addsLine ? fromAbove : fromBelow + 1, addsLine };
}

function pairsOn(
  trace: readonly ReadonlyMap<number, number>[],
  end: { one: number; other: number },
): (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = [];
  let { one, other } = end;
  for (let distance = trace.length - 1; distance >= 0; distance--) {
    const furthest = trace[distance] as ReadonlyMap<number, number>;
    const { start, addsLine } = stepOn(furthest, one - other, distance);
    while (one > start) pairs.push([--one, --other]);
    if (addsLine) other--;
    else one--;
  }
  return pairs.reverse();
}

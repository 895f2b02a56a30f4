const most = 3;

/** So many slips of the whole path are near, however it is divided. */
const slips = 2;

/**
 * Those of `names` that somebody may have meant who typed `name`, at most three: their last part is near, or the whole of them is.
 * Of many with one last part, such as `index.ts`, those in the folder that was meant come first.
 */
export function nearest(name: string, names: Iterable<string>): string[] {
  const typed = name.toLowerCase();
  const allowed = Math.max(slips, Math.floor(lastPart(typed).length / 3));
  const near: { one: string; part: number; whole: number }[] = [];
  for (const one of new Set(names)) {
    const other = one.toLowerCase();
    const part = distanceWithin(allowed, lastPart(typed), lastPart(other));
    const whole = distanceWithin(part === undefined ? slips : Infinity, typed, other);
    if (whole !== undefined) near.push({ one, part: part ?? Infinity, whole });
  }
  return near
    .sort((a, b) => byNumber(a.part, b.part) || a.whole - b.whole || a.one.localeCompare(b.one))
    .slice(0, most)
    .map(({ one }) => one);
}

/** ` Is it src/a.ts or lib/a.ts?`, or nothing where nothing is near. */
export function nearestHint(near: readonly string[]): string {
  return near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
}

function byNumber(one: number, other: number): number {
  return one === other ? 0 : one - other;
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Undefined where it is more than `allowed`. */
function distanceWithin(allowed: number, one: string, other: string): number | undefined {
  if (Math.abs(other.length - one.length) > allowed) return undefined;
  const away = distance(one, other);
  return away <= allowed ? away : undefined;
}

/** How many characters have to be changed, added or removed (Levenshtein). */
function distance(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const now = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const same = one[row - 1] === other[at - 1] ? 0 : 1;
      const ways = [(before[at] ?? 0) + 1, (now[at - 1] ?? 0) + 1, (before[at - 1] ?? 0) + same];
      now.push(Math.min(...ways));
    }
    before = now;
  }
  return before[other.length] ?? 0;
}

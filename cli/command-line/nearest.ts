const most = 3;

/** Those of `names` that somebody may have meant who typed `name`, the nearest first, at most three. */
export function nearest(name: string, names: Iterable<string>): string[] {
  const typed = lastPart(name);
  const allowed = Math.max(2, Math.floor(typed.length / 3));
  const near: { one: string; away: number }[] = [];
  for (const one of new Set(names)) {
    const other = lastPart(one);
    if (Math.abs(other.length - typed.length) > allowed) continue;
    const away = distance(typed, other);
    if (away <= allowed) near.push({ one, away });
  }
  return near
    .sort((a, b) => a.away - b.away || a.one.localeCompare(b.one))
    .slice(0, most)
    .map(({ one }) => one);
}

/** ` Is it src/a.ts or lib/a.ts?`, or nothing where nothing is near. */
export function nearestHint(near: readonly string[]): string {
  return near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase();
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

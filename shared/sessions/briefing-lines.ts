/** How many lines each part of the briefing may take. */
export const maxLines = {
  forYou: 8,
  agents: 15,
  locks: 25,
  rules: 10,
  waitingRules: 3,
  workstreams: 5,
  stale: 4,
  decisions: 8,
  events: 8,
} as const;

export function bounded(lines: readonly string[], limit: number): string[] {
  return listed(lines, limit, (line) => line);
}

/** A line for each of the first `limit` items, and one that says how many more there are. */
export function listed<T>(
  items: readonly T[],
  limit: number,
  lineOf: (item: T) => string,
): string[] {
  const lines = items.slice(0, limit).map(lineOf);
  const rest = items.length - limit;
  return rest > 0 ? [...lines, `- and ${rest} more`] : lines;
}

/** The first lines that take at most `maxLength` characters together, with their line ends. */
export function linesWithin(maxLength: number, lines: readonly string[]): string[] {
  const kept: string[] = [];
  let left = maxLength;
  for (const line of lines) {
    left -= line.length + 1;
    if (left < 0) break;
    kept.push(line);
  }
  return kept;
}

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

/** One part of the briefing. */
export interface Section {
  readonly heading: string;
  /** The first lines, what matters most first. */
  readonly lines: readonly string[];
  /** How many items there are. */
  readonly total: number;
  /** Where an agent finds what is left out. */
  readonly rest: string;
}

/** A line for each of the first `limit` items. */
export function sectionOf<T>(
  items: readonly T[],
  lineOf: (item: T) => string,
  { limit, ...named }: Pick<Section, 'heading' | 'rest'> & { limit: number },
): Section {
  return { ...named, lines: items.slice(0, limit).map(lineOf), total: items.length };
}

/**
 * The sections in at most `maxLength` characters together, with their line ends. In turn each gets one line more, so that a long
 * one takes no place from the others; what is left out is counted at its end. A section without items is not there.
 */
export function sectionsWithin(maxLength: number, sections: readonly Section[]): string[] {
  const shown = sections.filter(({ total }) => total > 0).map((section) => ({ section, kept: 0 }));
  let left = maxLength;
  for (const { section } of shown) left -= lengthOf(section.heading) + roomToCount(section);
  for (let round = 0; round < Math.max(...Object.values(maxLines)); round += 1) {
    for (const one of shown) {
      const cost = costOf(one.section, round);
      // One whose line did not fit gets no later one: what is left out comes last.
      if (one.kept < round || cost === undefined || cost > left) continue;
      left -= cost;
      one.kept += 1;
    }
  }
  return shown.flatMap(({ section, kept }) => [
    section.heading,
    ...section.lines.slice(0, kept),
    ...(kept < section.total ? [moreOf(section, kept)] : []),
  ]);
}

/** Of the last item it is less: nothing is left to be counted. */
function costOf(section: Section, index: number): number | undefined {
  const line = section.lines[index];
  if (line === undefined) return undefined;
  return lengthOf(line) - (index + 1 === section.total ? roomToCount(section) : 0);
}

function moreOf({ total, rest }: Section, kept: number): string {
  return kept === 0 ? `- ${total}: ${rest}` : `- and ${total - kept} more: ${rest}`;
}

/** The longest line that says how many more there are. */
function roomToCount(section: Section): number {
  return lengthOf(moreOf({ ...section, total: section.total + 1 }, 1));
}

function lengthOf(line: string): number {
  return line.length + 1;
}

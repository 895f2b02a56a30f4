import type { ConflictLines } from '../../../shared/contract/forecast-details.ts';

/** A file as git left it, with its marks. */
export interface MarkedText {
  readonly text: string;
  /** What git wrote behind its marks. */
  readonly ours: string;
  readonly theirs: string;
}

/** One side of a conflicted region: offsets in that side's resolution (end exclusive), and the lines there. */
export interface RegionSide {
  readonly start: number;
  readonly end: number;
  readonly lines: ConflictLines;
}

export interface Region {
  readonly ours: RegionSide;
  readonly theirs: RegionSide;
}

/** The text with every region taken from one side, and from the other. */
export interface Resolutions {
  readonly ours: string;
  readonly theirs: string;
  readonly regions: readonly Region[];
}

type HunkPart = 'common' | 'ours' | 'theirs';

/** Undefined where text of the file looks like a mark. */
export function resolutions({ text, ours, theirs }: MarkedText): Resolutions | undefined {
  const kept = { ours: new Side(), theirs: new Side() };
  let part: HunkPart = 'common';
  for (const line of text.split(/(?<=\n)/)) {
    const next = markOf(line, { part, ours, theirs });
    if (next === 'ambiguous') return undefined;
    if (next === undefined) {
      if (part !== 'theirs') kept.ours.add(line);
      if (part !== 'ours') kept.theirs.add(line);
      continue;
    }
    if (part === 'common') for (const side of [kept.ours, kept.theirs]) side.begin();
    if (next === 'common') for (const side of [kept.ours, kept.theirs]) side.finish();
    part = next;
  }
  if (part !== 'common') return undefined;
  const regions = kept.ours.regions.flatMap((side, at) => {
    const other = kept.theirs.regions[at];
    return other === undefined ? [] : [{ ours: side, theirs: other }];
  });
  return { ours: kept.ours.text, theirs: kept.theirs.text, regions };
}

class Side {
  text = '';
  readonly regions: RegionSide[] = [];
  private line = 1;
  private began = { offset: 0, line: 1 };

  add(line: string): void {
    this.text += line;
    this.line += 1;
  }

  begin(): void {
    this.began = { offset: this.text.length, line: this.line };
  }

  /** A side that has nothing there is at the line before which the other's lines would come. */
  finish(): void {
    const { offset: start, line } = this.began;
    const lines = { start: line, end: Math.max(line, this.line - 1) };
    this.regions.push({ start, end: this.text.length, lines });
  }
}

function markOf(
  line: string,
  { part, ours, theirs }: { part: HunkPart; ours: string; theirs: string },
): HunkPart | 'ambiguous' | undefined {
  if (line.startsWith(`<<<<<<< ${ours}`)) return part === 'common' ? 'ours' : 'ambiguous';
  if (line.startsWith(`>>>>>>> ${theirs}`)) return part === 'theirs' ? 'common' : 'ambiguous';
  if (part === 'common' || !/^=======\r?\n?$/.test(line)) return undefined;
  return part === 'ours' ? 'theirs' : 'ambiguous';
}

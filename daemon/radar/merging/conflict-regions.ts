import type { ConflictLines } from '../../../shared/contract/forecast-details.ts';
import type { Layout, TextRange } from '../../index/parser/layout.ts';
import type { Parser } from '../../index/parser/parser.ts';

/** A file as git left it, with its marks. */
interface MarkedText {
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

interface Region {
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

/** A part of a text, divided: the same line breaks in each. */
export interface Layers {
  readonly code: string;
  readonly imports: string;
  readonly comments: string;
  readonly all: string;
}

/** What either side has in one conflicted region. */
export interface RegionLayers {
  readonly ours: Layers;
  readonly theirs: Layers;
}

/** Undefined when one of the resolutions cannot be read. */
export function regionLayers(
  parser: Parser,
  path: string,
  { ours, theirs, regions }: Resolutions,
): readonly RegionLayers[] | undefined {
  const [one, other] = [parser.layout(path, ours), parser.layout(path, theirs)];
  if (one === undefined || other === undefined) return undefined;
  return regions.map((region) => ({
    ours: layersIn(ours, one, region.ours),
    theirs: layersIn(theirs, other, region.theirs),
  }));
}

/** Comments within an import are comments. */
export function layersIn(text: string, layout: Layout, part: TextRange): Layers {
  const all = text.slice(part.start, part.end);
  const kinds = Array.from({ length: all.length }, (): keyof Layers => 'code');
  for (const name of ['imports', 'comments'] as const)
    for (const { start, end } of layout[name])
      kinds.fill(name, Math.max(0, start - part.start), Math.max(0, end - part.start));
  const only = (kind: keyof Layers) =>
    all.replaceAll(/[^\n]/gu, (character, at: number) => (kinds[at] === kind ? character : ' '));
  return { code: only('code'), imports: only('imports'), comments: only('comments'), all };
}

/** The lines that are not blank, without white space around them. */
export function filledLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

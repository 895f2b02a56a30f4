import type { Layout, TextRange } from '../../index/parser/layout.ts';
import type { Parser } from '../../index/parser/parser.ts';
import type { Resolutions } from './conflict-regions.ts';

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

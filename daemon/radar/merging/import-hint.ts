import type { Parser } from '../../index/parser/parser.ts';
import { touch, type LineSpan } from '../../../shared/reservations/lines.ts';
import { newLines } from '../../lines/hunks.ts';
import { importsAtTop, onlyAddsImports, type ImportStatement } from '../../lines/import-block.ts';
import { diffLines } from '../../lines/line-diff.ts';
import { linesOf } from '../../lines/text-lines.ts';
import type { RegionSide, Resolutions } from './conflict-regions.ts';
import { haveOneSource } from './import-sources.ts';
import { importUnion } from './import-union.ts';
import { filledLines, type Layers, type RegionLayers } from './region-layers.ts';

interface MarkedImports {
  readonly regions: readonly RegionLayers[];
  readonly resolved: Resolutions;
  /** The common ancestor's text, empty when there is none. */
  readonly base: string;
}

/**
 * RAD-2: the merged import lines of a conflict in which both sides only add imports. Undefined where a side does anything else
 * in a region, or where a name would come in from two sources: then no union of the two solves it.
 */
export function importHint(
  parser: Parser,
  path: string,
  { regions, resolved, base }: MarkedImports,
): readonly string[] | undefined {
  const areImports = regions.every(({ ours, theirs }) => [ours, theirs].every(hasOnlyImports));
  if (!areImports || !onlyAdds('ours') || !onlyAdds('theirs')) return undefined;
  const added = [...statementsOf('ours'), ...statementsOf('theirs')];
  return haveOneSource(parser, path, { resolved, added }) ? importUnion(added) : undefined;

  function onlyAdds(side: 'ours' | 'theirs'): boolean {
    const [before, after] = [linesOf(base), linesOf(resolved[side])];
    const hunks = diffLines(before, after);
    return stretchesOf(side).every((stretch) => {
      const changes = hunks.filter((hunk) => touch(newLines(hunk), stretch));
      return changes.length > 0 && changes.every((hunk) => onlyAddsImports(before, after, hunk));
    });
  }

  /** The whole statements, of which a region may have a few lines, or stand between two. */
  function statementsOf(side: 'ours' | 'theirs'): ImportStatement[] {
    const stretches = stretchesOf(side);
    return importsAtTop(linesOf(resolved[side])).statements.filter(({ start, end }) =>
      stretches.some((stretch) => start < stretch.end && stretch.start < end),
    );
  }

  function stretchesOf(side: 'ours' | 'theirs'): LineSpan[] {
    return resolved.regions.map((region) => stretchOf(region[side]));
  }
}

function stretchOf({ start, end, lines }: RegionSide): LineSpan {
  return { start: lines.start - 1, end: start === end ? lines.start - 1 : lines.end };
}

function hasOnlyImports({ code, comments }: Layers): boolean {
  return filledLines(code).length === 0 && filledLines(comments).length === 0;
}

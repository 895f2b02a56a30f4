import type { Outcome, PlayedEdit } from '../playing/outcome.ts';
import { spotsOf, type Region, type Spot } from '../text/regions.ts';

/** What a missed conflict or a denial is about; of several, the last in this order counts. */
export const kinds = [
  'imports',
  'comments',
  'formatting',
  'adjacent lines',
  'same symbol, lines apart',
  'whole file or unparsable',
  'other',
] as const;
export type Kind = (typeof kinds)[number];

/** The places of a file where the two sides' written changes touch. */
export function leftSpots({ edits }: Outcome, path: string): Spot[] {
  const of = (side: 'a' | 'b'): Region[] => writtenRegions(edits, side, path);
  return spotsOf(of('a'), of('b'));
}

export function writtenRegions(
  edits: readonly PlayedEdit[],
  side: 'a' | 'b',
  path: string,
): Region[] {
  return edits
    .filter((edit) => edit.side === side && edit.path === path && edit.result === 'written')
    .flatMap(({ regions }) => regions);
}

/** What git could not merge in a file. */
export function kindOfMiss(outcome: Outcome, path: string): Kind {
  return lastOf(leftSpots(outcome, path).map(kindOfSpot));
}

/** A conflict that keeping the imports of both sides would resolve. */
export function isImportUnion(outcome: Outcome, path: string): boolean {
  const spots = leftSpots(outcome, path);
  const adds = ({ one, other }: Spot): boolean => Boolean(one.addsImports && other.addsImports);
  return spots.length > 0 && spots.every(adds);
}

/** Whether an edit touches lines that the other side has written. */
export function touchesWritten(outcome: Outcome, edit: PlayedEdit): boolean {
  return spotsOf(writtenRegions(outcome.edits, 'a', edit.path), edit.regions).length > 0;
}

/** What a denied edit would have changed, beside what the other side had written. */
export function kindOfDenial(outcome: Outcome, edit: PlayedEdit): Kind {
  const spots = spotsOf(writtenRegions(outcome.edits, 'a', edit.path), edit.regions);
  if (spots.length > 0) return lastOf(spots.map(kindOfSpot));
  const plain = lastOf(edit.regions.map(kindOfRegion));
  if (plain !== 'other') return plain;
  if (/^(coord: )?The file /.test(edit.message ?? '')) return 'whole file or unparsable';
  return / is held by /.test(edit.message ?? '') ? 'same symbol, lines apart' : 'other';
}

function kindOfSpot({ one, other }: Spot): Kind {
  const found = [kindOfRegion(one), kindOfRegion(other)];
  if (found.every((kind) => kind === 'imports')) return 'imports';
  if (found.includes('comments')) return 'comments';
  if (found.includes('formatting')) return 'formatting';
  const overlaps = one.start < other.end && other.start < one.end;
  return overlaps ? 'other' : 'adjacent lines';
}

function kindOfRegion({ imports, removed, added }: Region): Kind {
  if (imports) return 'imports';
  if ([...removed, ...added].every((line) => /^\s*(\/\/|\/\*|\*|$)/.test(line))) return 'comments';
  return bare(removed) === bare(added) ? 'formatting' : 'other';
}

/** Without what a formatter changes. */
function bare(lines: readonly string[]): string {
  return lines.join('').replaceAll(/[\s;,'"`()]/g, '');
}

function lastOf(found: readonly Kind[]): Kind {
  return kinds.findLast((kind) => found.includes(kind)) ?? 'other';
}

import type { ConflictLines, ForecastKind } from '../../../shared/contract/forecast-details.ts';
import { symbolId } from '../../../shared/kernel/symbol-id.ts';
import type { Parser } from '../../index/parser/parser.ts';
import {
  filledLines,
  type Layers,
  layersIn,
  regionLayers,
  type RegionLayers,
  type Resolutions,
} from './conflict-regions.ts';
import { importHint } from './import-hint.ts';
import { type FileState, touchedSymbols } from '../../index/changed-symbols.ts';

/** What a conflict is about. Without symbols, `code` means that it cannot be said. */
export interface ConflictFacts {
  readonly symbolIds: readonly string[];
  readonly kind: ForecastKind;
  /** By side, where git has left marks. */
  readonly lines?: SideLines;
  /** Of a hint. */
  readonly union?: readonly string[];
}

interface SideLines {
  readonly ours: readonly ConflictLines[];
  readonly theirs: readonly ConflictLines[];
}

const maxRanges = 5;

export const unclear: ConflictFacts = { symbolIds: [], kind: 'code' };

/** Where the marks are, also in a file of another language. */
export function sideLinesOf({ regions }: Resolutions): SideLines {
  const shown = regions.slice(0, maxRanges);
  return {
    ours: shown.map(({ ours }) => ours.lines),
    theirs: shown.map(({ theirs }) => theirs.lines),
  };
}

/** RAD-2: a conflict with marks, by what its regions hold. `base` is the common ancestor's text, empty when there is none. */
export function classifyMarked(
  parser: Parser,
  path: string,
  { resolved, base }: { readonly resolved: Resolutions; readonly base: string },
): ConflictFacts | undefined {
  const symbolIds = symbolsAtStake(parser, path, resolved);
  if (symbolIds === undefined) return undefined;
  const lines = sideLinesOf(resolved);
  const isTopLevelAtMost = symbolIds.every((id) => id === symbolId(path, ''));
  const regions = isTopLevelAtMost ? regionLayers(parser, path, resolved) : undefined;
  // The top-level part counts `require` constants, which are imports here.
  if (regions === undefined || (symbolIds.length > 0 && !haveSameCode(regions)))
    return { symbolIds, kind: 'code', lines };
  const kind = harmlessKind(regions);
  const harmless = { symbolIds: [symbolId(path, nameOf(kind))], kind, lines };
  if (kind !== 'imports') return harmless;
  const union = importHint(parser, path, { regions, resolved, base });
  return union === undefined ? harmless : { ...harmless, union };
}

/** One side has removed the file: what the other has changed of it. */
export function classifyRemoved(
  parser: Parser,
  path: string,
  { ours: before, theirs: after }: Alternatives,
): ConflictFacts | undefined {
  const symbolIds = symbolsAtStake(parser, path, { ours: before, theirs: after });
  if (symbolIds === undefined) return undefined;
  if (symbolIds.length > 0) return { symbolIds, kind: 'code' };
  const layers = (text: string) => {
    const layout = parser.layout(path, text);
    return layout && layersIn(text, layout, { start: 0, end: text.length });
  };
  const [one, other] = [layers(before), layers(after)];
  if (one === undefined || other === undefined) return unclear;
  const kind = harmlessKind([{ ours: one, theirs: other }]);
  return { symbolIds: [symbolId(path, nameOf(kind))], kind };
}

/** Names that no symbol has: the import block, and lines that belong to no meaning. */
function nameOf(kind: ForecastKind): string {
  return kind === 'imports' ? 'import' : '~';
}

const weakestFirst = ['formatting', 'comments', 'imports'] as const;

type HarmlessKind = (typeof weakestFirst)[number];

/** RAD-2: the kind of a conflict on which no meaning depends: the strongest of its regions. */
function harmlessKind(regions: readonly RegionLayers[]): Exclude<ForecastKind, 'code'> {
  const ranks = regions.map((region) => weakestFirst.indexOf(regionKind(region)));
  return weakestFirst[Math.max(0, ...ranks)] ?? 'formatting';
}

/** Whether the sides have the same code outside imports in every region, to the letter. */
function haveSameCode(regions: readonly RegionLayers[]): boolean {
  return regions.every(({ ours, theirs }) => textOf(ours, 'code') === textOf(theirs, 'code'));
}

function regionKind({ ours, theirs }: RegionLayers): HarmlessKind {
  const isOther = (layer: keyof Layers) =>
    withoutSpace(ours[layer]) !== withoutSpace(theirs[layer]);
  if (isOther('imports')) return 'imports';
  if (isOther('comments')) return 'comments';
  return textOf(ours, 'all') === textOf(theirs, 'all') ? 'comments' : 'formatting';
}

function textOf(layers: Layers, layer: keyof Layers): string {
  return filledLines(layers[layer]).join('\n');
}

function withoutSpace(text: string): string {
  return text.replaceAll(/\s+/g, '');
}

/** Two texts that a conflicted file could become. */
export interface Alternatives {
  readonly ours: string;
  readonly theirs: string;
}

/**
 * The ids of the symbols whose meaning depends on which of the two the file becomes. None when only formatting, comments or
 * imports are at stake (RSV-10); undefined when it cannot be said.
 */
function symbolsAtStake(
  parser: Parser,
  path: string,
  { ours, theirs }: Alternatives,
): readonly string[] | undefined {
  const read = (text: string): FileState => parser.parse(path, text);
  const touched = touchedSymbols(path, read(ours), read(theirs));
  return touched.kind === 'symbols' ? touched.symbolIds : undefined;
}

/** What both sides changed of a file, by symbol; none when that cannot be said. */
export function changedByBoth(
  parser: Parser,
  path: string,
  { base, ours, theirs }: Alternatives & { readonly base: string | undefined },
): readonly string[] {
  const read = (text: string): FileState => parser.parse(path, text);
  const before = base === undefined ? 'absent' : read(base);
  const one = touchedSymbols(path, before, read(ours));
  const other = touchedSymbols(path, before, read(theirs));
  if (one.kind === 'whole_file' || other.kind === 'whole_file') return [];
  return one.symbolIds.filter((id) => other.symbolIds.includes(id));
}

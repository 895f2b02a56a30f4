import type { ForecastKind } from '../../../shared/contract/forecast-details.ts';
import { filledLines, type Layers, type RegionLayers } from './region-layers.ts';

const weakestFirst = ['formatting', 'comments', 'imports'] as const;

type HarmlessKind = (typeof weakestFirst)[number];

/** RAD-2: the kind of a conflict on which no meaning depends: the strongest of its regions. */
export function harmlessKind(regions: readonly RegionLayers[]): Exclude<ForecastKind, 'code'> {
  const ranks = regions.map((region) => weakestFirst.indexOf(regionKind(region)));
  return weakestFirst[Math.max(0, ...ranks)] ?? 'formatting';
}

/** Whether the sides have the same code outside imports in every region, to the letter. */
export function haveSameCode(regions: readonly RegionLayers[]): boolean {
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

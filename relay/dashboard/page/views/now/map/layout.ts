import { hierarchy, treemap, treemapSquarify } from 'd3-hierarchy';
import { entriesIn, type Entry, type MapFile } from './tree.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** In pixels of the map. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** A rectangle of the map. */
export interface Box extends Entry, Rect {
  /** The folder that it is in. */
  readonly folder: string;
  /** What is in it has boxes of its own. */
  readonly isOpen: boolean;
}

export const headHeight = 16;
const leastOpen = { w: 90, h: 56 };
const gap = 2;
const ratio = 1.3;
/** So large the smallest are; in square pixels. */
const leastArea = 300;

/**
 * Places what is in the folder `root` (empty: the top), and within its larger folders what is in those. The same files have the
 * same places, in whatever order they come. With `after`, only what is smaller than this path is placed.
 */
export function layoutOf(
  files: readonly MapFile[],
  root: string,
  { width, height }: Size,
  after = '',
): Box[] {
  const entries = bySize(entriesIn(files, root));
  const left = entries.slice(entries.findIndex(({ path }) => path === after) + 1);
  return place(left, { x: 0, y: 0, w: width, h: height }, root).flatMap((box) => {
    if (box.kind !== 'folder' || box.w < leastOpen.w || box.h < leastOpen.h) return [box];
    const area = {
      x: box.x + gap,
      y: box.y + headHeight,
      w: box.w - 2 * gap,
      h: box.h - headHeight - gap,
    };
    return [
      { ...box, isOpen: true },
      ...place(bySize(entriesIn(box.files, box.path)), area, box.path),
    ];
  });
}

function bySize(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((one, other) => other.weight - one.weight || byPath(one, other));
}

function byPath(one: Entry, other: Entry): number {
  return one.path < other.path ? -1 : 1;
}

/** Divides an area among entries. */
function place(entries: readonly Entry[], area: Rect, folder: string): Box[] {
  const all: Entry = { kind: 'folder', path: folder, name: '', weight: 0, files: [] };
  const shown = fitting(entries, area.w * area.h);
  const tree = hierarchy(all, (entry) => (entry === all ? shown : undefined))
    .sum(({ weight }) => weight)
    .sort((one, other) => rankOf(other) - rankOf(one) || byPath(one.data, other.data));
  const { children = [] } = treemap<Entry>()
    .size([area.w, area.h])
    .tile(treemapSquarify.ratio(ratio))
    .paddingInner(gap)(tree);
  return children.map(({ data, x0, x1, y0, y1 }) => ({
    ...data,
    folder,
    isOpen: false,
    x: area.x + x0,
    y: area.y + y0,
    w: Math.max(0, x1 - x0),
    h: Math.max(0, y1 - y0),
  }));
}

/** Sizes that differ little are one class, so that a file that grows stays where it is. What is gathered comes last. */
function rankOf({ data: { kind }, value = 0 }: { data: Entry; value?: number }): number {
  return kind === 'more' ? -1 : Math.round(Math.log2(value + 1));
}

/** As many of the entries as can be told apart in an area, the largest; what is left over is one more. */
function fitting(entries: readonly Entry[], area: number): Entry[] {
  const most = Math.max(1, Math.floor(area / (2 * leastArea)));
  const shown = entries.length <= most + 1 ? entries : entries.slice(0, most);
  const sum = weightOf(shown);
  const least = Math.ceil((sum * leastArea) / area);
  const large = shown.map((entry) => ({ ...entry, weight: Math.max(least, entry.weight) }));
  const rest = entries.slice(shown.length);
  const last = shown.at(-1);
  if (rest.length === 0 || last === undefined) return large;
  return [
    ...large,
    {
      kind: 'more',
      path: last.path,
      name: `${rest.length} more`,
      weight: Math.max(2 * least, Math.min(sum / 4, weightOf(rest))),
      files: rest.flatMap(({ files }) => files),
    },
  ];
}

function weightOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { weight }) => sum + weight, 0);
}

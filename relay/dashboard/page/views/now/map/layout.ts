import { hierarchy, treemap, treemapSquarify, type HierarchyRectangularNode } from 'd3-hierarchy';
import { folderTree, type MapFile, type TreeNode } from './tree.ts';

/** A rectangle of the map, in pixels of the map before it is zoomed. */
export interface Box {
  readonly kind: 'folder' | 'file';
  /** From the root of the repository. */
  readonly path: string;
  readonly name: string;
  readonly depth: number;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  /** How high the line with the name of a folder is; 0 where there is no room for it. */
  readonly head: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The folders come before what is in them. */
export interface Layout extends Size {
  readonly root: string;
  readonly folders: readonly Box[];
  readonly files: readonly Box[];
}

const headHeight = 16;
const leastForHead = { width: 44, height: 34 };
const gap = 2;
const ratio = 1.3;

/** Places the files below the folder `root` (empty: all). The same files have the same places, in whatever order they come. */
export function layoutOf(files: readonly MapFile[], root: string, { width, height }: Size): Layout {
  const tree = hierarchy<TreeNode>(folderTree(files, root), ({ children }) => children)
    .sum(({ weight }) => weight)
    .sort((one, other) => {
      const bySize = sizeClass(other.value) - sizeClass(one.value);
      return bySize || (one.data.path < other.data.path ? -1 : 1);
    });
  const placed = treemap<TreeNode>()
    .size([width, height])
    .tile(treemapSquarify.ratio(ratio))
    .paddingInner(gap)
    .paddingOuter((node) => (node.depth === 0 ? 0 : gap))
    .paddingTop((node) => headOf(node) || (node.depth === 0 ? 0 : gap))(tree);
  const folders: Box[] = [];
  const boxes: Box[] = [];
  placed.each((node) => {
    if (node.depth > 0) (node.children === undefined ? boxes : folders).push(boxOf(node));
  });
  return { root, width, height, folders, files: boxes };
}

/** Sizes that differ little are one class, so that a file that grows stays where it is. */
function sizeClass(value = 0): number {
  return Math.round(Math.log2(value + 1));
}

function headOf({ depth, x0, x1, y0, y1 }: HierarchyRectangularNode<TreeNode>): number {
  const hasRoom = x1 - x0 >= leastForHead.width && y1 - y0 >= leastForHead.height;
  return depth > 0 && hasRoom ? headHeight : 0;
}

function boxOf(node: HierarchyRectangularNode<TreeNode>): Box {
  const { data, depth, x0, x1, y0, y1, children } = node;
  const isFolder = children !== undefined;
  return {
    kind: isFolder ? 'folder' : 'file',
    path: data.path,
    name: data.name,
    depth,
    x: x0,
    y: y0,
    w: Math.max(0, x1 - x0),
    h: Math.max(0, y1 - y0),
    head: isFolder ? headOf(node) : 0,
  };
}

export type Direction = 'left' | 'right' | 'up' | 'down';

/** The nearest box in a direction: one that lies beside this one, rather than one that is nearer but askew. */
export function nearest(boxes: readonly Box[], from: Box, direction: Direction): Box | undefined {
  let best: Box | undefined;
  let least = Infinity;
  for (const box of boxes) {
    const distance = box === from ? undefined : distanceTo(box, from, direction);
    if (distance === undefined || distance >= least) continue;
    best = box;
    least = distance;
  }
  return best;
}

/** Undefined when the box does not lie there. A folder is where its name stands. */
function distanceTo(box: Box, from: Box, direction: Direction): number | undefined {
  const isAcross = direction === 'left' || direction === 'right';
  const [a, b] = [spanOf(from, isAcross), spanOf(box, isAcross)];
  const isForward = direction === 'right' || direction === 'down';
  const ahead = isForward ? b.start - a.end : a.start - b.end;
  if (ahead < -1) return undefined;
  const [c, d] = [spanOf(from, !isAcross), spanOf(box, !isAcross)];
  const apart = Math.max(0, d.start - c.end, c.start - d.end);
  const off = Math.abs((c.start + c.end) / 2 - (d.start + d.end) / 2);
  return Math.max(0, ahead) + 3 * apart + off / 8;
}

function spanOf(box: Box, isAcross: boolean): { start: number; end: number } {
  const height = box.kind === 'folder' ? box.head : box.h;
  return isAcross ? { start: box.x, end: box.x + box.w } : { start: box.y, end: box.y + height };
}

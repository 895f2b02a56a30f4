import type { NodeType } from '../../../../../../shared/graph/contract.ts';
import type { Layout } from '../layout/overview.ts';
import { folderMark, markOf } from '../layout/rooms.ts';
import { sideOf, treeOf } from '../layout/tree.ts';
import { bundlesOf, regionFor, type Bundle, type Line, type Region } from './bundles.ts';
import { keyOf, type Graph, type GraphEdge } from '../model/graph.ts';
import { type GraphNode } from '../model/node.ts';
import type { Surroundings } from '../model/near.ts';
import { fileOf, isFolder } from '../model/regions.ts';

/** A mark of the picture: a node, or a folder that stands for all that is in it. */
export interface Dot {
  readonly id: string;
  readonly kind: NodeType | 'folder';
  readonly label: string;
  readonly state?: GraphNode['state'];
  readonly idEnd?: GraphNode['idEnd'];
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** How many files and symbols it stands for. */
  readonly count?: number;
  /** Where its name stands: -1 left, 1 right, above it in the middle, 0 where there is room. */
  readonly side: -1 | 0 | 1 | 'middle';
}

export interface Scene {
  /** Changes where the camera has to begin anew. */
  readonly key: string;
  readonly dots: readonly Dot[];
  readonly lines: readonly Line[];
  readonly regions: readonly Region[];
  readonly bundles: readonly Bundle[];
}

/** From how many nodes on files are drawn together by folders. */
export const gatherFrom = 260;
/** A large picture is seen from far away. */
const gatheredScale = 1.6;

interface Overview {
  readonly layout: Layout;
  readonly kinds: ReadonlySet<NodeType>;
  /** Folders whose files are drawn one by one. */
  readonly opened: ReadonlySet<string>;
}

/** DSH-60: everything; in a large graph the files of a folder as one mark. */
export function overviewOf(graph: Graph, { layout, kinds, opened }: Overview): Scene {
  const isGathered = graph.nodes.size > gatherFrom;
  const shown = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const node of graph.nodes.values()) {
    if (!kinds.has(node.kind) || !layout.at.has(node.id)) continue;
    const region = layout.regionOf.get(node.id) ?? '';
    const isInside = isGathered && fileOf(node) !== undefined && !opened.has(region);
    shown.set(node.id, isInside ? region : node.id);
    if (isInside) counts.set(region, (counts.get(region) ?? 0) + Number(node.kind === 'file'));
  }
  const dots = [...new Set(shown.values())].flatMap((id) => {
    const node = graph.nodes.get(id);
    if (node === undefined) return folderDot(id, layout, counts.get(id) ?? 0);
    const dot = dotOf(node, layout.at.get(id) ?? { x: 0, y: 0 });
    return isGathered ? { ...dot, size: gatheredScale * dot.size } : dot;
  });
  const regions = [...layout.regions].map(([id, disc]) => ({ id, ...disc }));
  const lines = linesOf(graph, { shown, layout, isGathered });
  return {
    key: '',
    dots,
    lines,
    regions,
    bundles: isGathered ? bundlesOf(regions, lines, layout) : [],
  };
}

/** DSH-61: one node with what is near it. */
export function focusOf(
  graph: Graph,
  surroundings: Surroundings,
  kinds: ReadonlySet<NodeType>,
): Scene {
  const focus = surroundings.nodes[0]?.node.id ?? '';
  const nodes = surroundings.nodes.filter(({ node }) => node.id === focus || kinds.has(node.kind));
  const at = treeOf({ ...surroundings, nodes: attached(nodes, focus) });
  const dots = nodes.flatMap(({ node }) => {
    const point = at.get(node.id);
    return point === undefined
      ? []
      : { ...dotOf(node, point), side: sideOf(point) || ('middle' as const) };
  });
  const shown = new Map(dots.map(({ id }) => [id, id]));
  return { key: focus, dots, lines: linesOf(graph, { shown }), regions: [], bundles: [] };
}

/** A node whose way to the focus is not shown hangs at the focus. */
function attached(nodes: Surroundings['nodes'], focus: string): Surroundings['nodes'] {
  const shown = new Set(nodes.map(({ node }) => node.id));
  return nodes.map((near) =>
    near.parent === '' || shown.has(near.parent) ? near : { ...near, parent: focus, distance: 1 },
  );
}

function dotOf(node: GraphNode, { x, y }: { x: number; y: number }): Dot {
  const { id, kind, label, state, idEnd } = node;
  return { id, kind, label, state, idEnd, x, y, size: markOf(kind), side: 0 };
}

function folderDot(id: string, { regions }: Layout, count: number): Dot[] {
  const disc = regions.get(id);
  if (disc === undefined || !isFolder(id)) return [];
  const { x, y, r } = disc;
  return [
    {
      id,
      kind: 'folder',
      label: '',
      x,
      y,
      size: Math.min(folderMark(count), 0.42 * r),
      count,
      side: 0,
    },
  ];
}

interface Shown {
  /** What each node is drawn as. */
  readonly shown: ReadonlyMap<string, string>;
  readonly layout?: Layout;
  readonly isGathered?: boolean;
}

function linesOf(graph: Graph, { shown, layout, isGathered = false }: Shown): Line[] {
  const lines = new Map<string, Line>();
  for (const edge of graph.edges) {
    const source = shown.get(edge.source);
    const target = shown.get(edge.target);
    if (source === undefined || target === undefined || source === target) continue;
    const id = keyOf({ source, target });
    const isQuiet = layout !== undefined && isLeftToPlace(edge, { layout, target, isGathered });
    if (lines.get(id)?.isQuiet !== false)
      lines.set(id, { id, source, target, kind: edge.kind, isQuiet });
  }
  return [...lines.values()];
}

/** What a line is not needed for: it is said by where its ends lie, or by the one line for all between two regions. */
function isLeftToPlace(
  { source, kind }: GraphEdge,
  { layout, target, isGathered }: { layout: Layout; target: string; isGathered: boolean },
): boolean {
  if (kind === 'made') return true;
  const isSame = layout.regionOf.get(source) === regionFor(target, layout);
  return isSame ? kind === 'in_area' || isFolder(target) : isGathered;
}

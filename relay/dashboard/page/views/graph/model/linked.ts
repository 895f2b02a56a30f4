import type { Graph } from './graph.ts';
import type { GraphNode } from './node.ts';
import { inListOrder } from './near.ts';
import { fileOf } from './regions.ts';
import { linkWords } from './words.ts';

/** What a node is joined to in one way. */
export interface Linked {
  readonly heading: string;
  /** Only the first of many; how many are shown says nothing then. */
  readonly isPart?: boolean;
  readonly nodes: readonly GraphNode[];
}

const order = [
  'Superseded by',
  'Decided by',
  'In the area',
  'In the file',
  'About',
  'Decisions about it',
  'Decisions in it',
  'Decided',
  'Symbols in it',
  'Supersedes',
];

/** What a node is joined to, by how; each group in the order of lists. */
export function linkedTo({ nodes, links }: Graph, node: GraphNode): Linked[] {
  const groups = new Map<string, Map<string, GraphNode>>();
  for (const link of links.get(node.id) ?? []) {
    const other = nodes.get(link.other);
    if (other === undefined) continue;
    const heading = linkWords(link, node.kind);
    const group = groups.get(heading) ?? new Map<string, GraphNode>();
    groups.set(heading, group.set(other.id, other));
  }
  return [...groups]
    .sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
    .map(([heading, group]) => ({ heading, nodes: [...group.values()].sort(inListOrder) }));
}

/** What is in a folder of the picture, or is decided there. */
export function inRegion(
  { nodes }: Graph,
  regionOf: ReadonlyMap<string, string>,
  region: string,
): Linked[] {
  const members = [...nodes.values()].filter(({ id }) => regionOf.get(id) === region);
  const files = members.filter(({ kind }) => kind === 'file');
  const decisions = members.filter(
    (node) => fileOf(node) === undefined && node.kind === 'decision',
  );
  return [
    { heading: 'Decisions', nodes: decisions.sort(inListOrder) },
    { heading: 'Files', nodes: files.sort(inListOrder) },
  ].filter((group) => group.nodes.length > 0);
}

/** What to look at first in a graph: stale decisions, and the files that most is decided about. */
export function standingOut(graph: Graph): Linked[] {
  const all = [...graph.nodes.values()];
  const count = ({ id }: GraphNode) =>
    (graph.links.get(id) ?? []).filter(({ kind, isOut }) => kind === 'about' && !isOut).length;
  const files = all.filter(({ kind }) => kind === 'file').sort((a, b) => count(b) - count(a));
  return [
    { heading: 'Stale', nodes: all.filter(({ state }) => state === 'stale').sort(inListOrder) },
    { heading: 'Most is decided about', nodes: files.slice(0, 8), isPart: true },
    {
      heading: 'Who decides',
      nodes: all.filter(({ kind }) => kind === 'person').sort(inListOrder),
    },
  ].filter(({ nodes }) => nodes.length > 0);
}

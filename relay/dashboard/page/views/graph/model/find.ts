import type { NodeType } from '../../../../../../shared/graph/contract.ts';
import { degreeOf, type Graph } from './graph.ts';
import { type GraphNode } from './node.ts';
import { inListOrder } from './near.ts';

/** DSH-62: the nodes whose name has all words of a search, the best first: those that begin with it, then what much is joined to. */
export function found(graph: Graph, query: string, kinds: ReadonlySet<NodeType>): GraphNode[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  const [first = ''] = words;
  const matches = [...graph.nodes.values()].flatMap((node) => {
    const text = node.label.toLowerCase();
    if (!kinds.has(node.kind) || !words.every((word) => text.includes(word))) return [];
    const name = text.slice(text.lastIndexOf('/') + 1);
    const rank = Number(!name.startsWith(first)) * 2 + Number(!name.includes(first));
    return { node, rank, degree: degreeOf(graph, node.id) };
  });
  return matches
    .sort((a, b) => a.rank - b.rank || b.degree - a.degree || inListOrder(a.node, b.node))
    .map(({ node }) => node);
}

/** All nodes of some kinds, for the list; with a search only those that it finds. */
export function listed(graph: Graph, query: string, kinds: ReadonlySet<NodeType>): GraphNode[] {
  if (query.trim() !== '') return found(graph, query, kinds);
  return [...graph.nodes.values()].filter(({ kind }) => kinds.has(kind)).sort(inListOrder);
}

import type { Graph } from './graph.ts';
import type { GraphNode } from './node.ts';

/** A node and what it is reached by. */
export interface Near {
  readonly node: GraphNode;
  /** In edges from the focus, which has 0. */
  readonly distance: number;
  /** The node before it on the shortest way; empty for the focus. */
  readonly parent: string;
}

export interface Surroundings {
  /** The focus first, the nearest before others. */
  readonly nodes: readonly Near[];
  /** How many there are, also beyond the limit. */
  readonly total: number;
}

const order = { person: 0, area: 1, decision: 2, file: 3, symbol: 4 } as const;

interface Wanted {
  readonly focus: string;
  readonly depth: number;
  readonly limit: number;
}

/**
 * DSH-61: what is near a node, by the edges. It does not go on behind a person, who is joined to everything that they decided, unless
 * the person is the focus. Empty when there is no such node.
 */
export function surroundingsOf(graph: Graph, { focus, depth, limit }: Wanted): Surroundings {
  const start = graph.nodes.get(focus);
  if (start === undefined) return { nodes: [], total: 0 };
  const found = new Map<string, Near>([[focus, { node: start, distance: 0, parent: '' }]]);
  let edge: readonly Near[] = [...found.values()];
  for (let distance = 1; distance <= depth; distance += 1) {
    const next: Near[] = [];
    for (const { node } of edge) {
      if (node.kind === 'person' && node.id !== focus) continue;
      for (const other of neighboursOf(graph, node.id)) {
        if (found.has(other.id)) continue;
        const near = { node: other, distance, parent: node.id };
        found.set(other.id, near);
        next.push(near);
      }
    }
    edge = next;
  }
  return { nodes: [...found.values()].slice(0, limit), total: found.size };
}

/** In the order in which they are listed: people, areas, decisions, files, symbols, each by name. */
export function neighboursOf({ nodes, links }: Graph, id: string): GraphNode[] {
  const ids = new Set((links.get(id) ?? []).map(({ other }) => other));
  return [...ids].flatMap((other) => nodes.get(other) ?? []).sort(inListOrder);
}

/** What still holds before what has ended. */
export function inListOrder(a: GraphNode, b: GraphNode): number {
  return (
    order[a.kind] - order[b.kind] ||
    Number(a.state === 'ended') - Number(b.state === 'ended') ||
    a.label.localeCompare(b.label, 'en') ||
    (a.id < b.id ? -1 : 1)
  );
}

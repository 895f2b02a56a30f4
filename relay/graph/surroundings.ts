import type { KnowledgeGraph } from '../../shared/graph/contract.ts';
import { GraphBuilder, usualLimits, type BuiltGraph, type Edge } from './rules.ts';

interface Surroundings {
  /** The id of a node. */
  readonly focus: string;
  /** In edges. */
  readonly depth: number;
  /** How many nodes at most; the nearest are kept. */
  readonly limit: number;
}

/** GRA-2: a node and what is near it. Undefined when it is no node of the graph. */
export function surroundingsOf(
  { nodes, edges }: BuiltGraph,
  { focus, depth, limit }: Surroundings,
): KnowledgeGraph | undefined {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  if (!byId.has(focus)) return undefined;
  const near = nearOf(edges, focus, depth);
  const kept = new Set([...near].slice(0, limit));
  const joined = edges.filter(({ source, target }) => kept.has(source) && kept.has(target));
  const isCut = near.size > limit || joined.length > usualLimits.edges;
  return {
    nodes: [...kept].flatMap((id) => byId.get(id) ?? []),
    edges: joined.slice(0, usualLimits.edges),
    ...(isCut && { truncated: true as const, total: near.size }),
  };
}

/** The ids of what is at most so many edges away, the nearest first. */
function nearOf(edges: readonly Edge[], focus: string, depth: number): Set<string> {
  const near = new Set([focus]);
  for (let step = 0; step < depth; step += 1) {
    const before = new Set(near);
    for (const { source, target } of edges) {
      if (before.has(source)) near.add(target);
      if (before.has(target)) near.add(source);
    }
  }
  return near;
}

/** A graph in which nothing is left out, since what is near a node may be anywhere in it. */
export function wholeBuilder(isShown: ConstructorParameters<typeof GraphBuilder>[1]): GraphBuilder {
  return new GraphBuilder({ nodes: Infinity, edges: Infinity }, isShown);
}

import type { KnowledgeGraph, NodeType } from '../../shared/graph/contract.ts';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { maxEdges, withinNodes, type Edge, type WholeGraph } from './rules.ts';

/** What a request wants to see of the graph (GRA-2). */
export interface GraphView {
  /** Undefined for all. */
  readonly types: ReadonlySet<NodeType> | undefined;
  readonly focus: string | undefined;
  readonly depth: number;
  readonly limit: number;
}

/**
 * GRA-2: the nodes of some types, or the focus and what is at most `depth` edges from it, the nearest first. `total` counts the
 * nodes where some were left out. NotFound: the focus is none of them.
 */
export function viewOf(
  graph: WholeGraph,
  { types, focus, depth, limit }: GraphView,
): KnowledgeGraph | Refusal {
  const wanted = graph.nodes.filter(
    ({ id, type }) => types === undefined || types.has(type) || id === focus,
  );
  const typed = withinNodes(wanted, graph.edges);
  const whole = focus === undefined ? typed : around(typed, focus, depth);
  if (whole === undefined) return noSuchNode(focus ?? '');
  const shown = withinNodes(whole.nodes.slice(0, limit), whole.edges);
  const isCut = whole.nodes.length > limit || shown.edges.length > maxEdges;
  return {
    nodes: [...shown.nodes],
    edges: shown.edges.slice(0, maxEdges),
    ...(isCut && { truncated: true as const, total: whole.nodes.length }),
  };
}

/** Undefined when the focus is no node. */
function around(
  { nodes, edges }: WholeGraph,
  focus: string,
  depth: number,
): WholeGraph | undefined {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  if (!byId.has(focus)) return undefined;
  const neighbours = neighboursOf(edges);
  const reached = new Set([focus]);
  let edge = [focus];
  for (let step = 0; step < depth; step += 1) {
    edge = edge.flatMap((id) => neighbours.get(id) ?? []).filter((id) => !reached.has(id));
    for (const id of edge) reached.add(id);
  }
  const near = [...reached].flatMap((id) => byId.get(id) ?? []);
  return withinNodes(near, edges);
}

function neighboursOf(edges: readonly Edge[]): Map<string, string[]> {
  const neighbours = new Map<string, string[]>();
  const add = (from: string, to: string) => {
    const known = neighbours.get(from);
    if (known === undefined) neighbours.set(from, [to]);
    else known.push(to);
  };
  for (const { source, target } of edges) {
    add(source, target);
    add(target, source);
  }
  return neighbours;
}

function noSuchNode(focus: string): Refusal {
  const shown = focus.length > 120 ? `${focus.slice(0, 120)}…` : focus;
  return refuse(
    'NotFound',
    `focus: there is no node ${JSON.stringify(shown)} in this graph. Take an id that the graph without focus answers.`,
    { field: 'focus' },
  );
}

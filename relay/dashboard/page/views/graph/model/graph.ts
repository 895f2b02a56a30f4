import type { EdgeKind, KnowledgeGraph } from '../../../../../../shared/graph/contract.ts';
import { shownUser } from '../../../../../../shared/kernel/display.ts';
import type { GraphNode } from './node.ts';

export interface GraphEdge {
  readonly source: string;
  readonly target: string;
  readonly kind: EdgeKind;
}

/** One end of an edge as the node at the other end sees it. */
export interface Link {
  readonly kind: EdgeKind;
  readonly other: string;
  /** Whether the edge begins here. */
  readonly isOut: boolean;
}

/** What the team has decided, and what that is about. */
export interface Graph {
  readonly nodes: ReadonlyMap<string, GraphNode>;
  readonly edges: readonly GraphEdge[];
  /** By the id of a node; none for a node without edges. */
  readonly links: ReadonlyMap<string, readonly Link[]>;
}

export const noGraph: Graph = { nodes: new Map(), edges: [], links: new Map() };

export function graphOf({ nodes, edges }: KnowledgeGraph): Graph {
  return made(
    new Map(nodes.map(({ id, type, label, state }) => [id, { id, kind: type, label, state }])),
    edges.map(({ source, target, kind = 'about' }) => ({ source, target, kind })),
  );
}

/**
 * The graph after one of its decisions was asked for again: `answer` is that decision with all that it is joined to. Undefined for
 * one that is gone. What nothing is about any more goes too.
 */
export function withDecision(graph: Graph, id: string, answer: KnowledgeGraph | undefined): Graph {
  const fresh = answer === undefined ? noGraph : graphOf(answer);
  const before = graph.edges.filter(({ source, target }) => source !== id && target !== id);
  const neighbours = (graph.links.get(id) ?? []).map(({ other }) => other);
  const nodes = new Map(graph.nodes);
  nodes.delete(id);
  for (const node of fresh.nodes.values()) nodes.set(node.id, node);
  const edges = [
    ...new Map([...before, ...fresh.edges].map((edge) => [keyOf(edge), edge])).values(),
  ];
  const joined = made(nodes, edges);
  const left = neighbours.filter((other) => !isStillAbout(joined, other));
  return left.length === 0 ? joined : without(joined, new Set(left));
}

/** The graph with nodes that were not in it, such as what is near a node that was left out. */
export function withMore(graph: Graph, answer: KnowledgeGraph): Graph {
  const more = graphOf(answer);
  const edges = new Map([...graph.edges, ...more.edges].map((edge) => [keyOf(edge), edge]));
  return made(new Map([...graph.nodes, ...more.nodes]), [...edges.values()]);
}

/** How many other nodes it is joined to. */
export function degreeOf({ links }: Graph, id: string): number {
  return links.get(id)?.length ?? 0;
}

function isStillAbout({ nodes, links }: Graph, id: string): boolean {
  if (nodes.get(id)?.kind === 'decision') return true;
  return (links.get(id) ?? []).length > 0;
}

function without({ nodes, edges }: Graph, gone: ReadonlySet<string>): Graph {
  return made(
    new Map([...nodes].filter(([id]) => !gone.has(id))),
    edges.filter(({ source, target }) => !gone.has(source) && !gone.has(target)),
  );
}

function made(all: Map<string, GraphNode>, joined: readonly GraphEdge[]): Graph {
  const nodes = toldApart(all);
  const edges = joined.filter(({ source, target }) => nodes.has(source) && nodes.has(target));
  const links = new Map<string, Link[]>();
  const add = (id: string, link: Link) => {
    const known = links.get(id);
    if (known === undefined) links.set(id, [link]);
    else known.push(link);
  };
  for (const { source, target, kind } of edges) {
    add(source, { kind, other: target, isOut: true });
    add(target, { kind, other: source, isOut: false });
  }
  return { nodes, edges, links };
}

export function keyOf({ source, target }: Pick<GraphEdge, 'source' | 'target'>): string {
  return `${source}\n${target}`;
}

const endLength = 4;

/** The nodes, in which each person has the end of their id where another one is called the same; nobody else has. */
function toldApart(nodes: ReadonlyMap<string, GraphNode>): Map<string, GraphNode> {
  const called = new Map<string, number>();
  for (const { kind, label } of nodes.values()) {
    if (kind !== 'person') continue;
    const name = shownUser(label);
    called.set(name, (called.get(name) ?? 0) + 1);
  }
  const result = new Map(nodes);
  for (const [id, node] of nodes) {
    if (node.kind !== 'person') continue;
    const isOneOfSeveral = (called.get(shownUser(node.label)) ?? 0) > 1;
    const idEnd = isOneOfSeveral ? id.slice(-endLength) : undefined;
    if (node.idEnd !== idEnd) result.set(id, { ...node, idEnd });
  }
  return result;
}

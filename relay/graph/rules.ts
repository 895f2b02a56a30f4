import type { EdgeKind, KnowledgeGraph, NodeType } from '../../shared/graph/contract.ts';
import { parseSymbolId } from '../../shared/kernel/symbol-id.ts';

/** What the graph shows about a decision. */
export interface GraphedDecision {
  readonly id: string;
  readonly title: string;
  readonly files: readonly string[];
  readonly symbols: readonly string[];
  readonly areas: readonly string[];
  readonly state?: 'fresh' | 'stale' | 'ended';
  readonly madeBy?: { readonly id: string; readonly name: string };
  readonly supersededBy?: string | undefined;
}

type Node = KnowledgeGraph['nodes'][number];
export type Edge = KnowledgeGraph['edges'][number] & { readonly kind: EdgeKind };

/** All that some decisions make, however much it is. */
export interface WholeGraph {
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
}

export const maxNodes = 2_000;
export const maxEdges = 6_000;

/** Decisions, what they are about, and the file of each symbol. When it is too large, the last decisions are left out. */
export function knowledgeGraph(decisions: readonly GraphedDecision[]): KnowledgeGraph {
  const { nodes, edges } = wholeGraph(decisions);
  const shown = withinNodes(nodes.slice(0, maxNodes), edges);
  return {
    nodes: shown.nodes.map(({ id, type, label }) => ({ id, type, label })),
    edges: shown.edges.slice(0, maxEdges).map(({ source, target }) => ({ source, target })),
  };
}

/** Everything that the decisions make, in their order. An ended one stands alone, beside the one that superseded it. */
export function wholeGraph(decisions: readonly GraphedDecision[]): WholeGraph {
  const builder = new GraphBuilder();
  for (const decision of decisions) builder.addDecision(decision);
  for (const { id, supersededBy } of decisions) {
    if (supersededBy !== undefined) builder.join(supersededBy, id, 'supersedes');
  }
  return builder.graph();
}

/** These nodes, and the edges that join two of them. */
export function withinNodes(nodes: readonly Node[], edges: readonly Edge[]): WholeGraph {
  const ids = new Set(nodes.map(({ id }) => id));
  return { nodes, edges: edges.filter(({ source, target }) => ids.has(source) && ids.has(target)) };
}

class GraphBuilder {
  private readonly nodes = new Map<string, Node>();
  private readonly edges = new Map<string, Edge>();

  addDecision({ id, title, files, symbols, areas, state, madeBy }: GraphedDecision): void {
    this.nodes.set(id, { id, type: 'decision', label: title, ...(state && { state }) });
    if (state === 'ended') return;
    if (madeBy !== undefined) this.join(this.add(madeBy.id, 'person', madeBy.name), id, 'made');
    for (const file of files) this.join(id, this.add(`file_${file}`, 'file', file), 'about');
    for (const area of areas) this.join(id, this.add(`area_${area}`, 'area', area), 'in_area');
    for (const symbol of symbols) {
      const { path: file, name } = parseSymbolId(symbol);
      const node = this.add(`symbol_${symbol}`, 'symbol', name);
      this.join(id, node, 'about');
      this.join(this.add(`file_${file}`, 'file', file), node, 'contains');
    }
  }

  /** Joins two nodes that are there. */
  join(source: string, target: string, kind: EdgeKind): void {
    if (!this.nodes.has(source) || !this.nodes.has(target)) return;
    this.edges.set(`${source}\n${target}`, { source, target, kind });
  }

  graph(): WholeGraph {
    return { nodes: [...this.nodes.values()], edges: [...this.edges.values()] };
  }

  private add(id: string, type: NodeType, label: string): string {
    if (!this.nodes.has(id)) this.nodes.set(id, { id, type, label });
    return id;
  }
}

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
type Edge = KnowledgeGraph['edges'][number] & { readonly kind: EdgeKind };

/** Of the code outside every symbol, whose name is empty. */
const topLevelLabel = '(top level)';
export const maxNodes = 2_000;
const maxEdges = 6_000;

interface GraphLimits {
  readonly nodes: number;
  readonly edges: number;
}

export const usualLimits: GraphLimits = { nodes: maxNodes, edges: maxEdges };

/** Decisions, what they are about, and the file of each symbol. When it is too large, the last decisions are left out, and it says so. */
export function knowledgeGraph(decisions: readonly GraphedDecision[]): KnowledgeGraph {
  const builder = new GraphBuilder();
  for (const decision of decisions) builder.add(decision);
  return builder.graph();
}

/** Makes a graph out of decisions, one after the other. What comes when it is full is only counted. */
export class GraphBuilder {
  private readonly nodes = new Map<string, Node>();
  private readonly edges = new Map<string, Edge>();
  private readonly leftOut = new Set<string>();
  private lacksEdges = false;

  constructor(
    private readonly limits: GraphLimits = usualLimits,
    private readonly isShown: (type: NodeType, id: string) => boolean = () => true,
  ) {}

  /** How many nodes there would be. */
  get total(): number {
    return this.nodes.size + this.leftOut.size;
  }

  get isCut(): boolean {
    return this.leftOut.size > 0 || this.lacksEdges;
  }

  /** The decision that superseded an ended one is to be added before it, which stands alone beside it. */
  add({ id, title, state, supersededBy, ...about }: GraphedDecision): void {
    this.addNode({ id, type: 'decision', label: title, ...(state && { state }) });
    if (supersededBy !== undefined) this.join(supersededBy, id, 'supersedes');
    if (state !== 'ended') this.addWhatItIsAbout(id, about);
  }

  graph(): KnowledgeGraph {
    const cut = this.isCut && { truncated: true as const, total: this.total };
    return { nodes: [...this.nodes.values()], edges: [...this.edges.values()], ...cut };
  }

  private addWhatItIsAbout(
    id: string,
    {
      files,
      symbols,
      areas,
      madeBy,
    }: Pick<GraphedDecision, 'files' | 'symbols' | 'areas' | 'madeBy'>,
  ): void {
    if (madeBy !== undefined)
      this.join(this.addNode({ id: madeBy.id, type: 'person', label: madeBy.name }), id, 'made');
    for (const file of files) this.join(id, this.addFile(file), 'about');
    for (const area of areas)
      this.join(id, this.addNode({ id: `area_${area}`, type: 'area', label: area }), 'in_area');
    for (const symbol of symbols) {
      const { path: file, name } = parseSymbolId(symbol);
      const label = name === '' ? topLevelLabel : name;
      const node = this.addNode({ id: `symbol_${symbol}`, type: 'symbol', label });
      this.join(id, node, 'about');
      this.join(this.addFile(file), node, 'contains');
    }
  }

  private addFile(file: string): string {
    return this.addNode({ id: `file_${file}`, type: 'file', label: file });
  }

  private addNode(node: Node): string {
    const { id, type } = node;
    if (this.nodes.has(id) || !this.isShown(type, id)) return id;
    if (this.nodes.size < this.limits.nodes) this.nodes.set(id, node);
    else this.leftOut.add(id);
    return id;
  }

  /** Joins two nodes that are there. */
  private join(source: string, target: string, kind: EdgeKind): void {
    if (!this.nodes.has(source) || !this.nodes.has(target)) return;
    const key = `${source}\n${target}`;
    if (this.edges.has(key)) return;
    if (this.edges.size < this.limits.edges) this.edges.set(key, { source, target, kind });
    else this.lacksEdges = true;
  }
}

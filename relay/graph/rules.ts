import { parseSymbolId } from '../../shared/kernel/symbol-id.ts';
import type { KnowledgeGraph } from '../../shared/graph/contract.ts';

/** What the graph shows about a decision. */
export interface GraphedDecision {
  readonly id: string;
  readonly title: string;
  readonly files: readonly string[];
  readonly symbols: readonly string[];
  readonly areas: readonly string[];
}

const maxNodes = 2_000;
const maxEdges = 6_000;

/** Decisions, what they are about, and the file of each symbol. When it is too large, the last decisions are left out. */
export function knowledgeGraph(decisions: readonly GraphedDecision[]): KnowledgeGraph {
  const nodes = new Map<string, KnowledgeGraph['nodes'][number]>();
  const edges = new Map<string, KnowledgeGraph['edges'][number]>();
  const add = (id: string, type: KnowledgeGraph['nodes'][number]['type'], label: string) => {
    if (!nodes.has(id) && nodes.size < maxNodes) nodes.set(id, { id, type, label });
    return id;
  };
  const join = (source: string, target: string) => {
    if (!nodes.has(source) || !nodes.has(target) || edges.size >= maxEdges) return;
    edges.set(`${source}\n${target}`, { source, target });
  };
  for (const { id, title, files, symbols, areas } of decisions) {
    add(id, 'decision', title);
    for (const file of files) join(id, add(`file_${file}`, 'file', file));
    for (const area of areas) join(id, add(`area_${area}`, 'area', area));
    for (const symbol of symbols) {
      const { path: file, name } = parseSymbolId(symbol);
      const node = add(`symbol_${symbol}`, 'symbol', name);
      join(id, node);
      join(add(`file_${file}`, 'file', file), node);
    }
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()] };
}

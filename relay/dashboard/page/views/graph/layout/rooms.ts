import type { NodeType } from '../../../../../../shared/graph/contract.ts';
import { degreeOf, type Graph } from '../model/graph.ts';
import { type GraphNode } from '../model/node.ts';

/** How large the mark of a node is, as a radius. */
const marks: Readonly<Record<NodeType, number>> = {
  decision: 5,
  file: 4.5,
  symbol: 2.8,
  area: 8,
  person: 7,
};

export function markOf(kind: NodeType): number {
  return marks[kind];
}

/** A folder with everything in it drawn as one mark. */
export function folderMark(files: number): number {
  return 8 + 4 * Math.sqrt(files);
}

const rooms: Readonly<Record<NodeType, number>> = {
  decision: 15,
  file: 14,
  symbol: 7.5,
  area: 18,
  person: 30,
};

/** The room that a node needs around it; what much is joined to needs more. */
export function roomOf(graph: Graph, { id, kind }: GraphNode): number {
  const more = kind === 'file' ? Math.min(10, degreeOf(graph, id)) : 0;
  return rooms[kind] + more;
}

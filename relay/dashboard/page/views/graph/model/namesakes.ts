import { shownUser } from '../../../../../../shared/kernel/display.ts';
import type { GraphNode } from './node.ts';

const endLength = 4;

/** The nodes, in which each person has the end of their id where another one is called the same; nobody else has. */
export function toldApart(nodes: ReadonlyMap<string, GraphNode>): Map<string, GraphNode> {
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

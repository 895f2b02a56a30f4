import { dirname } from 'node:path';
import { isLocal, type Import, type Source } from './sources.ts';

/** Names of nodes with the names that each one leads to. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Folders and the folders whose values they import. A folder does not include the folders in it. */
export function folderGraph(sources: readonly Source[]): Graph {
  return graphOf(sources, dirname, (kind) => kind === 'value');
}

/** Files and the files whose values or types they import, at once or later. */
export function fileGraph(sources: readonly Source[]): Graph {
  return graphOf(
    sources,
    (path) => path,
    () => true,
  );
}

function graphOf(
  sources: readonly Source[],
  nodeOf: (path: string) => string,
  isMeant: (kind: Import['kind']) => boolean,
): Graph {
  const graph = new Map<string, Set<string>>();
  for (const { path, imports } of sources) {
    const from = nodeOf(path);
    const targets = graph.get(from) ?? new Set();
    graph.set(from, targets);
    for (const { target, kind } of imports) {
      if (isMeant(kind) && isLocal(target) && nodeOf(target) !== from) targets.add(nodeOf(target));
    }
  }
  return graph;
}

/** Groups of nodes that all reach each other (Tarjan's strongly connected components of more than one node). */
export function cyclesIn(graph: Graph): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const connect = (node: string): void => {
    index.set(node, index.size);
    low.set(node, index.get(node) ?? 0);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) connect(next);
      if (stack.includes(next)) {
        low.set(node, Math.min(low.get(node) ?? 0, low.get(next) ?? 0));
      }
    }
    if (low.get(node) !== index.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    if (group.length > 1) cycles.push(group.sort());
  };
  for (const node of graph.keys()) if (!index.has(node)) connect(node);
  return cycles;
}

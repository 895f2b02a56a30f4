import { DirectedGraph } from 'graphology';
import { markOfDot, sizeOfDot } from './mark-of-dot.ts';
import { colorOf, type Palette } from './palette.ts';
import type { Scene } from './scene.ts';

/** Which dots are joined by a line. */
export function neighboursIn({ lines }: Scene): Map<string, Set<string>> {
  const neighbours = new Map<string, Set<string>>();
  const add = (a: string, b: string) => {
    const known = neighbours.get(a);
    if (known === undefined) neighbours.set(a, new Set([b]));
    else known.add(b);
  };
  for (const { source, target } of lines) {
    add(source, target);
    add(target, source);
  }
  return neighbours;
}

/** A scene as the library of the picture wants it. */
export function graphFor({ dots, lines }: Scene, palette: Palette): DirectedGraph {
  const graph = new DirectedGraph();
  for (const dot of dots)
    graph.addNode(dot.id, {
      x: dot.x,
      y: dot.y,
      size: sizeOfDot(dot),
      type: markOfDot(dot),
      color: colorOf(dot, palette),
      zIndex: 1,
    });
  for (const { id, source, target, isQuiet } of lines)
    graph.addEdgeWithKey(id, source, target, { source, target, isQuiet, size: 1, zIndex: 0 });
  return graph;
}

import type { Graph } from './graph.ts';
import { isFolder } from './regions.ts';
import type { Dot, Scene } from '../draw/scene.ts';
import { countOf, folderName, kindWords, nameOf } from './words.ts';

/** What is chosen, for readers of the screen; without a choice what the picture shows. */
export function told(graph: Graph, scene: Scene | undefined, id: string | undefined): string {
  if (id === undefined) return shownIn(scene);
  if (isFolder(id)) {
    const count = scene?.dots.find((dot) => dot.id === id)?.count;
    return `Folder ${folderName(id)}${count === undefined ? '' : `, ${countOf('file', count)}`}`;
  }
  const node = graph.nodes.get(id);
  if (node === undefined) return '';
  const links = graph.links.get(id)?.length ?? 0;
  const state = node.state === 'stale' || node.state === 'ended' ? `, ${node.state}` : '';
  return `${kindWords[node.kind][0]} ${nameOf(node)}${state}, ${links} ${links === 1 ? 'link' : 'links'}`;
}

function shownIn(scene: Scene | undefined): string {
  const counts = new Map<Dot['kind'], number>();
  for (const { kind } of scene?.dots ?? []) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const words = [...counts].map(([kind, count]) => countOf(kind, count));
  return words.length === 0 ? '' : `The picture shows ${words.join(', ')}`;
}

import type { NodeType } from '../../../../../../shared/graph/contract.ts';
import { asData, shownId, shownUser } from '../../../../../../shared/kernel/display.ts';
import type { Output } from '../../../../../../shared/api/operations.ts';
import type { Dot, Scene } from '../draw/scene.ts';
import type { Link, Graph } from './graph.ts';
import type { GraphNode } from './node.ts';
import { pathOfFolder, isFolder } from './regions.ts';

export const kinds: readonly NodeType[] = ['decision', 'file', 'symbol', 'area', 'person'];

export const kindWords: Readonly<
  Record<NodeType | 'folder', readonly [one: string, many: string]>
> = {
  decision: ['Decision', 'Decisions'],
  file: ['File', 'Files'],
  symbol: ['Symbol', 'Symbols'],
  area: ['Area', 'Areas'],
  person: ['Person', 'People'],
  folder: ['Folder', 'Folders'],
};

type Named = Pick<GraphNode, 'kind' | 'label' | 'idEnd'>;

/** `1 file`, `2 files`. */
export function countOf(kind: keyof typeof kindWords, count: number): string {
  const [one, many] = kindWords[kind];
  return `${count} ${(count === 1 ? one : many).toLowerCase()}`;
}

/** The whole name of a node; text of others is made harmless (TXT). */
export function nameOf(node: Named): string {
  return withEnd(plainNameOf(node), node);
}

function plainNameOf({ kind, label }: Named): string {
  if (kind === 'person') return shownUser(label);
  if (kind === 'symbol' && label === '') return '(top level of the file)';
  return kind === 'decision' || kind === 'area' ? asData(label) : shownId(label);
}

/** A name for a picture: a file without its folders. */
export function shortNameOf(node: Named, most = 40): string {
  if (node.kind !== 'file') return withEnd(cut(plainNameOf(node), most), node);
  return cut(shownId(node.label.slice(node.label.lastIndexOf('/') + 1)), most);
}

/** No name can have such an end unquoted, so none can pass for another's. */
function withEnd(name: string, { idEnd }: Pick<GraphNode, 'idEnd'>): string {
  return idEnd === undefined ? name : `${name} (…${shownId(idEnd)})`;
}

export function folderName(id: string): string {
  const path = pathOfFolder(id);
  return path === '' ? 'not in a folder' : shownId(path, 60);
}

/** The heading for the links of a node of one kind, such as `Decided by`. */
export function linkWords({ kind, isOut }: Pick<Link, 'kind' | 'isOut'>, of: NodeType): string {
  switch (kind) {
    case 'about':
      return isOut ? 'About' : 'Decisions about it';
    case 'made':
      return isOut ? 'Decided' : 'Decided by';
    case 'in_area':
      return isOut ? 'In the area' : 'Decisions in it';
    case 'supersedes':
      return isOut ? 'Supersedes' : 'Superseded by';
    case 'contains':
      return of === 'file' ? 'Symbols in it' : 'In the file';
  }
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : asData(text, most);
}

type Counts = Output<'summary'>['decisions'];

/**
 * Which decisions of the workspace the graph does not draw, in words: `2 that have ended, 1 proposed`; empty where it draws all.
 * Of those that have ended only the ones that another superseded are drawn, beside it.
 */
export function leftOut({ nodes }: Pick<Graph, 'nodes'>, counts: Counts): string {
  const drawn = { fresh: 0, stale: 0, ended: 0 };
  for (const { kind, state = 'fresh' } of nodes.values())
    if (kind === 'decision') drawn[state] += 1;
  const ended = counts.ended - drawn.ended;
  const standing = counts.fresh + counts.stale - drawn.fresh - drawn.stale;
  const parts = [
    standing > 0 ? `${standing} older` : '',
    ended > 0 ? `${ended} that ${ended === 1 ? 'has' : 'have'} ended` : '',
    counts.proposed > 0 ? `${counts.proposed} proposed` : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

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

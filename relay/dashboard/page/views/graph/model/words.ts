import type { NodeType } from '../../../../../../shared/graph/contract.ts';
import { asData, shownId, shownUser } from '../../../../../../shared/kernel/display.ts';
import type { Link } from './graph.ts';
import type { GraphNode } from './node.ts';
import { pathOfFolder } from './regions.ts';

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

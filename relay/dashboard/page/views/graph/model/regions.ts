import { fileOfSymbol } from '../../../../../../shared/kernel/symbol-id.ts';
import type { Graph } from './graph.ts';
import type { GraphNode } from './node.ts';

/** A part of the picture: a folder, or an area that decisions name. Its id is that of the node in its middle. */
export interface Membership {
  /** The region of each node that has one; people have none. */
  readonly regionOf: ReadonlyMap<string, string>;
  /** How many parts of a path make a folder. */
  readonly depth: number;
}

/** More folders than that are no help to the eye; they are drawn together. */
const mostRegions = 60;
const deepest = 6;

/** What is about no code and in no area. */
export const looseRegion = 'folder_';

const filePrefix = 'file_';
const symbolPrefix = 'symbol_';
const folderPrefix = 'folder_';

/** The regions of a graph. A `depth` that was used before is kept, as long as it does not make too many. */
export function regionsOf(graph: Graph, before = deepest): Membership {
  const nodes = [...graph.nodes.values()];
  const files = nodes.flatMap((node) => fileOf(node) ?? []);
  const areas = nodes.filter(({ kind }) => kind === 'area').length;
  const count = (depth: number) =>
    areas + new Set(files.map((file) => folderRegion(file, depth))).size;
  let depth = Math.min(before, deepest);
  while (depth > 1 && count(depth) > mostRegions) depth -= 1;
  return { regionOf: assign(graph, depth), depth };
}

export function isFolder(id: string): boolean {
  return id.startsWith(folderPrefix);
}

/** The path of the folder; empty for the top of the repository. */
export function pathOfFolder(id: string): string {
  return id.slice(folderPrefix.length);
}

/** The path of the file that a node is, or is in; undefined for others. */
export function fileOf({ id, kind }: Pick<GraphNode, 'id' | 'kind'>): string | undefined {
  if (kind === 'file') return id.slice(filePrefix.length);
  if (kind === 'symbol') return fileOfSymbol(id.slice(symbolPrefix.length));
  return undefined;
}

export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function assign(graph: Graph, depth: number): Map<string, string> {
  const regionOf = new Map<string, string>();
  for (const node of graph.nodes.values()) {
    const file = fileOf(node);
    if (node.kind === 'area') regionOf.set(node.id, node.id);
    else if (file !== undefined) regionOf.set(node.id, folderRegion(file, depth));
  }
  const decisions = [...graph.nodes.values()].filter(({ kind }) => kind === 'decision');
  for (const { id } of decisions) {
    const region = regionOfDecision(graph, id, regionOf);
    if (region !== undefined) regionOf.set(id, region);
  }
  for (const { id } of decisions)
    if (!regionOf.has(id)) regionOf.set(id, regionOfRelated(graph, id, regionOf));
  return regionOf;
}

function folderRegion(file: string, depth: number): string {
  return folderPrefix + folderOf(file).split('/').slice(0, depth).join('/');
}

/** Its first area, else the folder in which most of its code is. */
function regionOfDecision(
  { links }: Graph,
  id: string,
  regionOf: ReadonlyMap<string, string>,
): string | undefined {
  const ends = (links.get(id) ?? []).filter(({ isOut }) => isOut);
  const area = ends.find(({ kind }) => kind === 'in_area');
  if (area !== undefined) return area.other;
  const counts = new Map<string, number>();
  for (const { kind, other } of ends) {
    const region = kind === 'about' ? regionOf.get(other) : undefined;
    if (region !== undefined) counts.set(region, (counts.get(region) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/** An ended decision has no code any more: it stays with what superseded it. */
function regionOfRelated(
  { links }: Graph,
  id: string,
  regionOf: ReadonlyMap<string, string>,
): string {
  for (const { kind, other } of links.get(id) ?? []) {
    const region = kind === 'supersedes' ? regionOf.get(other) : undefined;
    if (region !== undefined) return region;
  }
  return looseRegion;
}

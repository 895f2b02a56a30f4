import type { Graph } from '../model/graph.ts';
import type { GraphNode } from '../model/node.ts';
import { fraction } from '../model/hash.ts';
import { meanOf, lengthOf } from './centres.ts';
import { roomOf } from './rooms.ts';
import { Spots, type Disc, type Point } from './spots.ts';

/** One region: where its nodes lie around its middle, and how far they reach. */
export interface Inside {
  readonly at: ReadonlyMap<string, Point>;
  readonly r: number;
}

interface InsideOptions {
  /** Of the region. */
  readonly id: string;
  readonly nodes: readonly GraphNode[];
  /** The direction of what a node is joined to elsewhere. */
  readonly facing: ReadonlyMap<string, Point>;
  /** Where the region was before, and how far it reached. */
  readonly middle: Disc | undefined;
  readonly before: Before;
}

const order = { area: 0, file: 1, symbol: 2, decision: 3, person: 4 } as const;

/** How far a node is drawn towards what it is joined to elsewhere. */
const pull = 46;

const least = 26;

/** How many nodes are placed in one step. */
const atOnce = 40;

/** Between a node and the edge of its region. */
const edge = 14;

/** Code in the middle, each symbol at its file, decisions around what they are about. */
export function* inside(graph: Graph, options: InsideOptions): Generator<void, Inside> {
  const { nodes, middle, before } = options;
  const spots = new Spots();
  const at = new Map<string, Point>();
  const put = (node: GraphNode, point: Point) => at.set(node.id, point);
  const fresh = nodes.filter((node) => {
    const known = middle && before.at(node.id);
    if (middle === undefined || known === undefined) return true;
    const point = { x: known.x - middle.x, y: known.y - middle.y };
    // It was in another region then: from there it would pull this one over all that lies between.
    if (lengthOf(point) > middle.r) return true;
    spots.take({ ...point, r: roomOf(graph, node) });
    put(node, point);
    return false;
  });
  let placed = 0;
  for (const node of inOrder(graph, fresh)) {
    const { x, y } = spots.near(ideal(graph, { node, at, ...options }), roomOf(graph, node));
    put(node, { x, y });
    placed += 1;
    if (placed % atOnce === 0) yield;
  }
  const centred = middle === undefined ? aroundMiddle(at) : at;
  const reach = [...centred.values()].map((point) => lengthOf(point) + edge);
  return { at: centred, r: Math.max(least, ...reach) };
}

/** What was drawn to one side is moved back, so that the region is no larger than it has to be. */
function aroundMiddle(at: ReadonlyMap<string, Point>): Map<string, Point> {
  const [xs, ys] = [[...at.values()].map(({ x }) => x), [...at.values()].map(({ y }) => y)];
  const x = (Math.min(...xs) + Math.max(...xs)) / 2;
  const y = (Math.min(...ys) + Math.max(...ys)) / 2;
  return new Map([...at].map(([id, point]) => [id, { x: point.x - x, y: point.y - y }]));
}

/** What much is joined to comes first and into the middle; the rest as the hashes of the ids say. */
function inOrder(graph: Graph, nodes: readonly GraphNode[]): GraphNode[] {
  const rank = new Map(
    nodes.map(({ id, kind }) => {
      const joined = kind === 'file' ? Math.min(20, graph.links.get(id)?.length ?? 0) : 0;
      return [id, 100 * order[kind] - joined + fraction(id)];
    }),
  );
  return [...nodes].sort(({ id: a }, { id: b }) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
}

function ideal(
  graph: Graph,
  { node, at, facing }: InsideOptions & { node: GraphNode; at: ReadonlyMap<string, Point> },
): Point {
  if (node.kind === 'area') return { x: 0, y: 0 };
  const joined = (graph.links.get(node.id) ?? []).flatMap(({ other }) => at.get(other) ?? []);
  const { x, y } = meanOf(joined);
  const way = facing.get(node.id);
  return way === undefined ? { x, y } : { x: x + pull * way.x, y: y + pull * way.y };
}

/** Places of an earlier visit; ids may be others' too. */
export interface Before {
  readonly depth: number;
  /** Of a node. */
  at(id: string): Point | undefined;
  /** By the id of the node in the middle, which has a place of its own beside it. */
  region(id: string): Disc | undefined;
}

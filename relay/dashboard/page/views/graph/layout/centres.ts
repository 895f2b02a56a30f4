import { UndirectedGraph } from 'graphology';
import forceAtlas2 from 'graphology-layout-forceatlas2';
import { fraction } from '../model/hash.ts';
import { goldenAngle, overlaps, type Disc, type Point } from './spots.ts';

/** How often regions are drawn together, by a key of two of their ids. */
export type Pulls = ReadonlyMap<
  string,
  { readonly a: string; readonly b: string; readonly n: number }
>;

const rounds = 300;
const roundsAtOnce = 20;
const settings = { adjustSizes: true, gravity: 1.5, scalingRatio: 20, edgeWeightInfluence: 0.6 };
const gap = 14;
const outStep = 5;
/** Forces spread more than the eye needs. */
const closer = 0.4;
/** A screen is wider than high. */
const wide = 1.5;

/**
 * Where regions lie relative to each other: those with much in common side by side. The same for the same regions, since each
 * begins where the hash of its id says.
 */
export function* directions(
  sizes: ReadonlyMap<string, number>,
  pulls: Pulls,
): Generator<void, Map<string, Point>> {
  const graph = new UndirectedGraph();
  for (const [id, size] of sizes) {
    const angle = 2 * Math.PI * fraction(id);
    const away = 60 + 240 * fraction(id, 1);
    graph.addNode(id, { x: away * Math.cos(angle), y: away * Math.sin(angle), size });
  }
  for (const { a, b, n } of pulls.values())
    if (graph.hasNode(a) && graph.hasNode(b)) graph.addEdge(a, b, { weight: n });
  for (let done = 0; graph.order > 1 && done < rounds; done += roundsAtOnce) {
    assignPlaces(graph, { iterations: roundsAtOnce, settings });
    yield;
  }
  const middle = meanOf(graph.mapNodes((_, at) => ({ x: Number(at['x']), y: Number(at['y']) })));
  return new Map(
    graph.mapNodes((id, at) => [
      id,
      { x: Number(at['x']) - middle.x, y: Number(at['y']) - middle.y },
    ]),
  );
}

/** Puts discs close together, each near where it is drawn to; those in `placed` stay where they are. */
export function packed(
  wanted: readonly { readonly id: string; readonly r: number; readonly towards: Point }[],
  placed: Map<string, Disc>,
): Map<string, Disc> {
  const byDistance = [...wanted].sort((a, b) => lengthOf(a.towards) - lengthOf(b.towards));
  for (const { id, r, towards } of byDistance) {
    const ideal = { x: towards.x * closer, y: towards.y * closer };
    placed.set(id, freeNear(ideal, r, [...placed.values()]));
  }
  return placed;
}

/** The free place for a disc that is nearest to a point; what lies beside it counts as nearer than what lies above. */
export function freeNear({ x, y }: Point, r: number, others: readonly Disc[]): Disc {
  for (let at = 0; ; at += 1) {
    const away = outStep * Math.sqrt(at);
    const angle = at * goldenAngle;
    const disc = {
      x: x + wide * away * Math.cos(angle),
      y: y + away * Math.sin(angle),
      r: r + gap,
    };
    if (!others.some((other) => overlaps(disc, other))) return { ...disc, r };
  }
}

export function meanOf(points: readonly Point[]): Point {
  if (points.length === 0) return { x: 0, y: 0 };
  const sum = points.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

export function lengthOf({ x, y }: Point): number {
  return Math.hypot(x, y);
}

/** The package is what its types call its default export. */
const { assign } = forceAtlas2 as unknown as typeof forceAtlas2.default;

/** Gives the nodes of a graph places by forces; from the same places it comes to the same ones. */
const assignPlaces: typeof assign = assign;

/** Each round moves what overlaps; a chain of regions needs one for each of its links. */
const mostRounds = 400;
/** So that what was moved apart does not overlap again by rounding. */
const hair = 0.01;

/**
 * Moves discs apart that overlap, each of two by half of what is missing and along the line between them, so that none moves
 * much farther than the others have grown. What overlaps nothing stays. Discs of one place are parted in the order of their ids.
 */
export function movedApart(discs: ReadonlyMap<string, Disc>): Map<string, Disc> {
  const moved = new Map([...discs].sort(([a], [b]) => (a < b ? -1 : 1)));
  for (let round = 0; round < mostRounds; round += 1) if (!partOnce(moved)) break;
  return moved;
}

/** Whether something overlapped. */
function partOnce(discs: Map<string, Disc>): boolean {
  const ids = [...discs.keys()];
  let hasMoved = false;
  ids.forEach((one, at) => {
    for (const other of ids.slice(at + 1)) {
      const [a, b] = [discs.get(one), discs.get(other)];
      if (a === undefined || b === undefined || !overlaps(a, b)) continue;
      hasMoved = true;
      const [dx, dy] = [b.x - a.x, b.y - a.y];
      const away = Math.hypot(dx, dy);
      const half = (a.r + b.r - away) / 2 + hair;
      const [wx, wy] = away === 0 ? [1, 0] : [dx / away, dy / away];
      discs.set(one, { ...a, x: a.x - half * wx, y: a.y - half * wy });
      discs.set(other, { ...b, x: b.x + half * wx, y: b.y + half * wy });
    }
  });
  return hasMoved;
}

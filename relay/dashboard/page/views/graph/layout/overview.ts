import { grouped } from '../../../../../../shared/kernel/grouped.ts';
import type { Graph } from '../model/graph.ts';
import type { GraphNode } from '../model/node.ts';
import { regionsOf } from '../model/regions.ts';
import {
  directions,
  meanOf,
  lengthOf,
  freeNear,
  packed,
  type Pulls,
  movedApart,
} from './centres.ts';
import { inside, type Before, type Inside } from './inside.ts';
import { roomOf } from './rooms.ts';
import { overlaps, type Disc, type Point } from './spots.ts';

/** Where everything of a graph lies, in units of the picture: one is a pixel when it is not zoomed. */
export interface Layout {
  readonly at: ReadonlyMap<string, Point>;
  /** By the id of the node in their middle: an area or a folder. */
  readonly regions: ReadonlyMap<string, Disc>;
  readonly regionOf: ReadonlyMap<string, string>;
  /** How many parts of a path make a folder. */
  readonly depth: number;
}

const nothingBefore: Before = {
  depth: Infinity,
  at: () => undefined,
  region: () => undefined,
};
const personRoom = 30;
/** Kept places are whole numbers. */
const slack = 2;

/**
 * DSH-60: lays out a graph in steps, so that nobody waits for all of it. What has a place keeps it, unless its region must make
 * room for one that grows; what is new comes beside what it is joined to, where there is room. Without places from before, the same graph leads to the same picture.
 */
export function* layoutSteps(graph: Graph, given: Before = nothingBefore): Generator<void, Layout> {
  const { regionOf, depth } = regionsOf(graph, given.depth);
  const before = depth === given.depth ? given : nothingBefore;
  const placed = [...regionOf.keys()].flatMap((id) => graph.nodes.get(id) ?? []);
  const members = grouped(placed, ({ id }) => regionOf.get(id));
  const towards = yield* directions(sizesOf(graph, members), pullsOf(graph, regionOf));
  yield;
  const parts = new Map<string, Inside>();
  for (const [id, nodes] of members) {
    const facing = facingOf(graph, { id, nodes, regionOf, towards });
    parts.set(id, yield* inside(graph, { id, nodes, facing, middle: before.region(id), before }));
    yield;
  }
  const regions = centresOf(parts, { before, towards });
  const at = new Map<string, Point>();
  for (const [id, part] of parts) {
    const { x, y } = regions.get(id) ?? { x: 0, y: 0 };
    for (const [node, point] of part.at) at.set(node, { x: x + point.x, y: y + point.y });
  }
  yield;
  placePeople(graph, { at, discs: [...regions.values()], before });
  return { at, regions, regionOf, depth };
}

type Members = ReadonlyMap<string, readonly GraphNode[]>;

/** About how large each region will be. */
function sizesOf(graph: Graph, members: Members): Map<string, number> {
  return new Map(
    [...members].map(([id, nodes]) => {
      const area = nodes.reduce((sum, node) => sum + roomOf(graph, node) ** 2, 0);
      return [id, 1.3 * Math.sqrt(area)];
    }),
  );
}

function pullsOf(graph: Graph, regionOf: ReadonlyMap<string, string>): Pulls {
  const pulls = new Map<string, { a: string; b: string; n: number }>();
  for (const { source, target } of graph.edges) {
    const [a = '', b = ''] = [regionOf.get(source), regionOf.get(target)].sort();
    if (a === '' || b === '' || a === b) continue;
    const key = `${a}\n${b}`;
    const known = pulls.get(key);
    if (known === undefined) pulls.set(key, { a, b, n: 1 });
    else known.n += 1;
  }
  return pulls;
}

interface Facing {
  readonly id: string;
  readonly nodes: readonly GraphNode[];
  readonly regionOf: ReadonlyMap<string, string>;
  readonly towards: ReadonlyMap<string, Point>;
}

/** For each node that is joined to other regions: in which direction these lie, at length 1. */
function facingOf(graph: Graph, { id, nodes, regionOf, towards }: Facing): Map<string, Point> {
  const here = towards.get(id) ?? { x: 0, y: 0 };
  const facing = new Map<string, Point>();
  for (const node of nodes) {
    const others = (graph.links.get(node.id) ?? []).flatMap(({ other }) => {
      const region = regionOf.get(other);
      return region === undefined || region === id ? [] : (towards.get(region) ?? []);
    });
    if (others.length === 0) continue;
    const mean = meanOf(others);
    const way = { x: mean.x - here.x, y: mean.y - here.y };
    const length = lengthOf(way) || 1;
    facing.set(node.id, { x: way.x / length, y: way.y / length });
  }
  return facing;
}

interface Known {
  readonly before: Before;
  readonly towards: ReadonlyMap<string, Point>;
}

function centresOf(parts: ReadonlyMap<string, Inside>, { before, towards }: Known) {
  const known = new Map<string, Disc>();
  const wanted: { id: string; r: number; towards: Point }[] = [];
  for (const [id, { r }] of parts) {
    const place = before.region(id);
    if (place !== undefined) known.set(id, { x: place.x, y: place.y, r });
    else wanted.push({ id, r, towards: towards.get(id) ?? { x: 1, y: 0 } });
  }
  return packed(wanted, movedApart(known));
}

interface PeoplePlaces {
  readonly at: Map<string, Point>;
  readonly discs: Disc[];
  readonly before: Before;
}

/** People stand between the regions, each near what they decided. */
function placePeople(graph: Graph, { at, discs, before }: PeoplePlaces): void {
  const people = [...graph.nodes.values()].filter(({ kind }) => kind === 'person');
  for (const { id } of people) {
    const known = before.at(id);
    if (known === undefined) continue;
    const here = { x: known.x, y: known.y, r: personRoom - slack };
    const disc = discs.some((other) => overlaps(here, other))
      ? freeNear(known, personRoom, discs)
      : { ...here, r: personRoom };
    at.set(id, disc);
    discs.push(disc);
  }
  for (const { id } of people) {
    if (at.has(id)) continue;
    const made = (graph.links.get(id) ?? []).flatMap(({ other }) => at.get(other) ?? []);
    const disc = freeNear(meanOf(made), personRoom, discs);
    at.set(id, disc);
    discs.push(disc);
  }
}

import { grouped } from '../../../../../../shared/kernel/grouped.ts';
import type { Near, Surroundings } from '../model/near.ts';
import type { Point } from './spots.ts';

const column = 280;
const row = 32;
/** Between the branches of the focus. */
const between = 8;
/** One side alone may be this long before half of it goes to the other. */
const oneSided = 14;

/**
 * DSH-61: the surroundings of a node as a tree that grows to both sides: who and which decisions on the left, code on the right.
 * Each name has a line of its own.
 */
export function treeOf({ nodes }: Surroundings): Map<string, Point> {
  const children = grouped(nodes, ({ parent }) => parent);
  const at = new Map<string, Point>();
  const focus = nodes[0]?.node.id;
  if (focus === undefined) return at;
  at.set(focus, { x: 0, y: 0 });
  const { left, right } = sidesOf(children.get(focus) ?? [], children);
  grow({ branches: left, side: -1, children, at });
  grow({ branches: right, side: 1, children, at });
  return at;
}

/** On which side of the focus the name of a node stands. */
export function sideOf({ x }: Point): -1 | 0 | 1 {
  return Math.sign(x) as -1 | 0 | 1;
}

type Children = ReadonlyMap<string, readonly Near[]>;

function sidesOf(branches: readonly Near[], children: Children) {
  const isCode = ({ node }: Near) => node.kind === 'file' || node.kind === 'symbol';
  const left = branches.filter((near) => !isCode(near));
  const right = branches.filter(isCode);
  const [few, many] = left.length < right.length ? [left, right] : [right, left];
  if (few.length > 0 || rowsOf(many, children) <= oneSided) return { left, right };
  const half = Math.ceil(many.length / 2);
  return { left: many.slice(half), right: many.slice(0, half) };
}

interface Growing {
  readonly branches: readonly Near[];
  readonly side: -1 | 1;
  readonly children: Children;
  readonly at: Map<string, Point>;
}

function grow({ branches, side, children, at }: Growing): void {
  const height = row * rowsOf(branches, children) + between * Math.max(0, branches.length - 1);
  let y = height / 2;
  for (const branch of branches) {
    y = place(branch, { side, children, at, y });
    y -= between;
  }
}

/** Places a node beside its children, and these below each other; answers where the next one begins. */
function place(near: Near, growing: Omit<Growing, 'branches'> & { readonly y: number }): number {
  const { side, children, at, y } = growing;
  const below = children.get(near.node.id) ?? [];
  let next = y;
  for (const child of below) next = place(child, { ...growing, y: next });
  if (below.length === 0) next = y - row;
  at.set(near.node.id, { x: side * column * near.distance, y: (y + next) / 2 });
  return next;
}

function rowsOf(branches: readonly Near[], children: Children): number {
  return branches.reduce((sum, { node }) => {
    const below = children.get(node.id) ?? [];
    return sum + (below.length === 0 ? 1 : rowsOf(below, children));
  }, 0);
}

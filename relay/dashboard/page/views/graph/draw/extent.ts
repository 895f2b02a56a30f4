import type { Scene } from './scene.ts';

/** From where to where a picture reaches, in its units. */
export interface Extent {
  readonly x: [number, number];
  readonly y: [number, number];
}

/** Room for the names at the sides of a tree. */
const nameRoom = 215;
const titleRoom = 20;

/** What the whole picture takes; at least as much as the screen has pixels, so that a small one is not blown up. */
export function extentOf(
  { key, dots, regions }: Scene,
  screen: { width: number; height: number },
): Extent {
  const margin = key === '' ? 0 : nameRoom;
  const edges = [
    ...dots.map(({ x, y, size }) => ({ x, y, r: size })),
    ...regions.map(({ x, y, r }) => ({ x, y, r: r + titleRoom })),
  ];
  const left = Math.min(...edges.map(({ x, r }) => x - r)) - margin;
  const right = Math.max(...edges.map(({ x, r }) => x + r)) + margin;
  const low = Math.min(...edges.map(({ y, r }) => y - r));
  const high = Math.max(...edges.map(({ y, r }) => y + r));
  return { x: atLeast(left, right, screen.width), y: atLeast(low, high, screen.height) };
}

export function isWithin(inner: Extent, outer: Extent): boolean {
  return (['x', 'y'] as const).every((axis) => {
    const slack = 0.08 * (outer[axis][1] - outer[axis][0]);
    return inner[axis][0] >= outer[axis][0] - slack && inner[axis][1] <= outer[axis][1] + slack;
  });
}

function atLeast(from: number, to: number, least: number): [number, number] {
  if (!Number.isFinite(from)) return [-least / 2, least / 2];
  const missing = Math.max(0, least - (to - from)) / 2;
  return [from - missing, to + missing];
}

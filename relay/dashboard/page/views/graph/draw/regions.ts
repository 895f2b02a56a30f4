import type { Dot, Scene } from './scene.ts';
import type { Bundle, Region } from './bundles.ts';
import type { Camera } from './camera.ts';
import type { Palette } from './palette.ts';

interface Drawing {
  readonly camera: Camera;
  readonly palette: Palette;
}

/** The ground of each folder and area. */
export function drawRegions(
  context: CanvasRenderingContext2D,
  regions: readonly Region[],
  { camera, palette }: Drawing,
): void {
  context.fillStyle = palette.region;
  context.strokeStyle = palette.regionLine;
  context.lineWidth = 1;
  for (const region of regions) {
    const [x, y] = camera.at(region);
    context.beginPath();
    context.arc(x, y, region.r * camera.scale, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
  }
}

/** Between regions, under them: the wider the more they have in common. */
export function drawBundles(
  context: CanvasRenderingContext2D,
  bundles: readonly Bundle[],
  { camera, palette }: Drawing,
): void {
  context.strokeStyle = palette.bundle;
  context.lineCap = 'round';
  for (const { from, to, count } of bundles) {
    context.lineWidth = Math.min(7, 1 + Math.log2(count));
    context.beginPath();
    context.moveTo(...camera.at(from));
    context.lineTo(...camera.at(to));
    context.stroke();
  }
}

/** Around what is chosen, and around what has just changed. */
export function drawRings(
  context: CanvasRenderingContext2D,
  dots: readonly Dot[],
  {
    camera,
    palette,
    chosen,
    changed,
  }: Drawing & { chosen: string | undefined; changed: ReadonlySet<string> },
): void {
  context.lineWidth = 2;
  for (const dot of dots) {
    if (dot.id !== chosen && !changed.has(dot.id)) continue;
    const [x, y] = camera.at(dot);
    context.strokeStyle = dot.id === chosen ? palette.focus : palette.stale;
    context.beginPath();
    context.arc(x, y, Math.max(3, dot.size * camera.scale) + 4, 0, 2 * Math.PI);
    context.stroke();
  }
}

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

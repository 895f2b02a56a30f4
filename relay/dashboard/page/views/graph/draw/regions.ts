import type { Dot } from './scene.ts';
import type { Bundle } from './bundles.ts';
import type { Region } from './bundles.ts';
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

import type { Bundle, Dot, Region } from './scene.ts';
import type { Lens } from './lens.ts';
import type { Palette } from './palette.ts';

interface Drawing {
  readonly lens: Lens;
  readonly palette: Palette;
}

/** The ground of each folder and area. */
export function drawRegions(
  context: CanvasRenderingContext2D,
  regions: readonly Region[],
  { lens, palette }: Drawing,
): void {
  context.fillStyle = palette.region;
  context.strokeStyle = palette.regionLine;
  context.lineWidth = 1;
  for (const region of regions) {
    const [x, y] = lens.at(region);
    context.beginPath();
    context.arc(x, y, region.r * lens.scale, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
  }
}

/** Between regions, under them: the wider the more they have in common. */
export function drawBundles(
  context: CanvasRenderingContext2D,
  bundles: readonly Bundle[],
  { lens, palette }: Drawing,
): void {
  context.strokeStyle = palette.bundle;
  context.lineCap = 'round';
  for (const { from, to, count } of bundles) {
    context.lineWidth = Math.min(7, 1 + Math.log2(count));
    context.beginPath();
    context.moveTo(...lens.at(from));
    context.lineTo(...lens.at(to));
    context.stroke();
  }
}

/** Around what is chosen, and around what has just changed. */
export function drawRings(
  context: CanvasRenderingContext2D,
  dots: readonly Dot[],
  {
    lens,
    palette,
    chosen,
    changed,
  }: Drawing & { chosen: string | undefined; changed: ReadonlySet<string> },
): void {
  context.lineWidth = 2;
  for (const dot of dots) {
    if (dot.id !== chosen && !changed.has(dot.id)) continue;
    const [x, y] = lens.at(dot);
    context.strokeStyle = dot.id === chosen ? palette.focus : palette.stale;
    context.beginPath();
    context.arc(x, y, Math.max(3, dot.size * lens.scale) + 4, 0, 2 * Math.PI);
    context.stroke();
  }
}

import type { Size } from './layout.ts';

/** What of the map is seen: a place of it is at `x + k * place` on the screen. */
export interface Camera {
  readonly k: number;
  readonly x: number;
  readonly y: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const whole: Camera = { k: 1, x: 0, y: 0 };
const mostZoom = 32;

/** Zooms by a factor around a point of the screen, which stays where it is. */
export function zoomed(camera: Camera, factor: number, around: Point, size: Size): Camera {
  const k = Math.min(mostZoom, Math.max(1, camera.k * factor));
  const by = k / camera.k;
  const x = around.x - (around.x - camera.x) * by;
  const y = around.y - (around.y - camera.y) * by;
  return within({ k, x, y }, size);
}

export function moved(camera: Camera, by: Point, size: Size): Camera {
  return within({ ...camera, x: camera.x + by.x, y: camera.y + by.y }, size);
}

/** The camera that shows a rectangle of the map in the middle, as large as it was unless it would not fit. */
export function showing(
  camera: Camera,
  box: { readonly x: number; readonly y: number; readonly w: number; readonly h: number },
  { width, height }: Size,
): Camera {
  const left = camera.x + camera.k * box.x;
  const top = camera.y + camera.k * box.y;
  const right = left + camera.k * box.w;
  const bottom = top + camera.k * box.h;
  if (left >= 0 && top >= 0 && right <= width && bottom <= height) return camera;
  const x = width / 2 - camera.k * (box.x + box.w / 2);
  const y = height / 2 - camera.k * (box.y + box.h / 2);
  return within({ ...camera, x, y }, { width, height });
}

/** Nothing beside the map is ever seen. */
function within({ k, x, y }: Camera, { width, height }: Size): Camera {
  return {
    k,
    x: Math.min(0, Math.max(width - width * k, x)),
    y: Math.min(0, Math.max(height - height * k, y)),
  };
}

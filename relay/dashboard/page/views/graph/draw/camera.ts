import type Sigma from 'sigma';
import type { Point } from '../layout/spots.ts';

/** How units of the picture become pixels of the screen now. */
export interface Camera {
  readonly width: number;
  readonly height: number;
  /** Pixels per unit. */
  readonly scale: number;
  at(point: Point): [x: number, y: number];
}

export function cameraOf(sigma: Sigma): Camera {
  const { width, height } = sigma.getDimensions();
  const zero = sigma.graphToViewport({ x: 0, y: 0 });
  const one = sigma.graphToViewport({ x: 1_000, y: 1_000 });
  const [sx, sy] = [(one.x - zero.x) / 1_000, (one.y - zero.y) / 1_000];
  return {
    width,
    height,
    scale: Math.abs(sx),
    at: ({ x, y }) => [zero.x + sx * x, zero.y + sy * y],
  };
}

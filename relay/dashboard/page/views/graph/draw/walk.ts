import type { Point } from '../layout/spots.ts';

export type Direction = 'left' | 'right' | 'up' | 'down';

const ways: Readonly<Record<Direction, Point>> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: 1 },
  down: { x: 0, y: -1 },
};

/** DSH-62: the nearest of some places in a direction: what lies straight ahead rather than what is nearer but askew. */
export function nextTowards<Place extends Point>(
  places: readonly Place[],
  from: Point,
  direction: Direction,
): Place | undefined {
  const way = ways[direction];
  let best: Place | undefined;
  let least = Infinity;
  for (const place of places) {
    const [dx, dy] = [place.x - from.x, place.y - from.y];
    const ahead = dx * way.x + dy * way.y;
    const aside = Math.abs(dx * way.y - dy * way.x);
    const cost = ahead + 2.5 * aside;
    if (ahead <= 0.5 || aside > 2 * ahead || cost >= least) continue;
    best = place;
    least = cost;
  }
  return best;
}

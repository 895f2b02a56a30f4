import { overlaps, type Disc } from './spots.ts';

/** Each round moves what overlaps; a chain of regions needs one for each of its links. */
const rounds = 400;
/** So that what was moved apart does not overlap again by rounding. */
const hair = 0.01;

/**
 * Moves discs apart that overlap, each of two by half of what is missing and along the line between them, so that none moves
 * much farther than the others have grown. What overlaps nothing stays. Discs of one place are parted in the order of their ids.
 */
export function movedApart(discs: ReadonlyMap<string, Disc>): Map<string, Disc> {
  const moved = new Map([...discs].sort(([a], [b]) => (a < b ? -1 : 1)));
  for (let round = 0; round < rounds; round += 1) if (!partOnce(moved)) break;
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

import type { Box } from './layout.ts';

export type Direction = 'left' | 'right' | 'up' | 'down';

/** The nearest box in a direction: one that lies beside this one, rather than one that is nearer but askew. */
export function nearest(boxes: readonly Box[], from: Box, direction: Direction): Box | undefined {
  let best: Box | undefined;
  let least = Infinity;
  for (const box of boxes) {
    const distance = box === from ? undefined : distanceTo(box, from, direction);
    if (distance === undefined || distance >= least) continue;
    best = box;
    least = distance;
  }
  return best;
}

/** Undefined when the box does not lie there. A folder is where its name stands. */
function distanceTo(box: Box, from: Box, direction: Direction): number | undefined {
  const isAcross = direction === 'left' || direction === 'right';
  const [a, b] = [spanOf(from, isAcross), spanOf(box, isAcross)];
  const isForward = direction === 'right' || direction === 'down';
  const ahead = isForward ? b.start - a.end : a.start - b.end;
  if (ahead < -1) return undefined;
  const [c, d] = [spanOf(from, !isAcross), spanOf(box, !isAcross)];
  const apart = Math.max(0, d.start - c.end, c.start - d.end);
  const off = Math.abs((c.start + c.end) / 2 - (d.start + d.end) / 2);
  return Math.max(0, ahead) + 3 * apart + off / 8;
}

function spanOf(box: Box, isAcross: boolean): { start: number; end: number } {
  const height = box.kind === 'folder' ? box.head : box.h;
  return isAcross ? { start: box.x, end: box.x + box.w } : { start: box.y, end: box.y + height };
}

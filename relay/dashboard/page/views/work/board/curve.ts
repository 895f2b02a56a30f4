/** Where a card is, in pixels of the board. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const reach = 18;
/** The point of the arrow stands before the card. */
const gap = 3;

/** DSH-65: a curve from the card that has to end first to the card that depends on it, as the path of an SVG. */
export function curve(from: Box, to: Box): string {
  const [y1, y2] = [middle(from), middle(to)];
  const isSameColumn = Math.abs(from.left - to.left) < from.width / 2;
  if (isSameColumn) {
    const x1 = from.left;
    const x2 = to.left - gap;
    return path(x1, y1, x1 - reach, y1, x2 - reach, y2, x2, y2);
  }
  const goesRight = to.left > from.left;
  const x1 = goesRight ? from.left + from.width : from.left;
  const x2 = goesRight ? to.left - gap : to.left + to.width + gap;
  const pull = Math.max(reach, Math.abs(x2 - x1) / 2) * (goesRight ? 1 : -1);
  return path(x1, y1, x1 + pull, y1, x2 - pull, y2, x2, y2);
}

function middle({ top, height }: Box): number {
  return top + height / 2;
}

function path(...[x1, y1, c1, d1, c2, d2, x2, y2]: number[]): string {
  return `M${r(x1)} ${r(y1)}C${r(c1)} ${r(d1)} ${r(c2)} ${r(d2)} ${r(x2)} ${r(y2)}`;
}

function r(value = 0): number {
  return Math.round(value * 10) / 10;
}

const cell = 4;
/** Between two names. */
const nameGap = 6;

/** A rectangle of the screen, in pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** What a name takes of the screen: another one right beside it would be read as one with it. */
export function withGap({ x, y, w, h }: Box): Box {
  return { x: x - nameGap, y: y - 1, w: w + 2 * nameGap, h: h + 2 };
}

/** Which parts of the screen something is drawn on, to the precision of some pixels. */
export class Room {
  private readonly columns: number;
  private readonly rows: number;
  private readonly taken: Uint8Array;

  constructor(width: number, height: number) {
    this.columns = Math.max(1, Math.ceil(width / cell));
    this.rows = Math.max(1, Math.ceil(height / cell));
    this.taken = new Uint8Array(this.columns * this.rows);
  }

  take(box: Box): void {
    const { left, right, top, bottom } = this.cellsOf(box);
    for (let row = top; row <= bottom; row += 1)
      this.taken.fill(1, row * this.columns + left, row * this.columns + right + 1);
  }

  /** Whether all of a box is on the screen and nothing is there yet. */
  isFree(box: Box): boolean {
    const { x, y, w, h } = box;
    if (x < 0 || y < 0 || x + w > this.columns * cell || y + h > this.rows * cell) return false;
    const { left, right, top, bottom } = this.cellsOf(box);
    for (let row = top; row <= bottom; row += 1)
      for (let column = left; column <= right; column += 1)
        if (this.taken[row * this.columns + column] === 1) return false;
    return true;
  }

  private cellsOf({ x, y, w, h }: Box) {
    const within = (at: number, most: number) => Math.max(0, Math.min(most - 1, Math.floor(at)));
    return {
      left: within(x / cell, this.columns),
      right: within((x + w - 1) / cell, this.columns),
      top: within(y / cell, this.rows),
      bottom: within((y + h - 1) / cell, this.rows),
    };
  }
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Disc extends Point {
  readonly r: number;
}

const cell = 32;
/** More than any picture has rows. */
const columnStep = 65_536;
/** Between two tries on the way out, in units of the picture. */
const step = 4;
/** The angle that fills a disc evenly. */
export const goldenAngle = Math.PI * (3 - Math.sqrt(5));
const mostTries = 6_000;

/** Where discs already are, and where the next one may go. */
export class Spots {
  private readonly cells = new Map<number, Disc[]>();

  take(disc: Disc): void {
    for (const key of keysOf(disc)) {
      const known = this.cells.get(key);
      if (known === undefined) this.cells.set(key, [disc]);
      else known.push(disc);
    }
  }

  /** The free place for a disc of radius `r` that is nearest to a point; it is taken. */
  near({ x, y }: Point, r: number): Disc {
    for (let at = 0; at < mostTries; at += 1) {
      const away = step * Math.sqrt(at);
      const angle = at * goldenAngle;
      const disc = { x: x + away * Math.cos(angle), y: y + away * Math.sin(angle), r };
      if (this.isFree(disc)) {
        this.take(disc);
        return disc;
      }
    }
    return { x, y, r };
  }

  private isFree(disc: Disc): boolean {
    for (const key of keysOf(disc))
      for (const other of this.cells.get(key) ?? []) if (overlaps(disc, other)) return false;
    return true;
  }
}

export function overlaps(a: Disc, b: Disc): boolean {
  const apart = a.r + b.r;
  const [dx, dy] = [a.x - b.x, a.y - b.y];
  return dx * dx + dy * dy < apart * apart;
}

function* keysOf({ x, y, r }: Disc): Generator<number> {
  for (let column = Math.floor((x - r) / cell); column <= Math.floor((x + r) / cell); column += 1)
    for (let row = Math.floor((y - r) / cell); row <= Math.floor((y + r) / cell); row += 1)
      yield column * columnStep + row;
}

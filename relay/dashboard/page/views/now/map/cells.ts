import type { Hold } from '../../../state/team.ts';
import type { Contests } from '../model/contests.ts';
import type { Layout } from './layout.ts';

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** A hold where it is on the screen, within its file. */
interface Cell extends Rect {
  readonly hold: Hold;
}

const labelHeight = 15;
const leastForLabel = { w: 36, h: 32 };
const leastCell = 3;
const inset = 2;

/** Whether the name of a file stands above its cells. */
export function hasLabel({ w, h }: Rect): boolean {
  return w >= leastForLabel.w && h >= leastForLabel.h;
}

/** Divides the rectangle of a file among what is held in it, in rows of equal cells; as many as can be seen. */
export function cellsOf(file: Rect, holds: readonly Hold[]): Cell[] {
  const head = hasLabel(file) ? labelHeight : 0;
  const edge = file.w > 12 && file.h > 12 ? inset : 0;
  const w = file.w - 2 * edge;
  const h = file.h - head - 2 * edge + (head > 0 ? edge : 0);
  const top = file.y + head + (head > 0 ? 0 : edge);
  const columns = columnsOf(holds.length, w, h);
  const rows = Math.ceil(holds.length / columns);
  const height = h / rows;
  return holds.map((hold, at) => {
    const row = Math.floor(at / columns);
    const inRow = row === rows - 1 ? holds.length - row * columns : columns;
    const width = w / inRow;
    return {
      hold,
      x: file.x + edge + (at % columns) * width,
      y: top + row * height,
      w: Math.max(1, width - 1),
      h: Math.max(1, height - 1),
    };
  });
}

/** Where there is room for names, cells are wide; else nearly square. */
function columnsOf(count: number, w: number, h: number): number {
  const shape = h / Math.sqrt(count) > 26 ? 2.4 : 1.3;
  const wanted = Math.round(Math.sqrt((count * w) / h / shape));
  return Math.max(1, Math.min(count, wanted, Math.floor(w / leastCell)));
}

/** Everything that the map shows. */
export interface Scene {
  readonly layout: Layout;
  readonly holds: ReadonlyMap<string, readonly Hold[]>;
  readonly contests: Contests;
  /** The sessions whose holds stand out; undefined for all alike. */
  readonly agents: ReadonlySet<string> | undefined;
  readonly nowMs: number;
}

/** A cell that is drawn, and whether somebody else wants it. */
export interface LitCell extends Cell {
  readonly hue: number;
  readonly isContested: boolean;
}

import { shownUser } from '../../../../../../shared/kernel/display.ts';
import { holdName } from '../../../state/names.ts';
import type { Hold } from '../../../state/team.ts';
import { contestsAbout, type Contests } from '../model/contests.ts';
import { grouped } from '../../../../../../shared/kernel/grouped.ts';
import { headHeight, type Box, type Rect } from './layout.ts';
import { folderOf } from './tree.ts';

/** One hold in a file; all that an agent holds in a folder. */
export interface Mark {
  /** Unique in its box. */
  readonly key: string;
  readonly sessionId: string;
  readonly holds: readonly Hold[];
  /** What is held and by whom; in a folder, by whom and what. */
  readonly lines: readonly string[];
  readonly isContested: boolean;
}

/** A box with the marks of what is reserved in it, and where these stand. */
export interface Filled {
  readonly box: Box;
  readonly holds: readonly Hold[];
  /** None of a folder whose content has boxes. */
  readonly marks: readonly Mark[];
  /** For how many marks there is no room. */
  readonly more: number;
  readonly area: Rect;
  readonly columns: number;
  /** Whether there is room for words. */
  readonly isNamed: boolean;
}

/** The box of each file and folder that has one, also of what is gathered. */
export function boxesByPath(boxes: readonly Box[]): ReadonlyMap<string, Box> {
  const own = (box: Box) => (box.kind === 'more' ? box.files : [box]);
  return new Map(boxes.flatMap((box) => own(box).map(({ path }) => [path, box] as const)));
}

/** What is reserved in each box in which something is. */
export function heldIn(
  byPath: ReadonlyMap<string, Box>,
  byFile: ReadonlyMap<string, readonly Hold[]>,
): ReadonlyMap<Box, readonly Hold[]> {
  const held = new Map<Box, Hold[]>();
  for (const [file, holds] of byFile)
    for (let path = file; path !== ''; path = folderOf(path)) {
      const box = byPath.get(path);
      const known = box && held.get(box);
      if (known !== undefined) known.push(...holds);
      else if (box !== undefined) held.set(box, [...holds]);
    }
  return held;
}

const inset = 3;
const named = { w: 80, h: 20 };
const dot = { w: 11, h: 11 };
const mostMarks = 48;
type Cell = typeof dot;

/** Marks for what is reserved in a box: as many as have room, what is contested before the rest. */
export function filled(box: Box, holds: readonly Hold[], contests: Contests): Filled {
  const head = hasName(box) ? headHeight : inset;
  const [w, h] = [box.w - 2 * inset, box.h - head - inset];
  const columnsOf = (cell: Cell) => Math.max(1, Math.floor(w / cell.w));
  const roomOf = (cell: Cell) => columnsOf(cell) * Math.max(1, Math.floor(h / cell.h));
  const all = box.isOpen ? [] : marksOf(box, holds, contests);
  // Many are seen better than a few are read.
  const isNamed = w >= 44 && h >= named.h && all.length < 2 * roomOf(named);
  const columns = columnsOf(isNamed ? named : dot);
  const room = Math.min(mostMarks, roomOf(isNamed ? named : dot));
  const isFull = all.length > room;
  if (isFull) all.sort((one, other) => Number(other.isContested) - Number(one.isContested));
  // At the end stands how many more there are.
  const end = isNamed ? 1 : columns;
  const marks = all.slice(0, isFull && room > end ? room - end : room);
  const area = { x: box.x + inset, y: box.y + head, w, h };
  return {
    box,
    holds,
    marks,
    more: all.length - marks.length,
    area,
    isNamed,
    columns: Math.min(columns, all.length),
  };
}

/** Whether there is room for its name. */
export function hasName({ w, h }: Rect): boolean {
  return w >= 36 && h >= headHeight + dot.h + inset;
}

function marksOf(box: Box, holds: readonly Hold[], contests: Contests): Mark[] {
  const isFile = box.kind === 'file';
  const groups = grouped(holds, (hold) => (isFile ? hold.key : hold.sessionId));
  return [...groups].map(([key, held]) => {
    const what = held.map(({ symbol }) => holdName(symbol)).join(', ');
    const who = shownUser(held[0]?.user ?? '');
    return {
      key,
      sessionId: held[0]?.sessionId ?? '',
      holds: held,
      lines: isFile ? [what, who] : [who, what],
      isContested: held.some((hold) => contestsAbout(contests, hold).length > 0),
    };
  });
}

import { rangesTouch, type LineRange } from '../../../shared/reservations/lines.ts';
import type { Hunk } from './hunks.ts';
import { addsNames } from './imports.ts';

/** Lines that a change replaced by others, with what was there and what came. */
export interface Region extends LineRange {
  readonly removed: readonly string[];
  readonly added: readonly string[];
  /** All these lines stand in import declarations. */
  readonly imports: boolean;
}

/** Which lines of the two texts belong to imports, by their numbers. */
export interface ImportLines {
  readonly old: ReadonlySet<number>;
  readonly new: ReadonlySet<number>;
}

/** The changed lines of a hunk, without its context. */
export function regionsOf({ oldStart, newStart, lines }: Hunk, imports: ImportLines): Region[] {
  const regions: Region[] = [];
  let [oldAt, newAt, from] = [oldStart, newStart, 0];
  while (from < lines.length) {
    if (lines[from]?.mark === ' ') {
      [oldAt, newAt, from] = [oldAt + 1, newAt + 1, from + 1];
      continue;
    }
    const next = lines.findIndex(({ mark }, at) => at > from && mark === ' ');
    const changed = lines.slice(from, next === -1 ? lines.length : next);
    const texts = (sign: '-' | '+') =>
      changed.filter(({ mark }) => mark === sign).map(({ text }) => text.replace(/\n$/, ''));
    const [removed, added] = [texts('-'), texts('+')];
    regions.push(regionOf({ oldAt, newAt, removed, added }, imports));
    oldAt += removed.length;
    newAt += added.length;
    from += changed.length;
  }
  return regions;
}

interface Change {
  readonly oldAt: number;
  readonly newAt: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

function regionOf({ oldAt, newAt, removed, added }: Change, lines: ImportLines): Region {
  const range = { start: oldAt, end: oldAt + removed.length };
  const isBlank = (text: string): boolean => text.trim() === '';
  const imports =
    [...removed, ...added].some((text) => !isBlank(text)) &&
    removed.every((text, at) => isBlank(text) || lines.old.has(oldAt + at)) &&
    added.every((text, at) => isBlank(text) || lines.new.has(newAt + at));
  const adds = imports && addsNames(removed, added);
  return { ...range, removed, added, imports, ...(adds && { addsImports: true as const }) };
}

export interface Spot {
  readonly one: Region;
  readonly other: Region;
}

/** Each two regions of the two sides at which git sees a conflict: they overlap or adjoin, and are not the same change. */
export function spotsOf(ones: readonly Region[], others: readonly Region[]): Spot[] {
  return ones.flatMap((one) =>
    others
      .filter((other) => linesTouch(one, other) && !isSameChange(one, other))
      .map((other) => ({ one, other })),
  );
}

/** By the lines alone, imports as all others. */
export function linesTouch(one: LineRange, other: LineRange): boolean {
  const plain = ({ start, end }: LineRange): LineRange => ({ start, end });
  return rangesTouch([plain(one)], [plain(other)]) !== undefined;
}

export function isSameChange(one: Region, other: Region): boolean {
  const key = ({ start, end, added }: Region): string => JSON.stringify([start, end, added]);
  return key(one) === key(other);
}

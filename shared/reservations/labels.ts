import { firstFew } from '../kernel/first-few.ts';
import { shownId } from '../kernel/display.ts';
import { fileOfSymbol, nameOfSymbol } from '../kernel/symbol-id.ts';
import type { LineRange } from './lines.ts';
import { linesOnly } from './places.ts';

type ShownRange = Pick<LineRange, 'start' | 'end'>;

const maxRanges = 3;

/** `lines 3-5, 9 of src/a.ts`: counted from 1, as people do. */
export function linesLabel(path: string, ranges: readonly ShownRange[] = []): string {
  const shown = firstFew(ranges, maxRanges, rangeLabel);
  const isOne = ranges.length === 1 && !shown.includes('-');
  const numbers = shown === '' ? '' : ` ${shown}`;
  return `${isOne ? 'line' : 'lines'}${numbers} of ${shownId(path)}`;
}

/** An insertion is shown as the line that it stands before. */
function rangeLabel({ start, end }: ShownRange): string {
  const first = start + 1;
  return end <= first ? `${first}` : `${first}-${end}`;
}

/** The id of a part as text for people and agents: lines without a meaning have no name. */
export function partLabel(id: string, ranges?: readonly ShownRange[]): string {
  return nameOfSymbol(id) === linesOnly ? linesLabel(fileOfSymbol(id), ranges) : shownId(id);
}

/** What a reservation holds, part by part; the path when it is the whole file. */
export function heldLabels(reservation: {
  readonly file_path: string;
  readonly symbol_ids: readonly string[];
  readonly lines?: { readonly ranges: readonly ShownRange[] } | undefined;
}): string[] {
  const { file_path: path, symbol_ids: ids, lines } = reservation;
  return ids.length === 0 ? [shownId(path)] : ids.map((id) => partLabel(id, lines?.ranges));
}

import { asData } from '../../shared/kernel/display.ts';
import { once } from '../../shared/kernel/once.ts';
import type { Output } from './output.ts';
import { shortIds } from './short-ids.ts';

export interface Column<T> {
  readonly title: string;
  /** What an item says there; it is made safe to show. */
  readonly cell: (item: T) => string;
  /** Gives way when the line is too long; the others are shown whole. */
  readonly flexible?: boolean;
  /** Gives way last: what a person looks for. */
  readonly main?: boolean;
  /** Ids, which are shown as short as the table can tell them apart. */
  readonly id?: boolean;
}

export const idColumn: Column<{ readonly id: string }> = {
  title: 'ID',
  id: true,
  cell: ({ id }) => id,
};

const gap = '  ';
const maxCell = 1_000;
/** How far columns give way, one step after the other. */
const steps = { others: 12, main: 24, least: 8 };

/** CMD-5: a table with a line for each item, in the terminal's width; with `--wide` as wide as it needs, and ids stay whole. */
export function listing<T>(
  { room, style, wide }: Pick<Output, 'room' | 'style' | 'wide'>,
  items: readonly T[],
  columns: readonly Column<T>[],
): string {
  const whole = items.map((item) => columns.map(({ cell }) => cell(item)));
  const shown = wide ? whole : withShortIds(columns, whole);
  const rows = shown.map((row) => row.map((cell) => asData(cell, maxCell)));
  const titles = columns.map(({ title }) => title);
  const widths = fit(columns, [titles, ...rows], room);
  const fitted = (row: readonly string[]) =>
    row.map((cell, at) => {
      const width = widths[at] ?? 0;
      return at === row.length - 1 ? cut(cell, width) : pad(cut(cell, width), width);
    });
  const lines = [fitted(titles).map((title) => style.dim(title)), ...rows.map(fitted)];
  return lines.map((line) => line.join(gap)).join('\n');
}

function withShortIds(
  columns: readonly Column<never>[],
  rows: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  const short = columns.map(({ id }, at) =>
    id === true ? shortIds(rows.map((row) => row[at] ?? '')) : undefined,
  );
  return rows.map((row) => row.map((cell, at) => short[at]?.get(cell) ?? cell));
}

function fit(
  columns: readonly Column<never>[],
  rows: readonly (readonly string[])[],
  room: number,
) {
  const widths = columns.map((_, at) =>
    Math.max(...rows.map((row) => displayWidth(row[at] ?? ''))),
  );
  const others = columns.map(({ flexible, main }) => flexible === true && main !== true);
  const main = columns.map((column) => column.main === true);
  shrink(widths, others, { to: steps.others, room });
  shrink(widths, main, { to: steps.main, room });
  shrink(widths, others, { to: steps.least, room });
  shrink(widths, main, { to: steps.least, room });
  return widths;
}

/** The widest of some columns gives way, down to a width, until the line fits. */
function shrink(
  widths: number[],
  may: readonly boolean[],
  { to, room }: { readonly to: number; readonly room: number },
): void {
  let excess = sum(widths) + gap.length * (widths.length - 1) - room;
  while (excess > 0) {
    const widest = Math.max(...widths.filter((_, at) => may[at]), 0);
    if (widest <= to) return;
    const at = widths.findIndex((width, index) => may[index] === true && width === widest);
    widths[at] = widest - 1;
    excess -= 1;
  }
}

/** Text on the left and text on the right of one line; the left gives way. Not painted yet. */
export function spread(left: string, right: string, columns: number): [string, string] {
  const room = columns - displayWidth(right) - gap.length;
  return [pad(cut(left, room), room + gap.length), right];
}

/** At most `width` columns, with an ellipsis where something is left out. */
export function cut(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let kept = '';
  let used = 1;
  for (const { segment } of segmenter().segment(text)) {
    used += segmentWidth(segment);
    if (used > width) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}

/** How many columns a terminal takes for the text. */
export function displayWidth(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  return sum(Array.from(segmenter().segment(text), ({ segment }) => segmentWidth(segment)));
}

/** It takes 15 ms to be made, and a table of ASCII needs none. */
const segmenter = once(() => new Intl.Segmenter());
const wide =
  /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;

function segmentWidth(segment: string): number {
  return wide.test(segment) ? 2 : 1;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Below one page of a list: how the next is asked for. JSON has the cursor itself. */
export function moreBelow(answer: { readonly next_cursor?: string | undefined }) {
  const { next_cursor: cursor } = answer;
  return cursor === undefined ? undefined : `There are more: --before ${cursor}`;
}

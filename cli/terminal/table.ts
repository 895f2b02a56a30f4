import { asData } from '../../shared/kernel/display.ts';
import type { Paint } from './output.ts';

export interface Column {
  readonly title: string;
  /** Gives way when the line is too long; the others are shown whole. */
  readonly flexible?: boolean;
  readonly paint?: Paint;
}

export interface TableOptions {
  readonly columns: number;
  readonly paintTitle: Paint;
}

const gap = '  ';
const least = 8;

/** Lines of a table that are no wider than `columns`. Texts of cells are made safe to show. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  options: TableOptions,
): string[] {
  const cells = rows.map((row) => row.map((cell) => asData(cell)));
  const titles = columns.map(({ title }) => title);
  const widths = fit(columns, [titles, ...cells], options.columns);
  const line = (row: readonly string[], paints: readonly (Paint | undefined)[]) =>
    row
      .map((cell, at) => {
        const text = cut(cell, widths[at] ?? 0);
        const last = at === row.length - 1;
        const padded = last ? text : pad(text, widths[at] ?? 0);
        return paints[at]?.(padded) ?? padded;
      })
      .join(gap);
  const titlePaints = titles.map(() => options.paintTitle);
  const paints = columns.map(({ paint }) => paint);
  return [line(titles, titlePaints), ...cells.map((row) => line(row, paints))];
}

function fit(columns: readonly Column[], rows: readonly (readonly string[])[], room: number) {
  const widths = columns.map((_, at) =>
    Math.max(...rows.map((row) => displayWidth(row[at] ?? ''))),
  );
  let excess = sum(widths) + gap.length * (columns.length - 1) - room;
  while (excess > 0) {
    const widest = widestFlexible(columns, widths);
    if (widest === undefined) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
    excess -= 1;
  }
  return widths;
}

function widestFlexible(columns: readonly Column[], widths: readonly number[]): number | undefined {
  let widest: number | undefined;
  for (const [at, { flexible }] of columns.entries()) {
    const width = widths[at] ?? 0;
    if (flexible === true && width > least && width > (widths[widest ?? -1] ?? 0)) widest = at;
  }
  return widest;
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
  for (const { segment } of segmenter.segment(text)) {
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
  return sum(Array.from(segmenter.segment(text), ({ segment }) => segmentWidth(segment)));
}

const segmenter = new Intl.Segmenter();
const wide =
  /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;

function segmentWidth(segment: string): number {
  return wide.test(segment) ? 2 : 1;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

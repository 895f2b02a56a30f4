import type { Line } from '../turn.ts';
import { taskIn } from './tasks.ts';

/** Lines as they are written, or what the rows of a table say. */
type Part = { readonly lines: readonly Line[] } | { readonly said: readonly Said[] };

const rule = /^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?$/;

/**
 * The tables of Markdown among these lines whose columns say who speaks and what is said, or who does what by when; other tables stay
 * lines.
 */
export function partsWithTables(lines: readonly Line[]): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (let at = 0; at + 1 < lines.length; at += 1) {
    const read =
      isRow(lines[at]) && isRule(lines[at + 1]?.text) && tableOf(cellsOf(lines[at]?.text));
    if (!read) continue;
    let end = at + 2;
    while (isRow(lines[end])) end += 1;
    parts.push({ lines: lines.slice(from, at) }, read(lines.slice(at + 2, end)));
    from = end;
    at = end - 1;
  }
  return [...parts, { lines: lines.slice(from) }];
}

/** How the rows under these titles are read; undefined of a table that stays lines. */
function tableOf(titles: readonly string[]): ((rows: readonly Line[]) => Part) | undefined {
  const task = taskIn(titles);
  if (task !== undefined)
    return (rows) => {
      const items = rows.map(({ at, text }) => ({ at, text: task(cellsOf(text)) }));
      return { lines: items.filter(({ text }) => text !== '') };
    };
  const columns = columnsIn(titles);
  if (columns === undefined) return undefined;
  return (rows) => ({
    said: rows.map(({ at, text }) => ({ ...saidIn(cellsOf(text), columns), line: at })),
  });
}

function isRow(line: Line | undefined): boolean {
  return line?.text.includes('|') ?? false;
}

function isRule(line = ''): boolean {
  return line.length < 1_000 && line.includes('|') && rule.test(line.trim());
}

function cellsOf(line = ''): string[] {
  const inner = line.trim().replace(/^\|/, '').replace(/\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim());
}

function saidIn(
  row: readonly string[],
  { speaker, text }: { speaker: number; text: number },
): Said {
  return { speaker: row[speaker] ?? '', text: row[text] ?? '' };
}

const separators = [',', ';', '\t'] as const;

/** What a table of comma-separated values says, whose first line names its columns; undefined of any other text. */
export function saidInCsv(text: string): Said[] | undefined {
  const [heading = ''] = /^[^\n]*/.exec(text.trimStart()) ?? [];
  if (heading.length > 500) return undefined;
  for (const separator of separators) {
    const titles = csvRows(heading.trim(), separator)?.[0] ?? [];
    const columns = columnsIn(titles);
    if (columns === undefined) continue;
    const rows = csvRows(text.trim(), separator)?.slice(1);
    const whole = rows?.map((row) => withWholeText(row, titles.length, columns.text, separator));
    if (whole === undefined || whole.length === 0) return undefined;
    const isTable = whole.every((row) => row.length === titles.length);
    return isTable ? whole.map((row) => saidIn(row, columns)) : undefined;
  }
  return undefined;
}

/** People forget the quotes: what is too much in a row belongs to the text, where that comes last. */
function withWholeText(row: readonly string[], count: number, text: number, separator: string) {
  if (row.length <= count || text !== count - 1) return row;
  return [...row.slice(0, text), row.slice(text).join(separator)];
}

/** The rows of RFC 4180, blank lines left out; undefined when a quote is never closed. */
function csvRows(text: string, separator: string): string[][] | undefined {
  const rows: string[][] = [];
  let row: string[] = [];
  // A cell in quotes, or without; then what ends it.
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n][^${separator}\\r\\n]*|))(${separator}|\\r?\\n|$)`,
    'y',
  );
  while (cell.lastIndex <= text.length) {
    const isLast = cell.lastIndex === text.length;
    const found = cell.exec(text);
    if (found === null) return undefined;
    row.push((found[1]?.replaceAll('""', '"') ?? found[2] ?? '').trim());
    if (found[3] === separator) continue;
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
    if (isLast || found[3] === '') return rows;
  }
  return rows;
}

/** What a row of a table or an object of JSON says. The speaker is empty where it names nobody. */
export interface Said {
  readonly speaker: string;
  readonly text: string;
  /** Where it is the row of a table of Markdown: its number. */
  readonly line?: number;
}

/** As programs call who speaks and what is said, the surest first. */
const names = {
  speaker: [
    'speaker',
    'speaker name',
    'user profile',
    'author',
    'user',
    'user name',
    'username',
    'sender',
    'from',
    'who',
    'participant',
    'name',
    'display name',
  ],
  text: [
    'text',
    'message',
    'content',
    'transcript',
    'utterance',
    'sentence',
    'said',
    'what',
    'body',
  ],
} as const;

export type Column = keyof typeof names;

/** The place of the column or field that holds this, among all of them; undefined where none is called so. */
export function placeOf(column: Column, titles: readonly string[]): number | undefined {
  const plain = titles.map((title) =>
    title
      .trim()
      .toLowerCase()
      .replace(/[_\s-]+/g, ' '),
  );
  const place = names[column].map((one) => plain.indexOf(one)).find((at) => at !== -1);
  return place;
}

/** Where a table has who speaks and what is said; undefined of a table of something else. */
function columnsIn(
  titles: readonly string[],
): { readonly speaker: number; readonly text: number } | undefined {
  const [speaker, text] = [placeOf('speaker', titles), placeOf('text', titles)];
  return speaker === undefined || text === undefined ? undefined : { speaker, text };
}

import type { Terminal } from './terminal.ts';

export type Paint = (text: string) => string;

const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

export type Style = Readonly<Record<keyof typeof codes, Paint>>;

/** Where a command's answer goes: text for people, or JSON for machines, on stdout; everything else on stderr. */
export interface Output {
  readonly json: boolean;
  readonly style: Style;
  /** How many characters a line may have. */
  readonly columns: number;
  /** How wide a table may be: as the terminal, and as it needs where no person watches. */
  readonly room: number;
  /** Whether a person watches stdout. */
  readonly live: boolean;
  /** One answer: one line of JSON, or the text. */
  show(value: unknown, text: () => string): void;
  /** Text on stdout as it is. */
  write(text: string): void;
  /** A line on stderr. */
  note(text: string): void;
}

const defaultColumns = 80;

export function openOutput(terminal: Terminal, { json }: { json: boolean }): Output {
  const { output, errors, environment } = terminal;
  const live = output.isTTY === true && !json;
  const columns = Number(environment['COLUMNS']) || output.columns;
  return {
    json,
    live,
    style: live && !environment['NO_COLOR'] && environment['TERM'] !== 'dumb' ? colours : plain,
    columns: columns || defaultColumns,
    room: columns || Infinity,
    show(value, text) {
      output.write(json ? `${JSON.stringify(value)}\n` : withNewline(text()));
    },
    write: (text) => void output.write(text),
    note: (text) => void errors.write(withNewline(text)),
  };
}

const names = Object.keys(codes) as (keyof typeof codes)[];

export const plain = styleOf(() => (text) => text);

const colours = styleOf(
  ([open, close]) =>
    (text) =>
      `\u001b[${open}m${text}\u001b[${close}m`,
);

function styleOf(paint: (code: readonly [number, number]) => Paint): Style {
  return Object.fromEntries(names.map((name) => [name, paint(codes[name])])) as unknown as Style;
}

function withNewline(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

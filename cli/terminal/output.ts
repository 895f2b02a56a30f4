import { asJson, asText } from '../../shared/kernel/display.ts';
import type { Terminal, TerminalOutput } from './terminal.ts';

type Paint = (text: string) => string;

const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

export type Style = Readonly<Record<keyof typeof codes, Paint>>;

/**
 * Where a command's answer goes: text for people, or JSON for machines, on stdout; everything else on stderr. It is the one way
 * to the terminal (TXT-5): whatever a text holds, nothing of it moves the cursor or stays unseen.
 */
export interface Output {
  readonly json: boolean;
  readonly style: Style;
  /** How many characters a line may have. */
  readonly columns: number;
  /** How wide a table may be: as the terminal, and as it needs where no person watches. */
  readonly room: number;
  /** How many lines the screen has; Infinity where no person watches. */
  readonly rows: number;
  /** Whether whole ids and texts are asked for (CMD-5). */
  readonly wide: boolean;
  /** Whether a person watches stdout. */
  readonly live: boolean;
  /** One answer: one line of JSON, or the text. */
  show(value: unknown, text: () => string): void;
  /** Text on stdout. */
  write(text: string): void;
  /** Text on stdout in the place of all that is on the screen. */
  redraw(text: string): void;
  /** A line on stderr. */
  note(text: string): void;
  /** Where a person watches stderr: one line there that the next one replaces; an empty one takes it away. */
  progress?(text: string): void;
  /** What a program reads in a form of its own, byte by byte, on stdout. */
  exact(text: string): void;
}

const defaultColumns = 80;
const defaultRows = 24;

export function openOutput(
  terminal: Terminal,
  { json, wide = false }: { json: boolean; wide?: boolean },
): Output {
  const { output, errors, environment } = terminal;
  const live = output.isTTY === true && !json;
  const coloured = live && !environment['NO_COLOR'] && environment['TERM'] !== 'dumb';
  const print = (text: string) => {
    clearProgress(errors);
    output.write(coloured ? paintedText(text) : asText(text));
  };
  const tell = (text: string) => {
    clearProgress(errors);
    errors.write(asText(text));
  };
  const columns = Number(environment['COLUMNS']) || output.columns;
  return {
    json,
    live,
    style: coloured ? colours : plain,
    columns: columns || defaultColumns,
    room: wide ? Infinity : columns || Infinity,
    wide,
    rows: live ? (output.rows ?? defaultRows) : Infinity,
    show(value, text) {
      clearProgress(errors);
      if (json) output.write(`${asJson(value)}\n`);
      else print(withNewline(text()));
    },
    write: print,
    redraw(text) {
      clearProgress(errors);
      output.write(clearScreen);
      print(text);
    },
    note: (text) => tell(withNewline(text)),
    ...(errors.isTTY === true && !json && { progress: (text) => replaceLine(errors, text) }),
    exact(text) {
      clearProgress(errors);
      output.write(text);
    },
  };
}

const clearScreen = '\u001b[H\u001b[2J';
const clearLine = '\r\u001b[K';

/** The terminals whose last line is progress. Several outputs may write to one terminal. */
const inProgress = new WeakSet<TerminalOutput>();

function replaceLine(errors: TerminalOutput, text: string): void {
  errors.write(`${clearLine}${asText(text)}`);
  if (text === '') inProgress.delete(errors);
  else inProgress.add(errors);
}

/** CMD-6: no other line begins behind the progress. */
function clearProgress(errors: TerminalOutput): void {
  if (inProgress.delete(errors)) errors.write(clearLine);
}

/** The codes of `style` stay. In the texts of others they would change colours at most. */
function paintedText(text: string): string {
  return text
    .split(ownCode)
    .map((part, at) => (at % 2 === 0 ? asText(part) : part))
    .join('');
}

const ownCode = new RegExp(
  `(${[...new Set(Object.values(codes).flat())].map((code) => String.raw`\u001b\[${code}m`).join('|')})`,
);

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

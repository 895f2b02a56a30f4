/** Edits of lines as agents make them, and worse: many near each other, of lines that repeat, at both ends of a file. */

/** Numbers from 0 to 1, exclusive. */
export type Random = () => number;

export interface EditContext {
  readonly random: Random;
  readonly base: readonly string[];
  /** The text of the agent that edits, in lines with their line ends. */
  readonly own: readonly string[];
  /** The other agent's text. */
  readonly other: readonly string[];
  /** A line near which the other agent has edited; `undefined` before it did. */
  readonly near: number | undefined;
}

type EditKind = (lines: string[], at: number, context: EditContext) => void;

export function intBelow(random: Random, limit: number): number {
  return Math.floor(random() * limit);
}

export function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[intBelow(random, items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

/** The agent's text after one edit, which is mostly in one place and sometimes in two. */
export function randomlyEdited(context: EditContext): string {
  const { random, own } = context;
  const lines = [...own];
  const places = random() < 0.15 ? 2 : 1;
  for (let place = 0; place < places; place++)
    pick(random, kinds)(lines, placeIn(lines, context), context);
  return withLastLine(lines, random);
}

function placeIn(lines: readonly string[], { random, near }: EditContext): number {
  const where = random();
  if (where < 0.08) return 0;
  if (where < 0.16) return lines.length;
  if (where < 0.55 && near !== undefined)
    return Math.max(0, Math.min(lines.length, near + intBelow(random, 9) - 4));
  return intBelow(random, lines.length + 1);
}

const insert: EditKind = (lines, at, { random }) =>
  void lines.splice(at, 0, ...someLines(lines, random));

const remove: EditKind = (lines, at, { random }) => void lines.splice(at, 1 + intBelow(random, 3));

const replace: EditKind = (lines, at, { random }) =>
  void lines.splice(at, 1 + intBelow(random, 3), ...someLines(lines, random));

const changeWord: EditKind = (lines, at, { random }) => {
  const line = lines[at];
  if (line !== undefined) lines[at] = line.replace(/\w+|$/, `w${intBelow(random, 1_000)}`);
};

const duplicateBlock: EditKind = (lines, at, { random }) => {
  const block = lines.slice(at, at + 2 + intBelow(random, 6));
  lines.splice(at + block.length, 0, ...block);
};

const moveBlock: EditKind = (lines, at, { random }) => {
  const block = lines.splice(at, 1 + intBelow(random, 5));
  lines.splice(intBelow(random, lines.length + 1), 0, ...block);
};

/** What an edit that was taken back, or made by both, looks like. */
const copyFrom =
  (whose: 'base' | 'other'): EditKind =>
  (lines, at, context) => {
    const size = 1 + intBelow(context.random, 4);
    lines.splice(at, size, ...context[whose].slice(at, at + size));
  };

const kinds: readonly EditKind[] = [
  insert,
  insert,
  remove,
  replace,
  replace,
  changeWord,
  changeWord,
  duplicateBlock,
  moveBlock,
  copyFrom('base'),
  copyFrom('other'),
];

function someLines(lines: readonly string[], random: Random): string[] {
  return Array.from({ length: 1 + intBelow(random, 3) }, () => someLine(lines, random));
}

function someLine(lines: readonly string[], random: Random): string {
  const end = lines[0]?.endsWith('\r\n') ? '\r\n' : '\n';
  const known = lines.length > 0 ? pick(random, lines) : end;
  return pick(random, [
    `}${end}`,
    end,
    `  }${end}`,
    `  line ${intBelow(random, 1_000)}${end}`,
    `const n${intBelow(random, 50)} = 1;${end}`,
    known.endsWith('\n') ? known : known + end,
  ]);
}

/** A line that came behind the last one needs that one to have a line end; now and then the end of the file loses its own. */
function withLastLine(lines: readonly string[], random: Random): string {
  const text = lines
    .map((line, at) => (at < lines.length - 1 && !line.endsWith('\n') ? `${line}\n` : line))
    .join('');
  return random() < 0.01 ? text.replace(/\r?\n$/, '') : text;
}

/** What agents do to the lines of a file. */
import { intBelow, pick, type Random } from '../lines/random-edits.ts';

/** Changes the lines, around `at` where that makes sense. */
type Change = (lines: string[], at: number, random: Random) => void;

const indentOf = (line = '') => /^ */.exec(line)?.[0] ?? '';

/** The next line from `at` on, around the end of the file, that looks so. */
function nextLine(lines: readonly string[], at: number, pattern: RegExp): number | undefined {
  const below = lines.findIndex((line, index) => index >= at && pattern.test(line));
  const found = below === -1 ? lines.findIndex((line) => pattern.test(line)) : below;
  return found === -1 ? undefined : found;
}

const insideMember: Change = (lines, at, random) => {
  const found = nextLine(lines, at, /^ {2,}[\w$].*;$/);
  if (found === undefined) return changeWord(lines, at, random);
  if (random() < 0.6) return changeWord(lines, found, random);
  lines.splice(found + 1, 0, `${indentOf(lines[found])}note(${intBelow(random, 1_000)});`);
};

const changeWord: Change = (lines, at, random) => {
  const line = lines[at] ?? '';
  const words = [...line.matchAll(/\b(?!const\b|return\b|import\b|export\b)\w{3,}/g)];
  if (words.length === 0) return void lines.splice(at, 0, '');
  const { index, 0: word } = pick(random, words);
  lines[at] =
    `${line.slice(0, index)}${word}${intBelow(random, 90)}${line.slice(index + word.length)}`;
};

const removeStatement: Change = (lines, at) => {
  const found = nextLine(lines, at, /^ {2,}[\w$].*;$/);
  if (found !== undefined) lines.splice(found, 1);
};

const addImport: Change = (lines, at, random) => {
  const number = intBelow(random, 40);
  const imports = lines.flatMap((line, index) => (/^import .*;$/.test(line) ? [index] : []));
  const found = imports.length === 0 ? undefined : pick(random, imports);
  const line = lines[found ?? 0] ?? '';
  if (found === undefined && !/^(export|const|function|\/)/.test(line))
    return insideMember(lines, at, random);
  if (random() < 0.4 && line.includes(' } from '))
    lines[found ?? 0] = line.replace(' } from ', `, extra${number} } from `);
  else if (random() < 0.2) lines.splice(found ?? 0, 0, '');
  else
    lines.splice((found ?? -1) + 1, 0, `import { helper${number} } from './helper-${number}.ts';`);
};

const changeComment: Change = (lines, at, random) => {
  const found = nextLine(lines, at, /^ *(\/\/|\/?\*)/);
  if (found === undefined || random() < 0.3)
    lines.splice(at, 0, `${indentOf(lines[at])}// Note ${intBelow(random, 1_000)}.`);
  else lines[found] = (lines[found] ?? '').replace(/\w+/, `Word${intBelow(random, 1_000)}`);
};

const format: Change = (lines, at, random) => {
  const size = 1 + intBelow(random, 6);
  const where = random();
  if (where < 0.3) return void lines.splice(at, 0, '');
  if (where < 0.5) return void lines.splice(nextLine(lines, at, /^$/) ?? at, 1);
  for (let line = at; line < at + size && line < lines.length; line++)
    lines[line] = `  ${lines[line]}`;
};

const addMember: Change = (lines, at, random) => {
  const number = intBelow(random, 60);
  const head = lines.findLastIndex(
    (line, index) =>
      index <= at && /^(export )?(default )?(abstract )?(class|interface)\b/.test(line),
  );
  const start = head === -1 ? nextLine(lines, at, /^(export )?(class|interface)\b/) : head;
  if (start === undefined) return addFunction(lines, at, random);
  if ((lines[start] ?? '').includes('interface'))
    return void lines.splice(start + 1 + intBelow(random, 3), 0, `  field${number}: number;`);
  const ends = lines.flatMap((line, index) => (index > start && line === '  }' ? [index] : []));
  const end = lines.findIndex((line, index) => index > start && line === '}');
  const inside = ends.filter((one) => one < end);
  const behind = inside.length === 0 ? start : pick(random, inside);
  lines.splice(behind + 1, 0, '', `  member${number}(): number {`, `    return ${number};`, '  }');
};

const addFunction: Change = (lines, at, random) => {
  const number = intBelow(random, 60);
  // The same function twice is no code, and git may take either one for the old one.
  if (lines.includes(`export function made${number}(): number {`)) return;
  const code = ['', `export function made${number}(): number {`, `  return ${number};`, '}'];
  const end = random() < 0.6 ? undefined : nextLine(lines, at, /^\}$/);
  const last = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  lines.splice(end === undefined ? last : end + 1, 0, ...code);
};

const removeBlock: Change = (lines, at) => {
  const start = nextLine(lines, at, /^(export )?(async )?function\b/);
  const end = start === undefined ? -1 : lines.indexOf('}', start);
  if (start !== undefined && end !== -1) lines.splice(start, end - start + 1);
};

const moveBlock: Change = (lines, at, random) => {
  const start = nextLine(lines, at, /^(export )?(async )?function\b/);
  const end = start === undefined ? -1 : lines.indexOf('}', start);
  if (start === undefined || end === -1) return;
  const block = lines.splice(start, end - start + 1);
  const target = nextLine(lines, intBelow(random, lines.length), /^\}$/) ?? lines.length - 1;
  lines.splice(target + 1, 0, ...block);
};

export const changes: readonly Change[] = [
  insideMember,
  insideMember,
  insideMember,
  insideMember,
  removeStatement,
  addImport,
  addImport,
  changeComment,
  format,
  addMember,
  addMember,
  addFunction,
  removeBlock,
  moveBlock,
];

/** One line of a difference, with its line end when it has one. */
export interface DiffLine {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

/** A hunk of one file; lines are counted from 0. */
export interface Hunk {
  /** Where its first line stands in the old text, and in the new one. */
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: readonly DiffLine[];
}

const header = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** Reads what `git diff` printed, with any context and the prefixes a/ and b/: the hunks of each file by its new path. */
export function parseDiff(diff: string): Map<string, Hunk[]> {
  const files = new Map<string, Hunk[]>();
  let hunks: Hunk[] = [];
  const lines = diff.split('\n');
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? '';
    const match = header.exec(line);
    if (match) {
      const { hunk, end } = readHunk(lines, at + 1, match);
      hunks.push(hunk);
      at = end;
      continue;
    }
    if (line.startsWith('+++ b/')) files.set(line.slice(6).replace(/\t$/, ''), (hunks = []));
    at += 1;
  }
  return files;
}

function readHunk(
  all: readonly string[],
  from: number,
  [, oldStart, oldCount = '1', newStart, newCount = '1']: readonly (string | undefined)[],
): { hunk: Hunk; end: number } {
  let [oldLeft, newLeft] = [Number(oldCount), Number(newCount)];
  const lines: DiffLine[] = [];
  let at = from;
  for (; oldLeft > 0 || newLeft > 0 || all[at]?.startsWith('\\'); at += 1) {
    const line = all[at];
    if (line === undefined) break;
    if (line.startsWith('\\')) {
      withoutLineEnd(lines);
      continue;
    }
    const mark = line[0] === '-' || line[0] === '+' ? line[0] : ' ';
    if (mark !== '+') oldLeft -= 1;
    if (mark !== '-') newLeft -= 1;
    lines.push({ mark, text: `${line.slice(1)}\n` });
  }
  const starts = {
    oldStart: startOf(oldStart, oldCount),
    newStart: startOf(newStart, newCount),
  };
  return { hunk: { ...starts, lines }, end: at };
}

/** Git counts from 1, and of no lines names the one before. */
function startOf(start: string | undefined, count: string): number {
  return Number(start) - (count === '0' ? 0 : 1);
}

/** `\ No newline at end of file` speaks of the line before it. */
function withoutLineEnd(lines: DiffLine[]): void {
  const last = lines.pop();
  if (last) lines.push({ ...last, text: last.text.slice(0, -1) });
}

/** The lines of a text, each with its line end. */
export function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

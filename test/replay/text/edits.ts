import { splitLines, type Hunk } from './hunks.ts';

/** A call of an agent's tool, and the text of the file after it. */
export interface Edit {
  readonly tool: 'Edit' | 'Write';
  /** The tool's input, apart from the path. */
  readonly input: Readonly<Record<string, string>>;
  readonly next: string;
}

/** More lines of context on each side than this are no edit of a part any more. */
const mostContext = 60;

/**
 * A hunk as an agent would edit it: a text that stands once in the file is replaced by another. The hunk's old lines are
 * looked for nearest to `hunk.oldStart + shift`. Undefined when they are not in the text.
 */
export function editOf(text: string, hunk: Hunk, shift = 0): Edit | undefined {
  const lines = splitLines(text);
  const of = (mark: '-' | '+'): string[] =>
    hunk.lines.filter((line) => line.mark === ' ' || line.mark === mark).map((line) => line.text);
  const [before, after] = [of('-'), of('+')];
  const at = before.length === 0 ? 0 : nearest(lines, before, hunk.oldStart + shift);
  if (at === undefined) return undefined;
  const place = { at, end: at + before.length };
  const next = lines.toSpliced(at, before.length, ...after).join('');
  return unique(lines, place, after, next) ?? writeOf(next);
}

/** The whole text at once. */
export function writeOf(next: string): Edit {
  return { tool: 'Write', input: { content: next }, next };
}

function nearest(
  lines: readonly string[],
  wanted: readonly string[],
  expected: number,
): number | undefined {
  let best: number | undefined;
  for (let at = 0; at + wanted.length <= lines.length; at += 1) {
    const isNearer = best === undefined || Math.abs(at - expected) < Math.abs(best - expected);
    if (isNearer && wanted.every((line, offset) => lines[at + offset] === line)) best = at;
  }
  return best;
}

/** As much context as makes the old text unique; undefined when there is not enough of it. */
function unique(
  lines: readonly string[],
  { at, end }: { at: number; end: number },
  after: readonly string[],
  next: string,
): Edit | undefined {
  const text = lines.join('');
  for (let more = 0; more <= mostContext; more += 1) {
    const head = lines.slice(Math.max(0, at - more), at).join('');
    const tail = lines.slice(end, end + more).join('');
    const old = head + lines.slice(at, end).join('') + tail;
    if (old !== '' && text.indexOf(old) === text.lastIndexOf(old)) {
      const input = { old_string: old, new_string: head + after.join('') + tail };
      return { tool: 'Edit', input, next };
    }
  }
  return undefined;
}

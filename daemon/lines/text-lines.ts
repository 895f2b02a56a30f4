import type { LineSpan } from '../../shared/reservations/lines.ts';
import { LRUCache } from 'lru-cache';

/** A text as lines. A line has its line end, so a last line without one differs from the same line with one, as in git. */
export interface TextLines {
  readonly text: string;
  readonly lines: readonly string[];
  /** One number for each line, the same for equal lines: most comparisons end here. */
  readonly hashes: Int32Array;
}

const lineEnd = 0x0a;

const maxRecent = 64;
const maxRecentCharacters = 4_000_000;
const recent = new LRUCache<string, TextLines>({
  max: maxRecent,
  maxSize: maxRecentCharacters,
  sizeCalculation: (_, text) => text.length || 1,
});

/**
 * An absent file has no lines, like an empty one. The same text has the same lines, the very object, for as long as it is
 * among the recent ones: one write compares its texts several times, and the next write begins with the text that this one left.
 */
export function linesOf(text: string): TextLines {
  const known = recent.get(text);
  if (known !== undefined) return known;
  const lines = readLines(text);
  recent.set(text, lines);
  return lines;
}

function readLines(text: string): TextLines {
  const lines: string[] = [];
  const hashes: number[] = [];
  let start = 0;
  let hash = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    hash = (Math.imul(hash, 31) + code) | 0;
    if (code !== lineEnd) continue;
    lines.push(text.slice(start, at + 1));
    hashes.push(hash);
    start = at + 1;
    hash = 0;
  }
  if (start < text.length) {
    lines.push(text.slice(start));
    hashes.push(hash);
  }
  return { text, lines, hashes: Int32Array.from(hashes) };
}

/** Whether a line of one text is a line of the other. */
export function isSameLine(one: TextLines, at: number, other: TextLines, otherAt: number): boolean {
  return one.hashes[at] === other.hashes[otherAt] && one.lines[at] === other.lines[otherAt];
}

/** Whether two stretches of lines say the same. */
export function areSameLines(
  one: TextLines,
  from: { readonly start: number; readonly end: number },
  other: TextLines,
  to: { readonly start: number; readonly end: number },
): boolean {
  if (from.end - from.start !== to.end - to.start) return false;
  for (let at = from.start; at < from.end; at++) {
    if (!isSameLine(one, at, other, to.start + at - from.start)) return false;
  }
  return true;
}

/** Finds the lines of offsets in a text. */
export class LineIndex {
  private readonly starts: number[] = [0];

  constructor(private readonly text: string) {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1))
      this.starts.push(at + 1);
  }

  /** The line, from 0, that the offset lies in. */
  lineAt(offset: number): number {
    let [low, high] = [0, this.starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The stretch of the text that the lines are; `end` of both is exclusive. */
  offsetsOf({ start, end }: LineSpan): LineSpan {
    const { length } = this.text;
    return { start: this.starts[start] ?? length, end: this.starts[end] ?? length };
  }

  /** The lines that a stretch of the text has a part in; `end` of both is exclusive. */
  spanOf({ start, end }: LineSpan): LineSpan {
    return { start: this.lineAt(start), end: this.lineAt(Math.max(start, end - 1)) + 1 };
  }
}

/** The text with the line ends of another: git may turn LF into CRLF at a checkout. */
export function withLineEndsOf(like: string, text: string): string {
  const isTurned = like.includes('\r\n') && !text.includes('\r\n');
  return isTurned ? text.replaceAll('\n', '\r\n') : text;
}

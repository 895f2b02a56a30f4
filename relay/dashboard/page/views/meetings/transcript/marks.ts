import type { Line } from './lines.ts';

/** A part of a line that a result came from; `to` is the place behind its last character. */
export interface Mark {
  readonly result: string;
  readonly from: number;
  readonly to: number;
}

/** By the number of the line. */
export type Marks = ReadonlyMap<number, readonly Mark[]>;

interface Sourced {
  readonly id: string;
  readonly sentence?: string | undefined;
}

/**
 * Where the sentences of results stand. A sentence may go over several lines of one turn; one that stands twice is taken where
 * it is said first, after the sentence before it. What is not found has no mark.
 */
export function marksOf(lines: readonly Line[], results: readonly Sourced[]): Marks {
  const text = lines.map((line) => line.text).join(' ');
  const starts = startsOf(lines);
  const marks = new Map<number, Mark[]>();
  const taken = new Map<string, number>();
  for (const { id, sentence } of results) {
    const wanted = wordsOf(sentence);
    if (wanted === '') continue;
    const after = taken.get(wanted) ?? 0;
    const again = text.indexOf(wanted, after);
    const from = again < 0 ? text.indexOf(wanted) : again;
    if (from < 0) continue;
    taken.set(wanted, from + wanted.length);
    addMarks(marks, { id, from, to: from + wanted.length }, { lines, starts });
  }
  for (const ofLine of marks.values()) ofLine.sort((a, b) => a.from - b.from);
  return marks;
}

/** The number of the line where a result's sentence begins. */
export function lineOfResult(marks: Marks, result: string): number | undefined {
  const found = [...marks].filter(([, ofLine]) => ofLine.some((mark) => mark.result === result));
  return found.length === 0 ? undefined : Math.min(...found.map(([at]) => at));
}

/** Who says the sentence of each result. */
export function speakersOf(lines: readonly Line[], marks: Marks): ReadonlyMap<string, string> {
  const speakers = new Map<string, string>();
  for (const [at, ofLine] of [...marks].toSorted(([a], [b]) => a - b))
    for (const { result } of ofLine)
      if (!speakers.has(result)) speakers.set(result, lines[at]?.speaker ?? '');
  return speakers;
}

/** A sentence that was cut ends in dots that the transcript does not have. */
function wordsOf(sentence = ''): string {
  return sentence.replace(/\s+/g, ' ').replace(/…$/, '').trim();
}

function startsOf(lines: readonly Line[]): number[] {
  const starts: number[] = [];
  let at = 0;
  for (const { text } of lines) {
    starts.push(at);
    at += text.length + 1;
  }
  return starts;
}

function addMarks(
  marks: Map<number, Mark[]>,
  { id, from, to }: { id: string; from: number; to: number },
  { lines, starts }: { lines: readonly Line[]; starts: readonly number[] },
): void {
  for (let at = lineAt(starts, from); at < lines.length && (starts[at] ?? 0) < to; at++) {
    const start = starts[at] ?? 0;
    const end = Math.min(to - start, lines[at]?.text.length ?? 0);
    const mark = { result: id, from: Math.max(0, from - start), to: end };
    if (mark.from < mark.to) marks.set(at, [...(marks.get(at) ?? []), mark]);
  }
}

/** The last line that starts at or before a place. */
function lineAt(starts: readonly number[], place: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A line in pieces, each plain or of a result; marks that overlap are shown one after the other. */
export function piecesOf(
  text: string,
  marks: readonly Mark[],
): readonly { readonly text: string; readonly result?: string }[] {
  const pieces: { text: string; result?: string }[] = [];
  let at = 0;
  for (const { result, from, to } of marks) {
    const begin = Math.max(at, from);
    if (begin >= to) continue;
    if (begin > at) pieces.push({ text: text.slice(at, begin) });
    pieces.push({ text: text.slice(begin, to), result });
    at = to;
  }
  if (at < text.length) pieces.push({ text: text.slice(at) });
  return pieces;
}

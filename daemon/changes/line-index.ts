import type { LineSpan } from './owned-lines.ts';

/** Finds the lines of offsets in a text. */
export class LineIndex {
  private readonly starts: number[] = [0];

  constructor(text: string) {
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

  /** The lines that a stretch of the text has a part in; `end` of both is exclusive. */
  spanOf({ start, end }: { readonly start: number; readonly end: number }): LineSpan {
    return { start: this.lineAt(start), end: this.lineAt(Math.max(start, end - 1)) + 1 };
  }
}

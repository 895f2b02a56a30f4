import type { Analysis } from './parser/analysis.ts';

/** What parsing a text gave; undefined when it cannot be parsed. */
export type Parse = Analysis | undefined;

interface Entry {
  readonly path: string;
  readonly text: string;
  readonly parse: Parse;
}

/** The text before a write, the one after it, and what another agent works from. */
const maxOfFile = 3;

/**
 * The texts that were parsed last, bounded in number and size: the text that a write is checked with is the one that it leaves, and
 * the one that the next write finds. Of one file a few are kept, so that those that writes have left behind do not drive out the
 * present texts of other files.
 */
export class ParsedTexts {
  private entries: Entry[] = [];

  constructor(
    private readonly maxEntries: number,
    /** In UTF-16 units. */
    private readonly maxLength: number,
  ) {}

  get(path: string, text: string): { readonly parse: Parse } | undefined {
    const at = this.entries.findIndex((entry) => entry.path === path && entry.text === text);
    const entry = this.entries[at];
    if (entry === undefined) return undefined;
    this.entries.splice(at, 1);
    this.entries.push(entry);
    return entry;
  }

  put(path: string, text: string, parse: Parse): void {
    this.dropOldest(path);
    this.entries.push({ path, text, parse });
    let length = this.entries.reduce((sum, entry) => sum + entry.text.length, 0);
    while (this.entries.length > this.maxEntries || length > this.maxLength)
      length -= this.entries.shift()?.text.length ?? Infinity;
  }

  private dropOldest(path: string): void {
    const known = this.entries.filter((entry) => entry.path === path);
    const dropped = known.length < maxOfFile ? undefined : known[0];
    if (dropped !== undefined) this.entries = this.entries.filter((entry) => entry !== dropped);
  }
}

import { join } from 'node:path';
import type { Clock } from '../../shared/kernel/clock.ts';
import {
  type DiskFile,
  readDiskFile,
  reliableStamp,
  sameStamp,
  stampOf,
} from './disk/disk-file.ts';
import type { FileParser, Parser } from './parser/parser.ts';
import type { FileRecord, IndexStore } from './store.ts';
import type { Analysis } from './parser/analysis.ts';

/** What to store for a file as it was just read; `undefined` when it is not there. `analysis` is of its text, if it has one. */
export function recordOf(
  { path, file, analysis }: { path: string; file: DiskFile; analysis: Analysis | undefined },
  { parser, nowMs }: { readonly parser: Pick<FileParser, 'mentions'>; readonly nowMs: number },
): FileRecord | undefined {
  if (file.kind === 'absent') return undefined;
  const stamp = reliableStamp(file.stamp, nowMs);
  if (file.kind !== 'text') return { path, isParsed: false, ...stamp };
  // Code that cannot be parsed names others all the same.
  const mentions = analysis?.mentions ?? parser.mentions(path, file.text);
  return { path, isParsed: analysis !== undefined, facts: analysis?.facts, mentions, ...stamp };
}

interface IndexedFilesOptions {
  readonly root: string;
  readonly store: IndexStore;
  readonly clock: Clock;
  /** The store is about to have something else for the file. */
  readonly onChanging: (path: string) => void;
  /** The store has something else for the file than before. */
  readonly onChange: (path: string) => void;
}

const maxParsedTexts = 256;
const maxParsedTextLength = 4 * 1024 * 1024;

/** Parsed states of texts, and of the files on disk in the store; no text is parsed twice within a short time. */
export class IndexedFiles {
  /** How many texts have been parsed. */
  parsed = 0;
  private readonly recent = new ParsedTexts(maxParsedTexts, maxParsedTextLength);

  constructor(private readonly options: IndexedFilesOptions) {}

  /** Whether the store has the file as it is on disk, told without reading what it has. */
  isStored(path: string): boolean {
    const stamp = stampOf(join(this.options.root, path))?.stamp;
    return stamp !== undefined && sameStamp(this.options.store.stampOf(path), stamp);
  }

  /** Brings the store up to the file on disk; answers whether it had changed. */
  update(path: string, parser: FileParser): boolean {
    if (this.isStored(path)) return false;
    // Before it is read: what is written from then on can still get the date that it had.
    const nowMs = this.options.clock.now();
    const file = readDiskFile(join(this.options.root, path));
    const analysis = file.kind === 'text' ? this.analysisOf(path, file.text, parser) : undefined;
    const row = recordOf({ path, file, analysis }, { parser, nowMs });
    if (row === undefined) return this.forget(path);
    this.options.onChanging(path);
    this.options.store.putMany([row]);
    this.options.onChange(path);
    return true;
  }

  /** The symbols and facts of a text, on disk or not; undefined when it cannot be parsed. */
  analysisOf(path: string, text: string, parser: Pick<Parser, 'analyse'>): Parse {
    const known = this.recent.get(path, text);
    if (known !== undefined) return known.parse;
    this.parsed++;
    const parse = parser.analyse(path, text);
    this.recent.put(path, text, parse);
    return parse;
  }

  private forget(path: string): boolean {
    if (this.options.store.stampOf(path) === undefined) return false;
    this.options.onChanging(path);
    this.options.store.remove([path]);
    this.options.onChange(path);
    return true;
  }
}

/** What parsing a text gave; undefined when it cannot be parsed. */
type Parse = Analysis | undefined;

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
class ParsedTexts {
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

import { join } from 'node:path';
import type { Clock } from '../../shared/kernel/clock.ts';
import { readDiskFile, reliableStamp, sameStamp, stampOf } from './disk/disk-file.ts';
import { ParsedTexts, type Parse } from './parsed-texts.ts';
import type { ParsedFile } from './parser/parsed-file.ts';
import type { Parser } from './parser/parser.ts';
import type { IndexStore } from './store.ts';

export interface IndexedFilesOptions {
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
  update(path: string, parser: Pick<Parser, 'analyse'>): boolean {
    if (this.isStored(path)) return false;
    const read = readDiskFile(join(this.options.root, path));
    if (read.kind === 'absent') return this.forget(path);
    const analysis = read.kind === 'text' ? this.analysisOf(path, read.text, parser) : undefined;
    const { parsed, facts } = analysis ?? { parsed: undefined, facts: undefined };
    const settled = reliableStamp(read.stamp, this.options.clock.now());
    this.options.onChanging(path);
    this.options.store.putMany([{ path, parsed, facts, ...settled }]);
    this.options.onChange(path);
    return true;
  }

  /** The symbols of a text, on disk or not; undefined when it cannot be parsed. */
  stateOf(path: string, text: string, parser: Pick<Parser, 'analyse'>): ParsedFile | undefined {
    return this.analysisOf(path, text, parser)?.parsed;
  }

  /** The symbols and facts of a text, likewise. */
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

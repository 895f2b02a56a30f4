import { join } from 'node:path';
import type { Clock } from '../../shared/kernel/clock.ts';
import {
  readDiskFile,
  reliableStamp,
  sameStamp,
  stampOf,
  type DiskFile,
} from './disk/disk-file.ts';
import type { Analysis } from './parser/analysis.ts';
import type { ParsedFile } from './parser/parsed-file.ts';
import type { Parser } from './parser/parser.ts';
import { RecentTexts, type KnownState } from './recent-texts.ts';
import type { FileRow, IndexStore } from './store.ts';
import type { FileState } from './touched-symbols.ts';

type ReadText = Extract<DiskFile, { kind: 'text' }>;

export interface IndexedFilesOptions {
  readonly root: string;
  readonly store: IndexStore;
  readonly clock: Clock;
  /** The store has something else for the file than before. */
  readonly onChange: (path: string) => void;
}

export interface UpdatedState {
  readonly state: FileState;
  readonly isChanged: boolean;
}

const maxRecentBytes = 8 * 1024 * 1024;

/** Texts and parsed states of the files on disk: from the texts used recently, else from the store, else read and parsed. */
export class IndexedFiles {
  /** How many files have been parsed. */
  parsed = 0;
  private readonly recent = new RecentTexts(maxRecentBytes);

  constructor(private readonly options: IndexedFilesOptions) {}

  readText(path: string): string | undefined {
    const file = join(this.options.root, path);
    const stamp = stampOf(file)?.stamp;
    const known = stamp && this.recent.get(path, stamp);
    if (known !== undefined) return known;
    const read = readDiskFile(file);
    if (read.kind !== 'text') return undefined;
    const row = this.options.store.get(path);
    const isRowCurrent = row !== undefined && sameStamp(row, read.stamp);
    const parsed = isRowCurrent
      ? { state: row.parsed, facts: undefined }
      : this.recent.parsedOf(path, read.text);
    this.remember(path, read, parsed);
    return read.text;
  }

  /** The file as it is on disk at this moment: its known state, or the text to find it from. */
  look(path: string): { kind: 'known'; state: FileState } | { kind: 'unread'; text: string } {
    const file = join(this.options.root, path);
    const stamp = stampOf(file)?.stamp;
    const row = this.options.store.get(path);
    if (row && stamp && sameStamp(row, stamp)) return { kind: 'known', state: row.parsed };
    const read = readDiskFile(file);
    if (read.kind === 'text') return { kind: 'unread', text: read.text };
    return { kind: 'known', state: read.kind === 'absent' ? 'absent' : undefined };
  }

  /** Whether the store has the file as it is on disk, told without reading what it has. */
  isStored(path: string): boolean {
    const stamp = stampOf(join(this.options.root, path))?.stamp;
    return stamp !== undefined && sameStamp(this.options.store.stampOf(path), stamp);
  }

  /** Brings the store up to the file on disk; answers its state, and whether it had to be read. */
  update(path: string, parser: Parser): UpdatedState {
    const file = join(this.options.root, path);
    const stamp = stampOf(file)?.stamp;
    const row = this.options.store.get(path);
    if (row && stamp && sameStamp(row, stamp)) return { state: row.parsed, isChanged: false };
    const read = readDiskFile(file);
    if (read.kind === 'absent') return this.forget(path, row);
    const analysis = read.kind === 'text' ? this.analysed(path, read.text, parser) : undefined;
    const { parsed, facts } = analysis ?? { parsed: undefined, facts: undefined };
    if (read.kind === 'text') this.remember(path, read, { state: parsed, facts });
    const settled = reliableStamp(read.stamp, this.options.clock.now());
    this.options.store.putMany([{ path, parsed, facts, ...settled }]);
    this.options.onChange(path);
    return { state: parsed, isChanged: true };
  }

  private forget(path: string, row: FileRow | undefined): UpdatedState {
    if (row) {
      this.options.store.remove([path]);
      this.options.onChange(path);
    }
    return { state: 'absent', isChanged: row !== undefined };
  }

  private remember(path: string, { text, stamp }: ReadText, parsed: KnownState | undefined): void {
    this.recent.put(path, { text, parsed, stamp: reliableStamp(stamp, this.options.clock.now()) });
  }

  stateOf(path: string, text: string, parser: Parser): ParsedFile | undefined {
    const known = this.recent.parsedOf(path, text);
    return known ? known.state : this.analysed(path, text, parser)?.parsed;
  }

  private analysed(path: string, text: string, parser: Parser): Analysis | undefined {
    const known = this.recent.parsedOf(path, text);
    if (known?.state && known.facts) return { parsed: known.state, facts: known.facts };
    this.parsed++;
    const analysis = parser.analyse(path, text);
    const { parsed: state, facts } = analysis ?? { parsed: undefined, facts: undefined };
    this.recent.noteParsed(path, text, { state, facts });
    return analysis;
  }

  parse(path: string, text: string, parser: Parser): ParsedFile | undefined {
    this.parsed++;
    return parser.parse(path, text);
  }
}

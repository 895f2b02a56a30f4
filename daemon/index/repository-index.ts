import { join } from 'node:path';
import type { RunGit } from '../../shared/node/git/run.ts';
import type { Clock } from '../../shared/kernel/clock.ts';
import { systemClock } from '../../shared/node/system-clock.ts';
import {
  readDiskFile,
  sameStamp,
  reliableStamp,
  stampOf,
  type DiskFile,
} from './disk/disk-file.ts';
import { applyEdits, type Edit } from './text-edits.ts';
import { ExpectedEdits } from './expected-edits.ts';
import type { Analysis } from './parser/analysis.ts';
import { isParsable, loadParser, type Parser } from './parser/parser.ts';
import type { ParsedFile } from './parser/parsed-file.ts';
import { runFullScan, type ScanProgress } from './full-scan.ts';
import { RecentTexts, type KnownState } from './recent-texts.ts';
import { StoredGraph, type RepositoryGraph } from './graph/repository-graph.ts';
import { runInTimeSlices } from '../kernel/time-slices.ts';
import type { FileRow, IndexStore } from './store.ts';
import { touchedSymbols, type FileState, type TouchedSymbols } from './touched-symbols.ts';

export interface IndexOptions {
  /** The worktree's top directory, absolute; each worktree has an index and a store of its own. */
  readonly root: string;
  readonly store: IndexStore;
  readonly git: RunGit;
  readonly onProgress?: ((progress: ScanProgress) => void) | undefined;
  readonly clock?: Clock;
}

export interface Reread {
  readonly before: FileState;
  readonly after: FileState;
  readonly touched: TouchedSymbols;
}

export interface IndexStats {
  readonly files: number;
  /** Files parsed since the index was opened. */
  readonly parsed: number;
  readonly progress: ScanProgress;
  /** Why the repository's files could not be listed. */
  readonly problem: string | undefined;
}

/** The symbols of one worktree. Paths are relative to its root, canonical (PTH-1). */
export interface RepositoryIndex {
  readonly root: string;
  readonly graph: RepositoryGraph;
  /** When the first pass over all files is through and the graph complete, or was given up by `close`. */
  readonly ready: Promise<void>;
  /** Begins the first pass, in the background. */
  start(): void;
  /** One more pass over all files, for instance after a change of what git ignores. */
  rescan(): Promise<void>;
  /** The text on disk; `undefined` when there is none to read. */
  readText(path: string): string | undefined;
  /** To be called when an edit is let through, so that its report is compared with the state of this moment. */
  expectEdit(path: string): Promise<void>;
  /** What the edits would touch in a file with this text; `undefined` when they do not fit it. */
  compareEdit(
    path: string,
    text: string | undefined,
    edits: readonly Edit[],
  ): Promise<TouchedSymbols | undefined>;
  /** After an edit: reads the file, compares it with its state before, and stores the new state. */
  reread(path: string): Promise<Reread>;
  /** For changes that no hook reports: brings the stored state up to disk. Answers the paths that had changed. */
  refresh(paths: readonly string[]): Promise<string[]>;
  stats(): IndexStats;
  /** Stops the pass; the store is the caller's to close. */
  close(): Promise<void>;
}

type ReadText = Extract<DiskFile, { kind: 'text' }>;

interface Current {
  readonly state: FileState;
  readonly isChanged: boolean;
}

const unknownTouch: TouchedSymbols = { kind: 'whole_file' };

const maxRecentBytes = 8 * 1024 * 1024;

export function openRepositoryIndex(options: IndexOptions): RepositoryIndex {
  return new StoredRepositoryIndex(options);
}

class StoredRepositoryIndex implements RepositoryIndex {
  readonly root: string;
  readonly ready: Promise<void>;
  readonly graph: StoredGraph;
  private readonly store: IndexStore;
  private readonly git: RunGit;
  private readonly clock: Clock;
  private readonly onProgress: (progress: ScanProgress) => void;
  private readonly recent = new RecentTexts(maxRecentBytes);
  private readonly expected = new ExpectedEdits<FileState>();
  private readonly closing = new AbortController();
  private markReady: () => void = () => undefined;
  private passes: Promise<void> = Promise.resolve();
  private isComplete = false;
  private parsed = 0;
  private progress: ScanProgress = { done: 0, total: 0 };
  private problem: string | undefined;

  constructor({ root, store, git, onProgress, clock }: IndexOptions) {
    this.root = root;
    this.store = store;
    this.git = git;
    this.clock = clock ?? systemClock;
    this.onProgress = onProgress ?? (() => undefined);
    this.graph = new StoredGraph({ root, store, signal: this.closing.signal });
    this.ready = new Promise((resolve) => (this.markReady = resolve));
  }

  start(): void {
    void this.rescan().finally(() => {
      this.markReady();
      // The next hook will want it; when every file was unchanged the pass did not need it.
      if (!this.closing.signal.aborted)
        loadParser().catch((error: unknown) => (this.problem = String(error)));
    });
  }

  rescan(): Promise<void> {
    this.passes = this.passes.then(() => this.pass());
    return this.passes;
  }

  private async pass(): Promise<void> {
    if (this.closing.signal.aborted) return;
    try {
      const outcome = await runFullScan({
        root: this.root,
        store: this.store,
        git: this.git,
        clock: this.clock,
        signal: this.closing.signal,
        onProgress: (progress) => this.onProgress((this.progress = progress)),
        onParsed: (path) => this.noteParsed(path),
        onGone: (paths) => paths.forEach((path) => this.graph.markDirty(path)),
      });
      this.problem = outcome.kind === 'failed' ? outcome.message : undefined;
      this.isComplete ||= this.problem === undefined;
      if (outcome.kind === 'done' && !this.closing.signal.aborted)
        await this.graph.load(outcome.settingsPaths);
    } catch (error) {
      // An index that cannot be built makes holds coarser; it must not take the daemon down.
      this.problem = String(error);
    }
  }

  private noteParsed(path: string): void {
    this.parsed++;
    this.graph.markDirty(path);
  }

  readText(path: string): string | undefined {
    const file = join(this.root, path);
    const stamp = stampOf(file)?.stamp;
    const known = stamp && this.recent.get(path, stamp);
    if (known !== undefined) return known;
    const read = readDiskFile(file);
    if (read.kind !== 'text') return undefined;
    const row = this.store.get(path);
    const isRowCurrent = row !== undefined && sameStamp(row, read.stamp);
    const parsed = isRowCurrent
      ? { state: row.parsed, facts: undefined }
      : this.recent.parsedOf(path, read.text);
    this.remember(path, read, parsed);
    return read.text;
  }

  async expectEdit(path: string): Promise<void> {
    if (!isParsable(path)) return;
    // Looked at now: the edit may be on disk before the parser has been loaded.
    const seen = this.look(path);
    const parser = await loadParser();
    const state = seen.kind === 'known' ? seen.state : this.stateOf(path, seen.text, parser);
    this.expected.announce(path, state, this.clock.now());
  }

  /** The file as it is on disk at this moment: its known state, or the text to find it from. */
  private look(
    path: string,
  ): { kind: 'known'; state: FileState } | { kind: 'unread'; text: string } {
    const file = join(this.root, path);
    const stamp = stampOf(file)?.stamp;
    const row = this.store.get(path);
    if (row && stamp && sameStamp(row, stamp)) return { kind: 'known', state: row.parsed };
    const read = readDiskFile(file);
    if (read.kind === 'text') return { kind: 'unread', text: read.text };
    return { kind: 'known', state: read.kind === 'absent' ? 'absent' : undefined };
  }

  async compareEdit(
    path: string,
    text: string | undefined,
    edits: readonly Edit[],
  ): Promise<TouchedSymbols | undefined> {
    const edited = applyEdits(text, edits);
    if (edited.kind === 'inapplicable') return undefined;
    if (!isParsable(path)) return { kind: 'whole_file' };
    const parser = await loadParser();
    const before = text === undefined ? 'absent' : this.stateOf(path, text, parser);
    const after = edited.kind === 'absent' ? 'absent' : this.parse(path, edited.text, parser);
    return touchedSymbols(path, before, after);
  }

  async reread(path: string): Promise<Reread> {
    if (!isParsable(path)) return { before: undefined, after: undefined, touched: unknownTouch };
    const parser = await loadParser();
    const stored = this.store.get(path);
    const { state: after } = this.current(path, parser);
    const announced = this.expected.report(path, after, this.clock.now());
    const before = announced ? announced.before : this.stateBefore(stored);
    // Something was edited; where nothing is on either side, it was not found under this name.
    const isNowhere = before === 'absent' && after === 'absent';
    return {
      before,
      after,
      touched: isNowhere ? unknownTouch : touchedSymbols(path, before, after),
    };
  }

  /** A file without a row is new, once all files have been seen. */
  private stateBefore(row: FileRow | undefined): FileState {
    if (row !== undefined) return row.parsed;
    return this.isComplete ? 'absent' : undefined;
  }

  async refresh(paths: readonly string[]): Promise<string[]> {
    const parser = await loadParser();
    this.graph.checkSettings();
    return runInTimeSlices(this.refreshing(paths.filter(isParsable), parser));
  }

  private *refreshing(paths: readonly string[], parser: Parser): Generator<void, string[]> {
    const changed: string[] = [];
    for (const path of paths) {
      if (this.closing.signal.aborted) break;
      if (!this.isStored(path) && this.current(path, parser).isChanged) changed.push(path);
      yield;
    }
    return changed;
  }

  /** Whether the store has the file as it is on disk, told without reading what it has. */
  private isStored(path: string): boolean {
    const stamp = stampOf(join(this.root, path))?.stamp;
    return stamp !== undefined && sameStamp(this.store.stampOf(path), stamp);
  }

  /** The state on disk, and whether it had to be read; the store has it afterwards. */
  private current(path: string, parser: Parser): Current {
    const file = join(this.root, path);
    const stamp = stampOf(file)?.stamp;
    const row = this.store.get(path);
    if (row && stamp && sameStamp(row, stamp)) return { state: row.parsed, isChanged: false };
    const read = readDiskFile(file);
    if (read.kind === 'absent') return this.forget(path, row);
    const analysis = read.kind === 'text' ? this.analysed(path, read.text, parser) : undefined;
    const { parsed, facts } = analysis ?? { parsed: undefined, facts: undefined };
    if (read.kind === 'text') this.remember(path, read, { state: parsed, facts });
    const settled = reliableStamp(read.stamp, this.clock.now());
    this.store.putMany([{ path, parsed, facts, ...settled }]);
    this.graph.markDirty(path);
    return { state: parsed, isChanged: true };
  }

  private forget(path: string, row: FileRow | undefined): Current {
    if (row) {
      this.store.remove([path]);
      this.graph.markDirty(path);
    }
    return { state: 'absent', isChanged: row !== undefined };
  }

  private remember(path: string, { text, stamp }: ReadText, parsed: KnownState | undefined): void {
    this.recent.put(path, { text, parsed, stamp: reliableStamp(stamp, this.clock.now()) });
  }

  private stateOf(path: string, text: string, parser: Parser): ParsedFile | undefined {
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

  private parse(path: string, text: string, parser: Parser): ParsedFile | undefined {
    this.parsed++;
    return parser.parse(path, text);
  }

  stats(): IndexStats {
    const { parsed, progress, problem } = this;
    return { files: this.store.count(), parsed, progress, problem };
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.passes;
    this.markReady();
  }
}

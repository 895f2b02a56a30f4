import type { RunGit } from '../../shared/node/git/run.ts';
import type { Clock } from '../../shared/kernel/clock.ts';
import { systemClock } from '../../shared/node/system-clock.ts';
import { applyEdits, type Edit } from './text-edits.ts';
import { IndexedFiles } from './indexed-files.ts';
import { ExpectedEdits } from './expected-edits.ts';
import { isParsable, loadParser, type Parser } from './parser/parser.ts';
import { runFullScan, type ScanProgress } from './full-scan.ts';
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
  /** When the first full scan has ended and the graph is complete, or `close` has stopped it. */
  readonly ready: Promise<void>;
  /** Begins the first full scan, in the background. */
  start(): void;
  /** One more full scan, for instance after a change of what git ignores. */
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
  /** Stops the scan; the store is the caller's to close. */
  close(): Promise<void>;
}

const unknownTouch: TouchedSymbols = { kind: 'whole_file' };

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
  private readonly files: IndexedFiles;
  private readonly onProgress: (progress: ScanProgress) => void;
  private readonly expected = new ExpectedEdits<FileState>();
  private readonly closing = new AbortController();
  private markReady: () => void = () => undefined;
  private scans: Promise<void> = Promise.resolve();
  private isComplete = false;
  private progress: ScanProgress = { done: 0, total: 0 };
  private problem: string | undefined;

  constructor({ root, store, git, onProgress, clock }: IndexOptions) {
    this.root = root;
    this.store = store;
    this.git = git;
    this.clock = clock ?? systemClock;
    this.onProgress = onProgress ?? (() => undefined);
    this.graph = new StoredGraph({ root, store, signal: this.closing.signal });
    this.files = new IndexedFiles({
      root,
      store,
      clock: this.clock,
      onChange: (path) => this.graph.markDirty(path),
    });
    this.ready = new Promise((resolve) => (this.markReady = resolve));
  }

  start(): void {
    void this.rescan().finally(() => {
      this.markReady();
      // The next hook will want it; when every file was unchanged the scan did not need it.
      if (!this.closing.signal.aborted)
        loadParser().catch((error: unknown) => (this.problem = String(error)));
    });
  }

  rescan(): Promise<void> {
    this.scans = this.scans.then(() => this.scan());
    return this.scans;
  }

  private async scan(): Promise<void> {
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
      // An index that cannot be built makes reservations coarser; it must not take the daemon down.
      this.problem = String(error);
    }
  }

  private noteParsed(path: string): void {
    this.files.parsed++;
    this.graph.markDirty(path);
  }

  readText(path: string): string | undefined {
    return this.files.readText(path);
  }

  async expectEdit(path: string): Promise<void> {
    if (!isParsable(path)) return;
    // Looked at now: the edit may be on disk before the parser has been loaded.
    const seen = this.files.look(path);
    const parser = await loadParser();
    const state = seen.kind === 'known' ? seen.state : this.files.stateOf(path, seen.text, parser);
    this.expected.announce(path, state, this.clock.now());
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
    const before = text === undefined ? 'absent' : this.files.stateOf(path, text, parser);
    const after = edited.kind === 'absent' ? 'absent' : this.files.parse(path, edited.text, parser);
    return touchedSymbols(path, before, after);
  }

  async reread(path: string): Promise<Reread> {
    if (!isParsable(path)) return { before: undefined, after: undefined, touched: unknownTouch };
    const parser = await loadParser();
    const stored = this.store.get(path);
    const { state: after } = this.files.update(path, parser);
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
      if (!this.files.isStored(path) && this.files.update(path, parser).isChanged)
        changed.push(path);
      yield;
    }
    return changed;
  }

  stats(): IndexStats {
    const { progress, problem } = this;
    return { files: this.store.count(), parsed: this.files.parsed, progress, problem };
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.scans;
    this.markReady();
  }
}

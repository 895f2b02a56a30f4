import type { RunGit } from '../../shared/node/git/git-calls.ts';
import type { Clock } from '../../shared/kernel/clock.ts';
import { backoffMs, withJitter } from '../../shared/node/time/backoff.ts';
import { systemClock } from '../../shared/node/time/system-clock.ts';
import { runFullScan, staleFiles, type ScanProgress } from './full-scan.ts';
import { isProjectSettingsFile } from './disk/list-files.ts';
import { IndexedFiles } from './indexed-files.ts';
import { loadPlaceReader } from './places/place-reader.ts';
import type { FileMentions } from './parser/mentions/file-mentions.ts';
import type { Analysis } from './parser/analysis.ts';
import { loadParser, type FileParser } from './parser/parser.ts';
import { isParsable } from '../../shared/symbols/parsable.ts';
import { RepositoryGraph } from './graph/repository-graph.ts';
import { runInTimeSlices } from '../kernel/time-slices.ts';
import type { IndexStore } from './store.ts';

export interface IndexOptions {
  /** The worktree's top directory, absolute; each worktree has an index and a store of its own. */
  readonly root: string;
  readonly store: IndexStore;
  readonly git: RunGit;
  readonly onProgress?: ((progress: ScanProgress) => void) | undefined;
  /** A file has changed on disk, and the store is about to have it. */
  readonly onChanging?: ((path: string) => void) | undefined;
  /** A full scan is through after one that failed. */
  readonly onRecovered?: (() => void) | undefined;
  readonly clock?: Clock;
}

export interface IndexStats {
  readonly files: number;
  /** Files parsed since the index was opened. */
  readonly parsed: number;
  readonly progress: ScanProgress;
  /** Why the repository's files could not be listed. */
  readonly problem: string | undefined;
}

/** DUR-14: when a full scan that failed is tried again. */
const backoff = { firstMs: 1_000, maxMs: 60_000 } as const;

/** The symbols of one worktree. Paths are relative to its root, canonical (PTH-1). */
export class RepositoryIndex {
  readonly root: string;
  /** When the first full scan has ended and the graph is complete, or `close` has stopped it. */
  readonly ready: Promise<void>;
  readonly graph: RepositoryGraph;
  private readonly store: IndexStore;
  private readonly git: RunGit;
  private readonly clock: Clock;
  private readonly files: IndexedFiles;
  private readonly onProgress: (progress: ScanProgress) => void;
  private readonly onRecovered: () => void;
  private readonly closing = new AbortController();
  private markReady: () => void = () => undefined;
  private scans: Promise<void> = Promise.resolve();
  private progress: ScanProgress = { done: 0, total: 0 };
  private problem: string | undefined;
  private failures = 0;
  private retry: NodeJS.Timeout | undefined;
  /** Files with settings of projects that were named since the last full scan began, so that its listing may lack them. */
  private readonly namedSettings = new Set<string>();

  constructor({ root, store, git, onProgress, onChanging, onRecovered, clock }: IndexOptions) {
    this.root = root;
    this.store = store;
    this.git = git;
    this.clock = clock ?? systemClock;
    this.onProgress = onProgress ?? (() => undefined);
    this.onRecovered = onRecovered ?? (() => undefined);
    this.graph = new RepositoryGraph({ root, store, signal: this.closing.signal });
    this.files = new IndexedFiles({
      root,
      store,
      clock: this.clock,
      onChanging: onChanging ?? (() => undefined),
      onChange: (path) => this.graph.markDirty(path),
    });
    this.ready = new Promise((resolve) => (this.markReady = resolve));
  }

  /** Begins the first full scan, in the background. */
  start(): void {
    void this.rescan().finally(() => {
      this.markReady();
      // The next hook will want it; when every file was unchanged the scan did not need it.
      if (!this.closing.signal.aborted)
        loadParser().catch((error: unknown) => (this.problem = String(error)));
    });
  }

  /** One more full scan, for instance after a change of what git ignores. */
  rescan(): Promise<void> {
    this.scans = this.scans.then(() => this.scan());
    return this.scans;
  }

  /** Those of the files, and of those that are known, that have changed since the last full scan, or since they were refreshed. */
  async stale(paths: readonly string[]): Promise<string[]> {
    await this.scans;
    const { root, store, graph, closing } = this;
    const files = { root, store, signal: closing.signal };
    const settings = paths.filter(isProjectSettingsFile).filter((path) => !graph.hasSettings(path));
    return [...(await staleFiles(paths.filter(isParsable), files)), ...settings];
  }

  private async scan(): Promise<void> {
    if (this.closing.signal.aborted) return;
    clearTimeout(this.retry);
    this.problem = await this.problemOfScan();
    if (this.closing.signal.aborted) return;
    if (this.problem !== undefined) return this.scanLater();
    if (this.failures > 0) this.onRecovered();
    this.failures = 0;
  }

  private scanLater(): void {
    this.failures += 1;
    const waitMs = withJitter(backoffMs(this.failures, backoff));
    this.retry = setTimeout(() => void this.rescan(), waitMs).unref();
  }

  private async problemOfScan(): Promise<string | undefined> {
    this.namedSettings.clear();
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
      if (outcome.kind === 'failed') return outcome.message;
      if (!this.closing.signal.aborted)
        await this.graph.load([...outcome.settingsPaths, ...this.namedSettings]);
      return undefined;
    } catch (error) {
      // An index that cannot be built makes reservations coarser; it must not take the daemon down.
      return String(error);
    }
  }

  private noteParsed(path: string): void {
    this.files.parsed++;
    this.graph.markDirty(path);
  }

  /** The symbols and facts of a text of the file, on disk or not; undefined when it cannot be parsed. */
  async analysisOf(path: string, text: string): Promise<Analysis | undefined> {
    if (!isParsable(path)) return undefined;
    return this.files.analysisOf(path, text, await analyser());
  }

  /** After changes: brings the stored state up to disk. Answers the paths that had changed, of those that are parsed. */
  async refresh(paths: readonly string[]): Promise<string[]> {
    const parser = await analyser();
    this.graph.checkSettings(this.settingsAmong(paths));
    return runInTimeSlices(this.refreshing(paths.filter(isParsable), parser));
  }

  /** Of files that may have changed: those with settings of projects count from now on, as they are. */
  noteSettings(paths: readonly string[]): void {
    const settings = this.settingsAmong(paths);
    if (settings.length > 0) this.graph.checkSettings(settings);
  }

  private settingsAmong(paths: readonly string[]): string[] {
    const settings = paths.filter(isProjectSettingsFile);
    for (const path of settings) this.namedSettings.add(path);
    return settings;
  }

  private *refreshing(paths: readonly string[], parser: FileParser): Generator<void, string[]> {
    const changed: string[] = [];
    for (const path of paths) {
      if (this.closing.signal.aborted) break;
      if (this.files.update(path, parser)) changed.push(path);
      yield;
    }
    return changed;
  }

  /** What a file names (GAT-0), as it was when it was last read; undefined for what is no text, or not known. */
  mentionsOf(path: string): FileMentions | undefined {
    return this.store.mentions(path);
  }

  stats(): IndexStats {
    const { progress, problem } = this;
    return { files: this.store.count(), parsed: this.files.parsed, progress, problem };
  }

  /** Stops the scan; the store is the caller's to close. */
  async close(): Promise<void> {
    this.closing.abort();
    clearTimeout(this.retry);
    await this.scans;
    this.markReady();
  }
}

/** What a hook has just compared is not parsed again. */
async function analyser(): Promise<FileParser> {
  const [parser, reader] = await Promise.all([loadParser(), loadPlaceReader()]);
  return {
    analyse: (path, text) => parser.analyse(path, text, reader.treeOf(path, text)),
    mentions: parser.mentions,
  };
}

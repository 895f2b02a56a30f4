import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../shared/kernel/clock.ts';
import type { IgnoreRules } from '../git/ignore-rules.ts';
import type { RepositoryFile } from '../git/path-resolver.ts';
import { freeBytes } from '../../shared/node/disk/disk-trouble.ts';
import type { DiskProblem } from '../../shared/status/contract.ts';
import type { WorkTree } from '../../shared/node/git/repository.ts';
import { RepositoryIndex, type IndexStats } from '../index/repository-index.ts';
import type { ScanProgress } from '../index/full-scan.ts';
import type { Analysis } from '../index/parser/analysis.ts';
import { isParsable } from '../../shared/symbols/parsable.ts';
import { openIndexStore, type FactsRow } from '../index/store.ts';
import type { PublishedFile } from '../knowledge/waiting-files.ts';
import type { Logger } from '../kernel/logger.ts';
import type { ChosenWatcher } from '../watching/choose-watcher.ts';
import type { RunGit } from '../../shared/node/git/git-calls.ts';
import { closeIndex, isThere, linkOf, type OpenIndex } from './open-index.ts';

export interface WorkTreesOptions {
  /** The daemon's folder for this repository. */
  readonly folder: string;
  readonly git: RunGit;
  readonly ignores: IgnoreRules;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onProgress?: ((progress: ScanProgress) => void) | undefined;
  /** DUR-9: which watcher is used. */
  readonly watcher: Promise<ChosenWatcher>;
}

/** A symbol with its lines, counted from 0, end exclusive. */
export interface IndexedSymbol {
  readonly name: string;
  readonly span: { readonly start: number; readonly end: number };
}

/** One index for each work tree of the repository, opened when the first hook or start needs it. */
export class WorkTrees {
  private readonly emitter = new EventEmitter<{
    change: [workTree: WorkTree, paths: readonly string[]];
    changing: [workTree: WorkTree, path: string];
    listedAnew: [];
  }>();
  private readonly open = new Map<string, OpenIndex>();
  isClosed = false;
  /** Undefined until it is chosen. */
  watcher: ChosenWatcher | undefined;

  constructor(private readonly options: WorkTreesOptions) {
    void options.watcher.then((chosen) => (this.watcher = chosen));
  }

  /** Files changed, maybe without a hook. */
  onChange(listener: (workTree: WorkTree, paths: readonly string[]) => void): void {
    this.emitter.on('change', listener);
  }

  /** A file is on disk as the index does not have it yet; `factsOf` answers still what was known before. */
  onChanging(listener: (workTree: WorkTree, path: string) => void): void {
    this.emitter.on('changing', listener);
  }

  /** The files of a work tree are indexed after they could not be listed, or after what git ignores has changed. */
  onListedAnew(listener: () => void): void {
    this.emitter.on('listedAnew', listener);
  }

  /** Begins to index and to watch the work tree, anew where it has come to be where another one was. */
  start(workTree: WorkTree): void {
    this.dropGone();
    this.opened(workTree);
  }

  /** The index of the work tree itself. */
  indexOf(workTree: WorkTree): RepositoryIndex {
    return this.opened(workTree).index;
  }

  /** Until when the first index of the work tree is being made; undefined when it is there. */
  indexing(workTree: WorkTree): Promise<void> | undefined {
    const { index, isIndexed } = this.opened(workTree);
    return isIndexed ? undefined : index.ready;
  }

  /** The file's symbols for the relay; undefined for what is in another language. */
  publicationOf({ workTree, path }: RepositoryFile): PublishedFile | undefined {
    return isParsable(path) ? this.opened(workTree).index.graph.publicationOf(path) : undefined;
  }

  /** What the index knows of the file; undefined for one that is not there. */
  factsOf({ workTree, path }: Pick<RepositoryFile, 'workTree' | 'path'>): FactsRow | undefined {
    return this.opened(workTree).store.facts(path);
  }

  /** The symbols and facts of a text of the file; undefined when it cannot be parsed. */
  analysisOf({ workTree, path }: RepositoryFile, text: string): Promise<Analysis | undefined> {
    return this.opened(workTree).index.analysisOf(path, text);
  }

  /** The file's symbols, as the index knows them. */
  symbolsOf({ workTree, path }: RepositoryFile): readonly IndexedSymbol[] {
    const known = this.factsOf({ workTree, path });
    const symbols = known?.isParsed === true ? (known.facts?.symbols ?? []) : [];
    return symbols.map(({ name, startLine, endLine }) => ({
      name,
      span: { start: startLine - 1, end: endLine },
    }));
  }

  /** The symbols of the whole work tree, when its first pass is through. */
  async publications(workTree: WorkTree): Promise<Iterable<PublishedFile>> {
    const { index } = this.opened(workTree);
    await index.ready;
    return this.isClosed ? [] : index.graph.publications();
  }

  async refresh(workTree: WorkTree, paths: readonly string[]): Promise<void> {
    await this.opened(workTree).index.refresh(paths);
  }

  stats(): (IndexStats & { root: string })[] {
    return [...this.open.values()].map(({ index }) => ({ root: index.root, ...index.stats() }));
  }

  /** What the disk does not take of the indexes. */
  diskProblems(): DiskProblem[] {
    const { folder } = this.options;
    const found = [...this.open.values()].flatMap(({ store }) => store.problem ?? []);
    const free_bytes = freeBytes(folder) ?? null;
    return found.map((message) => ({ folder, message, free_bytes }));
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all([...this.open.values()].map(closeIndex));
  }

  /** The index of the work tree, opened now if it is not yet. */
  opened(workTree: WorkTree): OpenIndex {
    const known = this.open.get(workTree.root);
    if (known !== undefined) return known;
    this.dropGone();
    const store = openIndexStore(this.storeFile(workTree.root), () => void index.rescan());
    const { git, clock, onProgress } = this.options;
    const index: RepositoryIndex = new RepositoryIndex({
      root: workTree.root,
      store,
      git,
      clock,
      onProgress,
      onRecovered: () => this.emitter.emit('listedAnew'),
      // What the first pass has not seen yet would look new.
      onChanging: (path) => {
        if (opened.isIndexed) this.emitter.emit('changing', workTree, path);
      },
    });
    const opened: OpenIndex = {
      index,
      store,
      linkedAt: linkOf(workTree.root),
      watcher: undefined,
      isIndexed: false,
    };
    void index.ready.then(() => (opened.isIndexed = true));
    this.open.set(workTree.root, opened);
    index.start();
    void this.watch(workTree, opened);
    return opened;
  }

  /** Closes what is gone, also where another one is in its place: agents make a work tree for a task and remove it after. */
  private dropGone(): void {
    for (const [root, opened] of this.open) {
      if (isThere(root, opened)) continue;
      this.open.delete(root);
      closeIndex(opened).then(
        () => this.removeStore(root),
        (error: unknown) => this.options.logger.warn(String(error)),
      );
    }
  }

  private removeStore(root: string): void {
    if (!this.open.has(root)) rmSync(this.storeFile(root), { force: true });
  }

  private storeFile(root: string): string {
    const name = createHash('sha256').update(root).digest('hex').slice(0, 8);
    return join(this.options.folder, `index-${name}.db`);
  }

  private async watch(workTree: WorkTree, opened: OpenIndex): Promise<void> {
    const { index, store } = opened;
    const { RepositoryWatcher: Watcher } = await import('../index/disk/repository-watcher.ts');
    const { by } = await this.options.watcher;
    const watchTree =
      by === 'poll' ? (await import('../watching/polled-tree.ts')).pollTree : undefined;
    if (this.isClosed || this.open.get(workTree.root) !== opened) return;
    opened.watcher = new Watcher({
      root: workTree.root,
      git: this.options.git,
      ignores: this.options.ignores,
      watchTree,
      // What the first pass has not seen yet would look new.
      onChange: (paths) => void index.ready.then(() => this.noteChange(workTree, paths)),
      onIgnoreRulesChange: () => void index.rescan().then(() => this.emitter.emit('listedAnew')),
      knownFilesIn: (directory) => store.pathsIn(directory.normalize('NFC')),
      isKnown: (path) => store.stampOf(path) !== undefined,
      onError: (error) =>
        this.options.logger.warn(
          `Cannot watch ${workTree.root}: ${String(error)}${hintFor(error)}`,
        ),
    });
    void opened.watcher.ready.then((files) => this.noteUntold(workTree, opened, files));
  }

  /** To find all directories takes a while; of what changed before that no watcher tells. */
  private async noteUntold(
    workTree: WorkTree,
    { index, store }: OpenIndex,
    files: readonly string[],
  ): Promise<void> {
    await index.ready;
    const stale = await index.stale(files);
    const isNew = (path: string) => store.stampOf(path) === undefined;
    const ignored = await this.options.ignores.ignoredAmong(workTree.root, stale.filter(isNew));
    const paths = stale.filter((path) => !ignored.has(path));
    if (paths.length > 0) this.noteChange(workTree, paths);
  }

  private noteChange(workTree: WorkTree, paths: readonly string[]): void {
    if (this.isClosed) return;
    // Ahead of what is published of the files beside them.
    this.open.get(workTree.root)?.index.noteSettings(paths);
    this.emitter.emit('change', workTree, paths);
  }
}

function hintFor(error: unknown): string {
  if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') return '';
  return (
    '. The system grants no more watched directories: raise fs.inotify.max_user_watches and start the daemon again. ' +
    'Until then changes that no hook reports are seen when their file is next touched.'
  );
}

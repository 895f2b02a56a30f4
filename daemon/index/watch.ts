import { watch, type FSWatcher } from 'chokidar';
import { existsSync, type Stats } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { ignoredAmong, ignoredDirectories } from './files.ts';
import { isParsable } from './parse.ts';

export interface WatchOptions {
  readonly root: string;
  /** Files that were added, changed or removed; relative to the root, with `/`, in NFC. */
  readonly onChange: (paths: string[]) => void;
  /** What git ignores has changed, so any file may have come in or gone out. */
  readonly onIgnoreRulesChange?: () => void;
  /** Something cannot be watched, for instance because the system's limit is reached. */
  readonly onError?: (error: unknown) => void;
}

export interface RepositoryWatcher {
  /** When every directory is being watched. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

const coalesceMs = 100;
const alwaysIgnored = new Set(['.git', 'node_modules']);
const ignoreRules = '.gitignore';

/**
 * Watches a worktree for changes from outside the hooks: checkouts, formatters, shells. What lies in another worktree or
 * repository inside it is not reported.
 */
export function watchRepository(options: WatchOptions): RepositoryWatcher {
  const watcher = new WorktreeWatcher(options);
  return { ready: watcher.open(), close: () => watcher.close() };
}

class WorktreeWatcher {
  private readonly changed = new Set<string>();
  private readonly newDirectories = new Set<string>();
  private ignored: ReadonlySet<string> = new Set();
  private watcher: FSWatcher | undefined;
  private timer: NodeJS.Timeout | undefined;
  private flushes: Promise<void> = Promise.resolve();
  private readonly closing = new AbortController();

  constructor(private readonly options: WatchOptions) {}

  async open(): Promise<void> {
    this.ignored = await ignoredDirectories(this.options.root);
    if (this.closing.signal.aborted) return;
    const watcher = watch(this.options.root, {
      ignoreInitial: true,
      followSymlinks: false,
      atomic: false,
      ignored: (path, stats) => this.isIgnored(path, stats),
    });
    this.watcher = watcher;
    watcher.on('all', (event, path) => this.note(event, path));
    watcher.on('error', (error) => this.options.onError?.(error));
    await this.readyOrClosing(watcher);
  }

  async close(): Promise<void> {
    this.closing.abort();
    clearTimeout(this.timer);
    await this.watcher?.close();
    await this.flushes;
  }

  private readyOrClosing(watcher: FSWatcher): Promise<void> {
    return new Promise((resolve) => {
      watcher.once('ready', resolve);
      this.closing.signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  private isIgnored(path: string, stats: Stats | undefined): boolean {
    const name = basename(path);
    if (alwaysIgnored.has(name)) return path !== this.options.root;
    if (stats?.isFile()) return name !== ignoreRules && !isParsable(name);
    if (stats?.isDirectory() && this.isForeignRoot(path)) return true;
    return this.ignored.has(this.relativePath(path));
  }

  /** The top of a worktree or repository of its own. */
  private isForeignRoot(directory: string): boolean {
    return directory !== this.options.root && existsSync(join(directory, '.git'));
  }

  /** By path, the foreign root that it lies in. A new worktree's directory is there a moment before its `.git` is. */
  private foreignRoots(paths: readonly string[]): Map<string, string> {
    const rootOf = new Map<string, string | undefined>([['.', undefined]]);
    const find = (path: string): string | undefined => {
      if (rootOf.has(path)) return rootOf.get(path);
      const isRoot = this.isForeignRoot(join(this.options.root, path));
      const root = isRoot ? path : find(dirname(path));
      rootOf.set(path, root);
      return root;
    };
    const found = paths.map((path) => [path, find(path)] as const);
    return new Map(
      found.filter((entry): entry is readonly [string, string] => entry[1] !== undefined),
    );
  }

  private note(event: string, path: string): void {
    const changed = this.relativePath(path);
    if (event === 'addDir') this.newDirectories.add(changed);
    else if (event !== 'unlinkDir') this.changed.add(changed);
    this.timer ??= setTimeout(() => this.flush(), coalesceMs);
  }

  private flush(): void {
    this.timer = undefined;
    const paths = [...this.changed];
    const directories = [...this.newDirectories];
    this.changed.clear();
    this.newDirectories.clear();
    this.flushes = this.flushes
      .then(() => this.deliver(paths, directories))
      .catch((error: unknown) => this.options.onError?.(error));
  }

  private async deliver(changed: readonly string[], added: readonly string[]): Promise<void> {
    const foreign = this.foreignRoots([...changed, ...added]);
    const paths = changed.filter((path) => !foreign.has(path));
    const directories = added.filter((path) => !foreign.has(path));
    this.unwatch([...new Set(foreign.values())]);
    const rulesChanged = paths.some((path) => basename(path) === ignoreRules);
    if (rulesChanged) await this.reopen();
    const ignored = await ignoredAmong(this.options.root, [...paths, ...directories]);
    if (this.closing.signal.aborted) return;
    this.unwatch(directories.filter((directory) => ignored.has(directory)));
    const wanted = paths.filter((path) => isParsable(path) && !ignored.has(path));
    if (wanted.length > 0) this.options.onChange(wanted.map((path) => path.normalize('NFC')));
    if (rulesChanged) this.options.onIgnoreRulesChange?.();
  }

  private unwatch(directories: readonly string[]): void {
    if (directories.length === 0) return;
    this.watcher?.unwatch(directories.map((directory) => join(this.options.root, directory)));
  }

  /** Directories that were left out are watched only by a new watcher. */
  private async reopen(): Promise<void> {
    await this.watcher?.close();
    this.watcher = undefined;
    await this.open();
  }

  private relativePath(path: string): string {
    const inside = relative(this.options.root, path);
    return sep === '/' ? inside : inside.replaceAll(sep, '/');
  }
}

import { existsSync, lstatSync, type WatchEventType } from 'node:fs';
import { join, posix } from 'node:path';
import { WatchedDirectories, type WatchTree } from './watched-directories.ts';
import { ignoredDirectories, isProjectSettingsFile } from './list-files.ts';
import type { IgnoreRules } from '../../git/ignore-rules.ts';
import { isParsable } from '../../../shared/symbols/parsable.ts';
import { directoryOf } from '../../kernel/repository-paths.ts';
import type { RunGit } from '../../../shared/node/git/git-calls.ts';

export interface WatchOptions {
  readonly root: string;
  readonly git: RunGit;
  readonly ignores: IgnoreRules;
  /** Files that may have been added, changed or removed; relative to the root, with `/`, in NFC. */
  readonly onChange: (paths: string[]) => void;
  /** What git ignores has changed, so any file may have come in or gone out. */
  readonly onIgnoreRulesChange?: () => void;
  /** The files that are known of a directory; they are reported when it vanishes, as the system names only the directory. */
  readonly knownFilesIn: (directory: string) => readonly string[];
  /** Whether the file is known not to be ignored; in NFC. */
  readonly isKnown: (path: string) => boolean;
  /** Something cannot be watched, for instance because the system's limit is reached. */
  readonly onError?: (error: unknown) => void;
  /** As of `WatchedDirectories`. */
  readonly isRecursive?: boolean | undefined;
  readonly watchTree?: WatchTree | undefined;
}

const coalesceMs = 100;
const alwaysLeftOut = /(?:^|\/)(?:\.git|node_modules)(?:\/|$)/;
const ignoreRules = '.gitignore';

/**
 * Watches a worktree for changes from outside the hooks: checkouts, formatters, shells. What lies in another worktree or
 * repository inside it is not reported.
 */
export class RepositoryWatcher {
  /** When every directory is being watched; with the files that are in them, also such as git ignores. */
  readonly ready: Promise<readonly string[]>;
  private noted = new Map<string, WatchEventType>();
  private ignored: ReadonlySet<string> = new Set();
  private directories: WatchedDirectories;
  private timer: NodeJS.Timeout | undefined;
  private flushes: Promise<void> = Promise.resolve();
  private isClosed = false;

  constructor(private readonly options: WatchOptions) {
    this.directories = this.newDirectories();
    this.ready = this.open();
  }

  private async open(): Promise<readonly string[]> {
    this.ignored = await ignoredDirectories(this.options.git, this.options.root);
    const files = await this.directories.add('');
    return files.map((path) => path.normalize('NFC'));
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.directories.close();
    await this.flushes;
  }

  private newDirectories(): WatchedDirectories {
    const { root, isRecursive, watchTree } = this.options;
    return new WatchedDirectories({
      root,
      isRecursive,
      watchTree,
      isFileLeftOut: (path) => !isOfInterest(path),
      isLeftOut: (path) => this.isLeftOut(path),
      onEntry: (path, event) => this.note(path, event),
      onError: (error) => this.options.onError?.(error),
    });
  }

  private isLeftOut(path: string): boolean {
    return alwaysLeftOut.test(path) || isInside(path, this.ignored) || this.isForeignRoot(path);
  }

  /** The top of a worktree or repository of its own. */
  private isForeignRoot(directory: string): boolean {
    return directory !== '' && existsSync(join(this.options.root, directory, '.git'));
  }

  /** Whether the path is in a foreign root. A new worktree's directory is there a moment before its `.git` is. */
  private isForeign(path: string, known: Map<string, boolean>): boolean {
    if (path === '') return false;
    const before = known.get(path);
    if (before !== undefined) return before;
    const isRoot = this.isForeignRoot(path);
    if (isRoot) this.directories.remove(path);
    const isForeign = isRoot || this.isForeign(directoryOf(path), known);
    known.set(path, isForeign);
    return isForeign;
  }

  private note(path: string, event: WatchEventType): void {
    if (alwaysLeftOut.test(path) || this.isClosed) return;
    if (event === 'rename' || !this.noted.has(path)) this.noted.set(path, event);
    this.timer ??= setTimeout(() => this.flush(), coalesceMs);
  }

  private flush(): void {
    this.timer = undefined;
    const noted = this.noted;
    this.noted = new Map();
    this.flushes = this.flushes
      .then(() => this.deliver(noted))
      .catch((error: unknown) => this.options.onError?.(error));
  }

  private async deliver(noted: ReadonlyMap<string, WatchEventType>): Promise<void> {
    // It may have waited for one before it: what is opened now would stay open.
    if (this.isClosed) return;
    const foreign = new Map<string, boolean>();
    const own = new Map([...noted].filter(([path]) => !this.isForeign(path, foreign)));
    const rulesChanged = [...own.keys()].some((path) => posix.basename(path) === ignoreRules);
    if (rulesChanged) await this.reopen();
    const files = [...(await this.filesAt(own))];
    // Mostly agents write code that is there already, and asking git takes more than all the rest.
    const unknown = rulesChanged ? files : files.filter((path) => !this.isKnown(path));
    const ignored = await this.options.ignores.ignoredAmong(this.options.root, unknown);
    if (this.isClosed) return;
    const wanted = files.filter((path) => !ignored.has(path));
    if (wanted.length > 0) this.options.onChange(wanted.map((path) => path.normalize('NFC')));
    if (rulesChanged) this.options.onIgnoreRulesChange?.();
  }

  private isKnown(path: string): boolean {
    return this.options.isKnown(path.normalize('NFC'));
  }

  /** The paths, and where one is or was a directory, the files that are or were in it. */
  private async filesAt(paths: ReadonlyMap<string, WatchEventType>): Promise<Set<string>> {
    const files = new Set<string>();
    const appeared: string[] = [];
    for (const [path, event] of paths) {
      const isDirectory = this.isDirectory(path);
      const isKnown = this.directories.has(path);
      if (!isDirectory && !isKnown) files.add(path);
      if (event !== 'rename') continue;
      if (isDirectory) appeared.push(path);
      if (!isKnown) continue;
      // Also when one is there: it can be another one in its place.
      this.directories.remove(path);
      for (const file of this.options.knownFilesIn(path)) files.add(file);
    }
    if (appeared.length > 0)
      this.ignored = await ignoredDirectories(this.options.git, this.options.root);
    for (const path of appeared.filter((one) => !this.isLeftOut(one)))
      for (const file of await this.directories.add(path)) files.add(file);
    return files;
  }

  private isDirectory(path: string): boolean {
    try {
      return lstatSync(join(this.options.root, path)).isDirectory();
    } catch {
      // Gone, perhaps with a file in the place of its directory.
      return false;
    }
  }

  /** Directories that were left out may not be any more. Until all are watched anew the earlier watchers tell of changes. */
  private async reopen(): Promise<void> {
    const earlier = this.directories;
    this.directories = this.newDirectories();
    await this.open();
    earlier.close();
  }
}

/** What the index is made of, and what says which files that is. */
function isOfInterest(path: string): boolean {
  return isParsable(path) || isProjectSettingsFile(path) || posix.basename(path) === ignoreRules;
}

function isInside(path: string, directories: ReadonlySet<string>): boolean {
  for (let at = path; at !== ''; at = directoryOf(at)) if (directories.has(at)) return true;
  return false;
}

import { watch, type Dirent, type FSWatcher, type WatchEventType } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { platform } from 'node:os';
import { join, sep } from 'node:path';
import { directoryOf } from '../../kernel/repository-paths.ts';

export interface DirectoriesOptions {
  /** The topmost directory, absolute. */
  readonly root: string;
  /** Whether to stay out of a directory. Paths are relative to the root, with `/`; the root's is empty. */
  readonly isLeftOut: (path: string) => boolean;
  /** Something was made, written, renamed or removed at the path; may come for what is left out, too. */
  readonly onEntry: (path: string, event: WatchEventType) => void;
  readonly onError: (error: unknown) => void;
  /** Whether the system tells of everything below a directory by one watcher; by default where it really does. */
  readonly isRecursive?: boolean | undefined;
  /** What tells of everything below the root in place of the system. */
  readonly watchTree?: WatchTree | undefined;
  /** Of what files nothing needs to be told; only as a saving. */
  readonly isFileLeftOut: (path: string) => boolean;
}

/** Tells of everything below a directory from when it is ready on. */
export type WatchTree = (
  root: string,
  options: Pick<DirectoriesOptions, 'isLeftOut' | 'isFileLeftOut' | 'onEntry' | 'onError'>,
) => { readonly ready: Promise<void>; close(): void };

interface Watched {
  /** None where a watcher further up tells of it. */
  readonly watcher: Pick<FSWatcher, 'close'> | undefined;
  /** The paths of the watched directories in it. */
  readonly inside: Set<string>;
}

/** What becomes of a directory that vanishes meanwhile, or is not ours to read. */
const withoutWord = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM']);
const full = new Set(['ENOSPC', 'EMFILE', 'ENFILE']);

/**
 * Watches directories as a whole, never file by file: in a repository of 60,000 files in 22,000 directories that takes 0.3 s
 * and 35 MB, where chokidar's watcher for each file took 9.8 s and 541 MB.
 */
export class WatchedDirectories {
  private readonly watched = new Map<string, Watched>();
  private readonly isRecursive: boolean;
  /** The system grants no more watchers, or no more are wanted. */
  private isEnded = false;
  private treeReady: Promise<void> | undefined;

  constructor(private readonly options: DirectoriesOptions) {
    const { isRecursive, watchTree } = options;
    this.isRecursive =
      isRecursive ?? (watchTree !== undefined || ['darwin', 'win32'].includes(platform()));
  }

  has(path: string): boolean {
    return this.watched.has(path);
  }

  /**
   * Watches a directory that is not watched yet and those in it; answers the files in them. Nothing is done where the one that it
   * is in is not watched: when that one is added, this one is found in it.
   */
  async add(top: string): Promise<string[]> {
    const files: string[] = [];
    const waiting = [{ path: top, above: this.watched.get(directoryOf(top)) }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { path } = next;
      // Watched before it is read: what comes in between is told twice rather than never.
      const above = this.watch(path, next.above);
      if (above === undefined) continue;
      await this.treeReady;
      for (const entry of await this.entriesOf(path)) {
        const inside = path === '' ? entry.name : `${path}/${entry.name}`;
        if (!entry.isDirectory()) files.push(inside);
        else if (!this.options.isLeftOut(inside)) waiting.push({ path: inside, above });
      }
    }
    return files;
  }

  /** No longer watches the directory and those in it. */
  remove(top: string): void {
    this.watched.get(directoryOf(top))?.inside.delete(top);
    const waiting = [top];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const known = this.watched.get(path);
      this.watched.delete(path);
      known?.watcher?.close();
      for (const inside of known?.inside ?? []) waiting.push(inside);
    }
  }

  close(): void {
    this.isEnded = true;
    this.remove('');
  }

  private async entriesOf(path: string): Promise<Dirent[]> {
    return readdir(join(this.options.root, path), { withFileTypes: true }).catch(() => []);
  }

  /** Undefined when it is watched already, or what it is in was removed meanwhile or replaced. */
  private watch(path: string, above: Watched | undefined): Watched | undefined {
    if (this.isEnded || this.watched.has(path)) return undefined;
    if (path !== '' && !this.isCurrent(directoryOf(path), above)) return undefined;
    try {
      const watcher = this.isRecursive && path !== '' ? undefined : this.watcherOf(path);
      const directory: Watched = { watcher, inside: new Set() };
      this.watched.set(path, directory);
      if (path !== '') above?.inside.add(path);
      return directory;
    } catch (error) {
      this.report(error);
      return undefined;
    }
  }

  private isCurrent(path: string, directory: Watched | undefined): boolean {
    return directory !== undefined && this.watched.get(path) === directory;
  }

  private watcherOf(path: string): Pick<FSWatcher, 'close'> {
    const { root, watchTree } = this.options;
    if (watchTree === undefined) return this.systemWatcherOf(path);
    const tree = watchTree(root, { ...this.options, onError: (error) => this.report(error) });
    this.treeReady = tree.ready;
    return tree;
  }

  private systemWatcherOf(path: string): FSWatcher {
    const directory = join(this.options.root, path);
    const watcher = watch(directory, { recursive: this.isRecursive }, (event, name) => {
      if (name === null) return;
      const entry = sep === '/' ? name : name.replaceAll(sep, '/');
      this.options.onEntry(path === '' ? entry : `${path}/${entry}`, event);
    });
    return watcher.on('error', (error) => this.report(error));
  }

  private report(error: unknown): void {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (withoutWord.has(code)) return;
    // Once is enough: every further directory would say the same.
    if (full.has(code)) this.isEnded = true;
    this.options.onError(error);
  }
}

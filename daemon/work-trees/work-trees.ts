import { nameOfSymbol } from '../../shared/kernel/symbol-id.ts';
import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../shared/kernel/clock.ts';
import { wholeFile } from '../../shared/reservations/rules.ts';
import type { RepositoryFile } from '../git/path-resolver.ts';
import type { WorkTree } from '../../shared/node/git/repository.ts';
import { sameStamp, stampOf, type Stamp } from '../index/disk/disk-file.ts';
import type { Edit } from '../index/text-edits.ts';
import {
  openRepositoryIndex,
  type IndexStats,
  type RepositoryIndex,
} from '../index/repository-index.ts';
import type { ScanProgress } from '../index/full-scan.ts';
import { isParsable } from '../index/parser/parser.ts';
import type { ParsedFile } from '../index/parser/parsed-file.ts';
import { openIndexStore, type IndexStore } from '../index/store.ts';
import { candidateSymbols, type TouchedSymbols } from '../index/touched-symbols.ts';
import type { RepositoryWatcher } from '../index/disk/repository-watcher.ts';
import type { PublishedFile } from '../knowledge/symbol-publisher.ts';
import type { Logger } from '../logging/logger.ts';
import type { RunGit } from '../../shared/node/git/run.ts';

export interface WorkTreesOptions {
  /** The daemon's folder for this repository. */
  readonly folder: string;
  readonly git: RunGit;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onProgress?: ((progress: ScanProgress) => void) | undefined;
}

/** Symbol names as the reservation rules take them; `wholeFile` when no more can be said. */
export type SymbolNames = readonly string[];

/** The index as the hooks see it. */
export interface WorkTreeIndexes {
  /** Begins to index and to watch the work tree. */
  start(workTree: WorkTree): void;
  /** Reads no more than a file that somebody else works in: at least the symbols that the edits touch, if that is known. */
  candidates(file: RepositoryFile, edits: readonly Edit[]): SymbolNames | undefined;
  /** RSV-10: what the edits would touch, by parsing the file before and after them. */
  wouldTouch(file: RepositoryFile, edits: readonly Edit[]): Promise<SymbolNames>;
  /** A write was let through: its report is to be compared with the file as it is now. */
  expectWrite(file: RepositoryFile): void;
  /** Whether git ignores the file: it never meets anybody else's then. */
  isIgnored(file: RepositoryFile): Promise<boolean>;
  /** RSV-10: what a write has touched; empty when nothing of meaning changed. */
  touched(file: RepositoryFile, edits: readonly Edit[] | undefined): Promise<SymbolNames>;
  /** The index of the work tree itself. */
  indexOf(workTree: WorkTree): RepositoryIndex;
  /** The file's symbols for the relay; undefined for what is in another language. */
  publicationOf(file: RepositoryFile): PublishedFile | undefined;
}

interface OpenIndex {
  readonly index: RepositoryIndex;
  readonly store: IndexStore;
  watcher: RepositoryWatcher | undefined;
}

interface ParsedText {
  readonly stamp: Stamp;
  readonly text: string;
  readonly parsed: ParsedFile;
}

const everything: SymbolNames = [wholeFile];
const mostRemembered = 256;
/** A second hook about the same write comes within this time. */
const sameWriteMs = 1_000;
/** How long git's word on a file counts. */
const ignoredForMs = 60_000;
/** A write that nobody reported by then was not made; a person was asked and said no. */
const reportWithinMs = 60_000;

/** One index for each work tree of the repository, opened when the first hook or start needs it. */
export class WorkTrees implements WorkTreeIndexes {
  private readonly emitter = new EventEmitter<{
    write: [];
    change: [workTree: WorkTree, paths: readonly string[]];
  }>();
  private readonly open = new Map<string, OpenIndex>();
  private readonly parsedTexts = new Map<string, ParsedText>();
  /** When a write of the file was last let through; taken out when it is reported. */
  private readonly expected = new Map<string, number>();
  private readonly ignored = new Map<string, { isIgnored: boolean; atMs: number }>();
  private closed = false;

  constructor(private readonly options: WorkTreesOptions) {}

  /** A hook has reported a write. */
  onWrite(listener: () => void): void {
    this.emitter.on('write', listener);
  }

  /** Files changed, maybe without a hook. */
  onChange(listener: (workTree: WorkTree, paths: readonly string[]) => void): void {
    this.emitter.on('change', listener);
  }

  start(workTree: WorkTree): void {
    this.opened(workTree);
  }

  candidates(file: RepositoryFile, edits: readonly Edit[]): SymbolNames | undefined {
    if (!isParsable(file.path)) return everything;
    const known = this.parsedText(file);
    if (known === undefined) return undefined;
    const names = new Set<string>();
    for (const edit of edits) {
      const ids = candidateSymbols(file.path, known.parsed, { text: known.text, edit });
      if (ids === undefined) return undefined;
      for (const id of ids) names.add(nameOfSymbol(id));
      for (const name of newNames(edit)) names.add(name);
    }
    return [...names];
  }

  async wouldTouch(file: RepositoryFile, edits: readonly Edit[]): Promise<SymbolNames> {
    const { index } = this.opened(file.workTree);
    const touched = await index.compareEdit(file.path, index.readText(file.path), edits);
    return touched === undefined ? everything : symbolsIn(file.path, touched);
  }

  expectWrite(file: RepositoryFile): void {
    if (this.closed || !isParsable(file.path)) return;
    const key = fileKey(file);
    const nowMs = this.options.clock.now();
    if (nowMs - (this.expected.get(key) ?? -Infinity) < sameWriteMs) return;
    if (this.expected.size >= mostRemembered) this.expected.clear();
    this.expected.set(key, nowMs);
    void this.opened(file.workTree).index.expectEdit(file.path);
  }

  /** Whether a hook will report the file's change, so that it is not the doing of a shell. */
  isExpected(file: RepositoryFile): boolean {
    const atMs = this.expected.get(fileKey(file));
    return atMs !== undefined && this.options.clock.now() - atMs < reportWithinMs;
  }

  async isIgnored(file: RepositoryFile): Promise<boolean> {
    const { workTree, path } = file;
    if (isParsable(path) && this.opened(workTree).store.get(path) !== undefined) return false;
    const key = fileKey(file);
    const nowMs = this.options.clock.now();
    const known = this.ignored.get(key);
    if (known !== undefined && nowMs - known.atMs < ignoredForMs) return known.isIgnored;
    const { ignoredAmong } = await import('../index/disk/list-files.ts');
    const isIgnored = (await ignoredAmong(this.options.git, workTree.root, [path])).size > 0;
    if (this.ignored.size >= mostRemembered) this.ignored.clear();
    this.ignored.set(key, { isIgnored, atMs: nowMs });
    return isIgnored;
  }

  async touched(file: RepositoryFile, edits: readonly Edit[] | undefined): Promise<SymbolNames> {
    this.emitter.emit('write');
    if (!isParsable(file.path)) return everything;
    const { index, store } = this.opened(file.workTree);
    const seen = store.get(file.path);
    const wasExpected = this.expected.delete(fileKey(file));
    const { touched } = await index.reread(file.path);
    const names = symbolsIn(file.path, touched);
    if (names.length > 0) return names;
    if (edits !== undefined) return this.touchedBefore(file, edits);
    if (wasExpected) return names;
    // Somebody reports a write of a file that has not changed: the report is believed.
    const stamp = stampOf(join(file.workTree.root, file.path))?.stamp;
    return stamp !== undefined && sameStamp(seen, stamp) ? everything : names;
  }

  indexOf(workTree: WorkTree): RepositoryIndex {
    return this.opened(workTree).index;
  }

  publicationOf({ workTree, path }: RepositoryFile): PublishedFile | undefined {
    return isParsable(path) ? this.opened(workTree).index.graph.publicationOf(path) : undefined;
  }

  /** The symbols of the whole work tree, when its first pass is through. */
  async publications(workTree: WorkTree): Promise<Iterable<PublishedFile>> {
    const { index } = this.opened(workTree);
    await index.ready;
    return this.closed ? [] : index.graph.publications();
  }

  /** Files that changed without a hook, compared with what was known of them. */
  async touchedUnseen(file: RepositoryFile): Promise<SymbolNames> {
    const { before, after, touched } = await this.opened(file.workTree).index.reread(file.path);
    // It is gone, and that was known: a hook told of it before the watcher saw it.
    if (before === 'absent' && after === 'absent') return [];
    return symbolsIn(file.path, touched);
  }

  async refresh(workTree: WorkTree, paths: readonly string[]): Promise<void> {
    await this.opened(workTree).index.refresh(paths);
  }

  stats(): (IndexStats & { root: string })[] {
    return [...this.open.values()].map(({ index }) => ({ root: index.root, ...index.stats() }));
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all([...this.open.values()].map(closeIndex));
  }

  /**
   * The index had seen the file's new state before the hook came, and knew of no edit under way: the edit is taken back in
   * thought, or carried out if the file does not show it.
   */
  private async touchedBefore(file: RepositoryFile, edits: readonly Edit[]): Promise<SymbolNames> {
    const { index } = this.opened(file.workTree);
    const text = index.readText(file.path);
    const undone = undoing(edits);
    const touched =
      (undone && (await index.compareEdit(file.path, text, undone))) ??
      (await index.compareEdit(file.path, text, edits));
    return touched === undefined ? [] : symbolsIn(file.path, touched);
  }

  private parsedText(file: RepositoryFile): ParsedText | undefined {
    const key = fileKey(file);
    const stamp = stampOf(join(file.workTree.root, file.path))?.stamp;
    if (stamp === undefined) return undefined;
    const known = this.parsedTexts.get(key);
    if (known !== undefined && sameStamp(known.stamp, stamp)) return known;
    const { index, store } = this.opened(file.workTree);
    const row = store.get(file.path);
    if (row?.parsed === undefined || !sameStamp(row, stamp)) return undefined;
    const text = index.readText(file.path);
    if (text === undefined) return undefined;
    const fresh = { stamp, text, parsed: row.parsed };
    if (this.parsedTexts.size >= mostRemembered) this.parsedTexts.clear();
    this.parsedTexts.set(key, fresh);
    return fresh;
  }

  private opened(workTree: WorkTree): OpenIndex {
    const known = this.open.get(workTree.root);
    if (known !== undefined) return known;
    this.dropGone();
    const store = openIndexStore(this.storeFile(workTree.root));
    const { git, clock, onProgress } = this.options;
    const index = openRepositoryIndex({ root: workTree.root, store, git, clock, onProgress });
    const opened: OpenIndex = { index, store, watcher: undefined };
    this.open.set(workTree.root, opened);
    index.start();
    void this.watch(workTree, opened);
    return opened;
  }

  /** Agents make a work tree for a task and remove it after. */
  private dropGone(): void {
    for (const [root, opened] of this.open) {
      if (existsSync(root)) continue;
      this.open.delete(root);
      closeIndex(opened).then(
        () => rmSync(this.storeFile(root), { force: true }),
        (error: unknown) => this.options.logger.warn(String(error)),
      );
    }
  }

  private storeFile(root: string): string {
    const name = createHash('sha256').update(root).digest('hex').slice(0, 8);
    return join(this.options.folder, `index-${name}.db`);
  }

  private async watch(workTree: WorkTree, opened: OpenIndex): Promise<void> {
    const { index, store } = opened;
    const { watchRepository } = await import('../index/disk/repository-watcher.ts');
    if (this.closed || this.open.get(workTree.root) !== opened) return;
    opened.watcher = watchRepository({
      root: workTree.root,
      git: this.options.git,
      // What the first pass has not seen yet would look new.
      onChange: (paths) => void index.ready.then(() => this.noteChange(workTree, paths)),
      onIgnoreRulesChange: () => void index.rescan(),
      knownFilesIn: (directory) => store.pathsIn(directory.normalize('NFC')),
      onError: (error) =>
        this.options.logger.warn(
          `Cannot watch ${workTree.root}: ${String(error)}${hintFor(error)}`,
        ),
    });
  }

  private noteChange(workTree: WorkTree, paths: readonly string[]): void {
    if (!this.closed) this.emitter.emit('change', workTree, paths);
  }
}

function hintFor(error: unknown): string {
  if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') return '';
  return (
    '. The system grants no more watched directories: raise fs.inotify.max_user_watches and start the daemon again. ' +
    'Until then changes that no hook reports are seen when their file is next touched.'
  );
}

async function closeIndex({ index, store, watcher }: OpenIndex): Promise<void> {
  await watcher?.close();
  await index.close();
  store.close();
}

function symbolsIn(path: string, touched: TouchedSymbols): SymbolNames {
  return touched.kind === 'whole_file' ? everything : touched.symbolIds.map(nameOfSymbol);
}

function fileKey({ workTree, path }: RepositoryFile): string {
  return `${workTree.root}\n${path}`;
}

/** What the new text may declare: a name that somebody else holds could be among them. */
function newNames(edit: Edit): Iterable<string> {
  const text = edit.kind === 'replace' ? edit.newText : edit.kind === 'write' ? edit.content : '';
  return text.match(/[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/gu) ?? [];
}

/** The edits that take these back, last one first; undefined when they overwrote what is not known. */
function undoing(edits: readonly Edit[]): Edit[] | undefined {
  const undone: Edit[] = [];
  for (const edit of edits) {
    if (edit.kind !== 'replace' || edit.newText === '') return undefined;
    undone.unshift({ ...edit, oldText: edit.newText, newText: edit.oldText });
  }
  return undone;
}

import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { nameOfSymbol } from '../../shared/kernel/symbol-id.ts';
import type { Clock } from '../../shared/kernel/clock.ts';
import type { RunGit } from '../../shared/node/git/run.ts';
import { wholeFile } from '../../shared/reservations/places.ts';
import type { RepositoryFile } from '../git/path-resolver.ts';
import { sameStamp, stampOf, type Stamp } from '../index/disk/disk-file.ts';
import { isParsable } from '../index/parser/parser.ts';
import type { ParsedFile } from '../index/parser/parsed-file.ts';
import type { Edit } from '../index/text-edits.ts';
import { candidateSymbols, type TouchedSymbols } from '../index/touched-symbols.ts';
import type { WorkTrees } from './work-trees.ts';

/** Symbol names as the reservation rules take them; `wholeFile` when no more can be said. */
export type SymbolNames = readonly string[];

export interface FileStatesOptions {
  readonly workTrees: Pick<WorkTrees, 'opened' | 'isClosed'>;
  readonly git: RunGit;
  readonly clock: Clock;
}

interface ParsedText {
  readonly stamp: Stamp;
  readonly text: string;
  readonly parsed: ParsedFile;
}

const everything: SymbolNames = [wholeFile];
const maxFiles = 256;
/** A second hook about the same write comes within this time. */
const sameWriteMs = 1_000;
/** How long the answer of git about a file is kept. */
const ignoredForMs = 60_000;
/** A write that is not reported by then was not made: a person was asked and said no. */
const reportWithinMs = 60_000;

/** The state of files before and after a write, and so the symbols that a write would touch or has touched. */
export class FileStates {
  private readonly emitter = new EventEmitter<{ write: [] }>();
  private readonly parsedTexts = new Map<string, ParsedText>();
  /** When a write of the file was last allowed; removed when the write is reported. */
  private readonly expected = new Map<string, number>();
  private readonly ignored = new Map<string, { isIgnored: boolean; atMs: number }>();

  constructor(private readonly options: FileStatesOptions) {}

  /** A hook has reported a write. */
  onWrite(listener: () => void): void {
    this.emitter.on('write', listener);
  }

  /** Without parsing: at least the symbols that the edits touch, or undefined when that cannot be said. */
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

  /** RSV-10: what the edits would touch, by parsing the file before and after them. */
  async wouldTouch(file: RepositoryFile, edits: readonly Edit[]): Promise<SymbolNames> {
    const { index } = this.options.workTrees.opened(file.workTree);
    const touched = await index.compareEdit(file.path, index.readText(file.path), edits);
    return touched === undefined ? everything : symbolsIn(touched);
  }

  /** A write was allowed: keeps the file as it is now, to compare it when the write is reported. */
  expectWrite(file: RepositoryFile): void {
    if (this.options.workTrees.isClosed || !isParsable(file.path)) return;
    const key = fileKey(file);
    const nowMs = this.options.clock.now();
    if (nowMs - (this.expected.get(key) ?? -Infinity) < sameWriteMs) return;
    if (this.expected.size >= maxFiles) this.expected.clear();
    this.expected.set(key, nowMs);
    void this.options.workTrees.opened(file.workTree).index.expectEdit(file.path);
  }

  /** Whether a hook will report the file's change, so that no shell command made it. */
  isExpected(file: RepositoryFile): boolean {
    const atMs = this.expected.get(fileKey(file));
    return atMs !== undefined && this.options.clock.now() - atMs < reportWithinMs;
  }

  /** Whether git ignores the file: then no one else ever gets it. */
  async isIgnored(file: RepositoryFile): Promise<boolean> {
    const { workTree, path } = file;
    if (isParsable(path) && this.options.workTrees.opened(workTree).store.get(path) !== undefined)
      return false;
    const key = fileKey(file);
    const nowMs = this.options.clock.now();
    const known = this.ignored.get(key);
    if (known !== undefined && nowMs - known.atMs < ignoredForMs) return known.isIgnored;
    const { ignoredAmong } = await import('../index/disk/list-files.ts');
    const isIgnored = (await ignoredAmong(this.options.git, workTree.root, [path])).size > 0;
    if (this.ignored.size >= maxFiles) this.ignored.clear();
    this.ignored.set(key, { isIgnored, atMs: nowMs });
    return isIgnored;
  }

  /** RSV-10: what a write has touched; empty when no meaning changed. */
  async touched(file: RepositoryFile, edits: readonly Edit[] | undefined): Promise<SymbolNames> {
    this.emitter.emit('write');
    if (!isParsable(file.path)) return everything;
    const { index, store } = this.options.workTrees.opened(file.workTree);
    const seen = store.get(file.path);
    const wasExpected = this.expected.delete(fileKey(file));
    const { touched } = await index.reread(file.path);
    const names = symbolsIn(touched);
    if (names.length > 0) return names;
    if (edits !== undefined) return this.touchedBefore(file, edits);
    if (wasExpected) return names;
    // The file has not changed, and yet a write is reported: the report is believed.
    const stamp = stampOf(join(file.workTree.root, file.path))?.stamp;
    return stamp !== undefined && sameStamp(seen, stamp) ? everything : names;
  }

  /** What a change without a hook has touched. */
  async touchedUnseen(file: RepositoryFile): Promise<SymbolNames> {
    const { before, after, touched } = await this.options.workTrees
      .opened(file.workTree)
      .index.reread(file.path);
    // It is gone, and that was known: a hook told of it before the watcher saw it.
    if (before === 'absent' && after === 'absent') return [];
    return symbolsIn(touched);
  }

  /**
   * The index had read the written file before the hook came. The state before the write is made by undoing the edits; when
   * the file does not show them, by comparing it with the edits carried out.
   */
  private async touchedBefore(file: RepositoryFile, edits: readonly Edit[]): Promise<SymbolNames> {
    const { index } = this.options.workTrees.opened(file.workTree);
    const text = index.readText(file.path);
    const undone = undoing(edits);
    const touched =
      (undone && (await index.compareEdit(file.path, text, undone))) ??
      (await index.compareEdit(file.path, text, edits));
    return touched === undefined ? [] : symbolsIn(touched);
  }

  private parsedText(file: RepositoryFile): ParsedText | undefined {
    const key = fileKey(file);
    const stamp = stampOf(join(file.workTree.root, file.path))?.stamp;
    if (stamp === undefined) return undefined;
    const known = this.parsedTexts.get(key);
    if (known !== undefined && sameStamp(known.stamp, stamp)) return known;
    const { index, store } = this.options.workTrees.opened(file.workTree);
    const row = store.get(file.path);
    if (row?.parsed === undefined || !sameStamp(row, stamp)) return undefined;
    const text = index.readText(file.path);
    if (text === undefined) return undefined;
    const fresh = { stamp, text, parsed: row.parsed };
    if (this.parsedTexts.size >= maxFiles) this.parsedTexts.clear();
    this.parsedTexts.set(key, fresh);
    return fresh;
  }
}

function symbolsIn(touched: TouchedSymbols): SymbolNames {
  return touched.kind === 'whole_file' ? everything : touched.symbolIds.map(nameOfSymbol);
}

function fileKey({ workTree, path }: RepositoryFile): string {
  return `${workTree.root}\n${path}`;
}

/** What the new text may declare: a name that someone else has reserved could be among them. */
function newNames(edit: Edit): Iterable<string> {
  const text = edit.kind === 'replace' ? edit.newText : edit.kind === 'write' ? edit.content : '';
  return text.match(/[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/gu) ?? [];
}

/** The edits that undo these, the last one first; undefined when they overwrote a text that is not known. */
function undoing(edits: readonly Edit[]): Edit[] | undefined {
  const undone: Edit[] = [];
  for (const edit of edits) {
    if (edit.kind !== 'replace' || edit.newText === '') return undefined;
    undone.unshift({ ...edit, oldText: edit.newText, newText: edit.oldText });
  }
  return undone;
}

import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '../../../shared/contract/fields.ts';
import type { PublishedFile, PublishedSymbol } from '../../../shared/symbols/contract.ts';
import type { FileFacts, SymbolFacts } from '../parser/facts.ts';
import { SymbolGraph, type FileChange } from './symbol-graph.ts';
import { createModuleResolver } from './module-resolver.ts';
import { runInTimeSlices } from '../../kernel/time-slices.ts';
import type { IndexStore } from '../store.ts';
import { readText } from '../disk/disk-file.ts';
import type { FactsRow } from '../store.ts';

export interface GraphOptions {
  readonly root: string;
  readonly store: IndexStore;
  readonly signal: AbortSignal;
}

const rowsPerRead = 200;
const noFacts: FileFacts = { symbols: [], imports: [], exports: [], instances: [], uses: [] };

/**
 * The symbols of a work tree and who refers to whom; complete once the index is ready. Kept up to the store: what is marked as dirty
 * is read again before the next answer.
 */
export class RepositoryGraph {
  private graph = new SymbolGraph(createModuleResolver(new Map()));
  private readonly dirty = new Set<string>();
  private readonly unparsed = new Set<string>();
  private settings = '';
  private settingsPaths: ReadonlySet<string> = new Set();
  private isLoaded = false;
  private updates = 0;

  constructor(private readonly options: GraphOptions) {}

  /** Reads everything, in time slices of a few milliseconds; the files with settings are these and no others. */
  async load(settingsPaths: Iterable<string>): Promise<void> {
    this.settingsPaths = new Set(settingsPaths);
    if (this.isLoaded) return this.checkSettings();
    const texts = this.readSettings();
    this.settings = settingsKey(texts);
    this.graph = new SymbolGraph(createModuleResolver(texts));
    this.dirty.clear();
    const changes: FileChange[] = [];
    for (
      let rows = this.rowsAfter('');
      rows.length > 0;
      rows = this.rowsAfter(rows.at(-1)?.path ?? '')
    ) {
      for (const row of rows) changes.push(this.changeOf(row.path, row));
      await nextTurn();
      if (this.options.signal.aborted) return;
    }
    this.isLoaded = await runInTimeSlices(this.loading(changes));
  }

  /** The store has something else for the file than before. */
  markDirty(path: string): void {
    this.dirty.add(path);
  }

  /**
   * Settings of projects lead module names to files: when one changed, everything is resolved anew. Files that are named here count
   * from now on.
   */
  checkSettings(named: readonly string[] = []): void {
    if (named.some((path) => !this.hasSettings(path)))
      this.settingsPaths = new Set([...this.settingsPaths, ...named]);
    if (!this.isLoaded) return;
    const texts = this.readSettings();
    const key = settingsKey(texts);
    if (key === this.settings) return;
    this.settings = key;
    this.catchUp();
    this.updates++;
    this.graph.resolveWith(createModuleResolver(texts));
  }

  /** Whether the file is known to have settings. */
  hasSettings(path: string): boolean {
    return this.settingsPaths.has(path);
  }

  /** All files, each as it is when its turn comes. One without a symbol can be decided about too (DEC-9). */
  *publications(): Generator<PublishedFile> {
    for (const { path } of this.current().files()) {
      yield this.published(path);
    }
  }

  /** One file as it is published; without symbols when it is not there. */
  publicationOf(path: string): PublishedFile {
    this.catchUp();
    return this.published(path);
  }

  /** The file as it would be published if it had these facts; without them it is not there. */
  publicationWith(path: string, facts: FileFacts = noFacts): PublishedFile {
    const edges = this.current().edgesWith(path, facts);
    return { ...publishedAs(path, facts, (name) => edges.get(name) ?? []), parsed: true };
  }

  /** A copy of its own that has the changes. */
  async copyWith(changes: readonly FileChange[]): Promise<SymbolGraph> {
    const files = new Map<string, FileChange>();
    for (const file of this.current().files()) files.set(file.path, file);
    for (const change of changes) files.set(change.path, change);
    const copy = new SymbolGraph(createModuleResolver(this.readSettings()));
    await runInTimeSlices(copy.updating([...files.values()]));
    return copy;
  }

  /** Another number after every change of the graph: whoever reads it over several turns begins again. */
  revision(): number {
    this.catchUp();
    return this.updates;
  }

  /** Whether the facts of the file are not of the file as it is, because it cannot be parsed. */
  isUnparsed(path: string): boolean {
    this.catchUp();
    return this.unparsed.has(path);
  }

  /** The graph itself, which changes with the files. */
  current(): SymbolGraph {
    this.catchUp();
    return this.graph;
  }

  private catchUp(): void {
    if (!this.isLoaded || this.dirty.size === 0) return;
    const paths = [...this.dirty];
    this.dirty.clear();
    this.updates++;
    this.graph.update(paths.map((path) => this.changeOf(path, this.options.store.facts(path))));
  }

  private changeOf(path: string, row: FactsRow | undefined): FileChange {
    if (row?.isParsed === false) this.unparsed.add(path);
    else this.unparsed.delete(path);
    // Of a file that cannot be parsed the last facts go on counting for those who call it (SYM-3).
    return { path, facts: row && (row.facts ?? noFacts) };
  }

  private published(path: string): PublishedFile {
    if (this.unparsed.has(path)) return { path, symbols: [], callees: [], parsed: false };
    const facts = this.graph.factsOf(path) ?? noFacts;
    const published = publishedAs(path, facts, (name) => this.graph.calleesOf(path, name));
    return { ...published, parsed: true };
  }

  private rowsAfter(path: string): FactsRow[] {
    return this.options.store.factsAfter(path, rowsPerRead);
  }

  /** Whether it came to the end. */
  private *loading(changes: readonly FileChange[]): Generator<void, boolean> {
    for (const step of this.graph.updating(changes)) {
      if (this.options.signal.aborted) return false;
      yield step;
    }
    return true;
  }

  private readSettings(): Map<string, string> {
    const texts = new Map<string, string>();
    for (const path of this.settingsPaths) {
      const text = readText(join(this.options.root, path));
      if (text !== undefined) texts.set(path.normalize('NFC'), text);
    }
    return texts;
  }
}

function settingsKey(texts: ReadonlyMap<string, string>): string {
  return JSON.stringify([...texts]);
}

function publishedAs(
  path: string,
  facts: FileFacts,
  allCalleesOf: (name: string) => readonly string[],
): Omit<PublishedFile, 'parsed'> {
  const calleesOf = (name: string) => allCalleesOf(name).slice(0, limits.calleesPerSymbol);
  const symbols = facts.symbols
    .filter(({ name }) => name.length <= limits.symbolName)
    .slice(0, limits.symbolsPerFile)
    .map((symbol) => ({ ...recordOf(symbol), callees: calleesOf(symbol.name) }));
  return { path, symbols, callees: calleesOf('') };
}

function recordOf(symbol: SymbolFacts): Omit<PublishedSymbol, 'callees'> {
  return {
    name: symbol.name,
    kind: symbol.kind,
    start_line: symbol.startLine,
    end_line: symbol.endLine,
    signature: symbol.signature,
    ...(symbol.doc === '' ? {} : { doc: symbol.doc }),
    ...(symbol.members.length === 0 ? {} : { members: [...symbol.members] }),
    exported: symbol.exported,
    meaning_hash: symbol.meaningHash,
    signature_hash: symbol.signatureHash,
  };
}

import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '../../shared/contract/fields.ts';
import type {
  PublishedFile,
  PublishedSymbol,
  SymbolKind,
  SymbolRecord,
} from '../../shared/symbols/contract.ts';
import type { FileFacts, SymbolFacts } from './facts.ts';
import { pathOf, SymbolGraph, type FileChange } from './graph.ts';
import { sliceMs } from './pass.ts';
import { createResolver } from './resolve.ts';
import type { FactsRow, IndexStore } from './store.ts';
import { symbolId } from './touched.ts';

/** Every part that is given counts. */
export interface SymbolQuery {
  readonly id?: string;
  readonly name?: string;
  readonly file?: string;
  readonly kind?: SymbolKind;
}

/** Files as they are at a version of the graph; those that are gone have no symbols. */
export interface Publication {
  readonly version: number;
  readonly files: readonly PublishedFile[];
}

/** The symbols of a work tree and who refers to whom; complete once the index is ready. */
export interface RepositoryGraph {
  /** Counts up with every change of a symbol or an edge; begins anew with the daemon. */
  readonly version: number;
  symbolsOf(path: string): SymbolRecord[];
  find(query: SymbolQuery): SymbolRecord[];
  /** Ids, sorted; `<path>#` stands for the code outside every symbol of a file. */
  neighbours(id: string): { callers: string[]; callees: string[] };
  /** Who refers to the symbols, directly or through others; nearest first, at most `limit`. */
  affectedBy(ids: readonly string[], limit?: number): { ids: string[]; isComplete: boolean };
  /** The graph itself; with changes, a copy of it that has them. Not to be kept beyond the turn. */
  withChanges(changes: readonly FileChange[]): SymbolGraph;
  /** Whether the facts of the file are not of the file as it is, because it cannot be parsed. */
  isUnparsed(path: string): boolean;
  /** One file as it is published; without symbols when it is not there. */
  publicationOf(path: string): PublishedFile;
  /** All files that have a symbol or an edge. */
  snapshot(): Publication;
  /** The files that are others than at the version, also where only an edge is. */
  changesSince(version: number): Publication;
}

export interface GraphOptions {
  readonly root: string;
  readonly store: IndexStore;
  readonly signal: AbortSignal;
}

const rowsPerRead = 200;
const maxSettingsBytes = 1024 * 1024;
const affectedLimit = 1_000;
const noFacts: FileFacts = { symbols: [], imports: [], exports: [], instances: [], uses: [] };

/** Keeps the graph up to the store: what is marked as dirty is read again before the next answer. */
export class StoredGraph implements RepositoryGraph {
  private graph = new SymbolGraph(createResolver(new Map()));
  private readonly dirty = new Set<string>();
  private readonly unparsed = new Set<string>();
  /** By file, the version at which it last changed; files that are gone included. */
  private readonly changedAt = new Map<string, number>();
  private settings = '';
  private settingsPaths: readonly string[] = [];
  private isLoaded = false;
  private currentVersion = 0;

  constructor(private readonly options: GraphOptions) {}

  get version(): number {
    this.catchUp();
    return this.currentVersion;
  }

  /** Reads everything, in slices of a few milliseconds; the files with settings are those of the last listing. */
  async load(settingsPaths: readonly string[]): Promise<void> {
    this.settingsPaths = settingsPaths;
    if (this.isLoaded) return this.checkSettings();
    const texts = this.readSettings();
    this.settings = settingsKey(texts);
    this.graph = new SymbolGraph(createResolver(texts));
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
    const changed = await this.inSlices(this.graph.updating(changes));
    if (changed === undefined) return;
    this.isLoaded = true;
    this.noteChanged(changed);
  }

  /** The store has something else for the file than before. */
  markDirty(path: string): void {
    this.dirty.add(path);
  }

  /** Settings of projects lead module names to files: when one changed, everything is resolved anew. */
  checkSettings(): void {
    if (!this.isLoaded) return;
    const texts = this.readSettings();
    const key = settingsKey(texts);
    if (key === this.settings) return;
    this.settings = key;
    this.catchUp();
    this.noteChanged(this.graph.resolveWith(createResolver(texts)));
  }

  symbolsOf(path: string): SymbolRecord[] {
    return (this.current().factsOf(path)?.symbols ?? []).map((symbol) => recordOf(path, symbol));
  }

  find({ id, name, file, kind }: SymbolQuery): SymbolRecord[] {
    const path = id === undefined ? file : pathOf(id);
    if (file !== undefined && path !== file) return [];
    const files =
      path === undefined
        ? this.current().files()
        : [{ path, facts: this.current().factsOf(path) ?? noFacts }];
    const found: SymbolRecord[] = [];
    for (const { path: inFile, facts } of files)
      for (const symbol of facts.symbols) {
        if (name !== undefined && symbol.name !== name) continue;
        if (kind !== undefined && symbol.kind !== kind) continue;
        if (id !== undefined && symbolId(inFile, symbol.name) !== id) continue;
        found.push(recordOf(inFile, symbol));
      }
    return found;
  }

  neighbours(id: string): { callers: string[]; callees: string[] } {
    const graph = this.current();
    const path = pathOf(id);
    return {
      callers: graph.callersOf(id),
      callees: [...graph.calleesOf(path, id.slice(path.length + 1))],
    };
  }

  affectedBy(
    ids: readonly string[],
    limit = affectedLimit,
  ): { ids: string[]; isComplete: boolean } {
    return this.current().affectedBy(ids, limit);
  }

  snapshot(): Publication {
    const files = [...this.current().files()]
      .map(({ path }) => this.published(path))
      .filter(({ symbols, callees }) => symbols.length + callees.length > 0);
    return { version: this.currentVersion, files };
  }

  changesSince(version: number): Publication {
    this.catchUp();
    const files = [...this.changedAt]
      .filter(([, changedAt]) => changedAt > version)
      .map(([path]) => this.published(path));
    return { version: this.currentVersion, files };
  }

  publicationOf(path: string): PublishedFile {
    this.catchUp();
    return this.published(path);
  }

  withChanges(changes: readonly FileChange[]): SymbolGraph {
    const graph = this.current();
    if (changes.length === 0) return graph;
    const copy = new SymbolGraph(createResolver(this.readSettings()));
    copy.update([...graph.files()]);
    copy.update(changes);
    return copy;
  }

  isUnparsed(path: string): boolean {
    this.catchUp();
    return this.unparsed.has(path);
  }

  private current(): SymbolGraph {
    this.catchUp();
    return this.graph;
  }

  private catchUp(): void {
    if (!this.isLoaded || this.dirty.size === 0) return;
    const paths = [...this.dirty];
    this.dirty.clear();
    const before = new Map(paths.map((path) => [path, this.publicForm(path)]));
    const changes = paths.map((path) => this.changeOf(path, this.options.store.facts(path)));
    const changed = this.graph.update(changes);
    for (const path of paths) if (before.get(path) !== this.publicForm(path)) changed.add(path);
    this.noteChanged(changed);
  }

  private changeOf(path: string, row: FactsRow | undefined): FileChange {
    if (row?.isParsed === false) this.unparsed.add(path);
    else this.unparsed.delete(path);
    if (row === undefined) return { path, facts: undefined };
    return { path, facts: (row.isParsed ? row.facts : undefined) ?? noFacts };
  }

  private noteChanged(changed: ReadonlySet<string>): void {
    if (changed.size === 0) return;
    this.currentVersion++;
    for (const path of changed) this.changedAt.set(path, this.currentVersion);
  }

  /** What of a file others see, apart from edges. */
  private publicForm(path: string): string {
    const symbols = this.graph.factsOf(path)?.symbols ?? [];
    return JSON.stringify([
      this.unparsed.has(path),
      symbols.map((symbol) => recordOf(path, symbol)),
    ]);
  }

  private published(path: string): PublishedFile {
    const calleesOf = (name: string) =>
      this.graph.calleesOf(path, name).slice(0, limits.calleesPerSymbol);
    const symbols = (this.graph.factsOf(path)?.symbols ?? [])
      .filter(({ name }) => name.length <= limits.symbolName)
      .slice(0, limits.symbolsPerFile)
      .map((symbol): PublishedSymbol => {
        const { id: _id, file: _file, ...record } = recordOf(path, symbol);
        return { ...record, callees: calleesOf(symbol.name) };
      });
    return { path, symbols, parsed: !this.unparsed.has(path), callees: calleesOf('') };
  }

  private rowsAfter(path: string): FactsRow[] {
    return this.options.store.factsAfter(path, rowsPerRead);
  }

  private async inSlices<T>(steps: Generator<void, T>): Promise<T | undefined> {
    for (;;) {
      const sliceEndsAtMs = performance.now() + sliceMs;
      while (performance.now() < sliceEndsAtMs) {
        const step = steps.next();
        if (step.done === true) return step.value;
      }
      await nextTurn();
      if (this.options.signal.aborted) return undefined;
    }
  }

  private readSettings(): Map<string, string> {
    const texts = new Map<string, string>();
    for (const path of this.settingsPaths) {
      const file = join(this.options.root, path);
      try {
        const stats = lstatSync(file);
        if (stats.isFile() && stats.size <= maxSettingsBytes)
          texts.set(path.normalize('NFC'), readFileSync(file, 'utf8'));
      } catch {
        // Gone meanwhile, or not ours to read: as if it were not there.
      }
    }
    return texts;
  }
}

function settingsKey(texts: ReadonlyMap<string, string>): string {
  return JSON.stringify([...texts]);
}

function recordOf(path: string, symbol: SymbolFacts): SymbolRecord {
  return {
    id: symbolId(path, symbol.name),
    name: symbol.name,
    kind: symbol.kind,
    file: path,
    start_line: symbol.startLine,
    end_line: symbol.endLine,
    signature: symbol.signature,
    ...(symbol.doc === '' ? {} : { doc: symbol.doc }),
    exported: symbol.exported,
    meaning_hash: symbol.meaningHash,
    signature_hash: symbol.signatureHash,
  };
}

import {
  fileOfSymbol,
  parseSymbolId,
  symbolId,
  topLevelOf,
} from '../../../shared/kernel/symbol-id.ts';
import { posix } from 'node:path';
import { distrusts, isTestFile } from '../../../shared/gate/rules.ts';
import { isParsable } from '../../index/parser/parser.ts';
import type { ReferenceInputs, ReferenceIndex } from './reference-index.ts';
import type { TouchedFile } from './touched-files.ts';

/** What discovery needs of the symbol graph. */
export interface CallerGraph {
  callersOf(id: string): readonly string[];
  factsOf(
    path: string,
  ): { readonly symbols: readonly { name: string; kind: string }[] } | undefined;
}

/** One state of the repository, with who refers to whom in it. */
export interface AnalyzedState extends ReferenceInputs {
  readonly graph: CallerGraph;
  /** Of this state of the repository or of any other. */
  readonly references: ReferenceIndex;
}

/** Changes of these affect tests only where code names them. */
const inert =
  /(^|\/)(\.github|\.vscode|\.idea|\.changeset|\.coord|\.claude|\.cursor|\.codex|\.gemini|\.windsurf)\/|(^|\/)(\.git(ignore|attributes|modules)|\.editorconfig|\.(prettier|eslint|npm|docker)ignore|\.mailmap|license[^/]*|licence[^/]*|codeowners|authors|notice|\.mcp\.json|\.cursorrules|\.windsurfrules)$|\.(md|markdown|rst|adoc|txt|png|jpe?g|gif|svg|ico|webp|pdf)$/i;

/**
 * Follows who refers to whom, from what was touched to the tests. Every touched file is looked at on its own first, only until a
 * test is found; then all of them spread at once, which names the tests.
 */
export class AffectedTestSearch {
  /** By file, how many steps it is away from the change. */
  readonly distances = new Map<string, number>();
  /** The ids of what was touched. */
  private readonly touched = new Set<string>();
  /** The files of which symbols were touched. */
  private readonly changed = new Set<string>();

  constructor(private readonly options: AnalyzedState) {}

  /** Notes what the change of one file touches; answers why a search from there is not enough, if it is not. */
  *reaching(file: TouchedFile): Generator<void, string | undefined> {
    const { path } = file;
    const isTest = isTestFile(path);
    if (isTest && file.isThere) this.note(path, 0);
    if (!isParsable(path) || /\.d\.[cm]?ts$/i.test(path)) return yield* this.reachingData(path);
    if (distrusts(path) === 'is configuration') return `${path} is configuration`;
    const parts = file.parts === 'everything' ? this.partsOf(path) : file.parts;
    const isTested = yield* this.reachingParts(path, parts);
    if (isTested || parts.length === 0 || isTest) return undefined;
    if (yield* this.reachingParts(path, [''])) return undefined;
    return `no test is known to reach ${path}`;
  }

  /** From all that was touched, and from the files that may refer to any file. */
  *spreading(): Generator<void, void> {
    for (const id of yield* this.opaqueReferrers(this.changed)) this.touched.add(id);
    if (this.touched.size + this.distances.size === 0) return;
    for (const path of this.options.references.unboundedFiles) this.touched.add(topLevelOf(path));
    for (const { path, steps } of this.from(this.touched)) {
      this.note(path, steps);
      yield;
    }
  }

  /** The tests that were reached, the nearest first. */
  *tests(): Generator<void, string[]> {
    const tests: (readonly [path: string, steps: number])[] = [];
    for (const reached of this.distances) {
      if (this.isTestHere(reached[0])) tests.push(reached);
      yield;
    }
    tests.sort(([one, near], [other, far]) => near - far || (one < other ? -1 : 1));
    return tests.map(([path]) => path);
  }

  private partsOf(path: string): string[] {
    const symbols = this.options.graph.factsOf(path)?.symbols ?? [];
    return ['', ...symbols.map(({ name }) => name)];
  }

  private *reachingParts(path: string, parts: readonly string[]): Generator<void, boolean> {
    if (parts.length === 0) return false;
    this.changed.add(path);
    const ids = parts.map((name) => symbolId(path, name));
    if (yield* this.reachingIds(ids)) return true;
    return yield* this.isTested(yield* this.opaqueReferrers([path]));
  }

  private *reachingData(path: string): Generator<void, string | undefined> {
    const reason = distrusts(path);
    const isInert = inert.test(path);
    if (reason === 'is configuration' && !isInert) return `${path} is configuration`;
    const referrers = this.options.references.referrersOf(path).map((referrer) => referrer.path);
    const readers = [...referrers, ...this.snapshotOf(path)];
    if ((yield* this.reachingIds(readers.map((reader) => topLevelOf(reader)))) || isInert)
      return undefined;
    return `${path} ${reason ?? 'is no code'}, and no test is known to read it`;
  }

  private snapshotOf(path: string): string[] {
    const match = /^(.*?)(?:__snapshots__\/)?([^/]+)\.snap$/.exec(path);
    if (match === null) return [];
    const test = posix.join(match[1] ?? '', match[2] ?? '');
    return this.options.files.has(test) ? [test] : [];
  }

  private *reachingIds(ids: readonly string[]): Generator<void, boolean> {
    for (const id of ids) this.touched.add(id);
    return yield* this.isTested(ids);
  }

  private *isTested(ids: Iterable<string>): Generator<void, boolean> {
    for (const { path } of this.from(ids)) {
      if (this.isTestHere(path)) return true;
      yield;
    }
    return false;
  }

  /** The files of the ids and of all that depends on these, as often as symbols of them do, in waves. */
  private *from(ids: Iterable<string>): Generator<{ path: string; steps: number }, void> {
    const seen = new Set(ids);
    let wave: Iterable<string> = [...seen];
    for (let steps = 0; ; steps++) {
      const next: string[] = [];
      for (const id of wave) {
        yield { path: fileOfSymbol(id), steps };
        for (const reached of this.dependentsOf(id)) {
          if (seen.has(reached)) continue;
          seen.add(reached);
          next.push(reached);
        }
      }
      if (next.length === 0) return;
      wave = next;
    }
  }

  private dependentsOf(id: string): readonly string[] {
    const { path, name } = parseSymbolId(id);
    if (name === '')
      return this.options.references.referrersOf(path).map((referrer) => topLevelOf(referrer.path));
    const callers = this.options.graph.callersOf(id);
    return this.isRunOnLoad(path, name) ? [...callers, topLevelOf(path)] : callers;
  }

  /** Parts of classes and enums run when their module is loaded, whoever uses them. */
  private isRunOnLoad(path: string, name: string): boolean {
    const kind = this.options.graph.factsOf(path)?.symbols.find((one) => one.name === name)?.kind;
    if (kind === 'enum') return true;
    return kind === 'class' && this.options.mentions.get(path)?.runsClassParts !== false;
  }

  /** Files that use something of the changed ones, or of what loads them, without saying what. */
  private *opaqueReferrers(changed: Iterable<string>): Generator<void, Set<string>> {
    const reached = new Set(changed);
    const opaque = new Set<string>();
    for (const path of reached) {
      for (const referrer of this.options.references.referrersOf(path)) {
        reached.add(referrer.path);
        if (referrer.opaque) opaque.add(topLevelOf(referrer.path));
      }
      yield;
    }
    return opaque;
  }

  private isTestHere(path: string): boolean {
    return this.options.files.has(path) && this.isTest(path);
  }

  /** Support code that nothing else loads stands on its own, and is a test by another name. */
  private isTest(path: string): boolean {
    if (isTestFile(path)) return true;
    return (
      distrusts(path) === 'is code that tests stand on' &&
      this.options.references.referrersOf(path).length === 0
    );
  }

  private note(path: string, steps: number): void {
    const known = this.distances.get(path);
    if (known === undefined || steps < known) this.distances.set(path, steps);
  }
}

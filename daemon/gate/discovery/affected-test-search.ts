import { posix } from 'node:path';
import {
  fileOfSymbol,
  parseSymbolId,
  symbolId,
  topLevelOf,
} from '../../../shared/kernel/symbol-id.ts';
import { clients } from '../../../shared/clients/registry.ts';
import { AffectedWalk } from '../../../shared/gate/affected-walk.ts';
import { distrusts, isTestFile, isTestSupport } from '../../../shared/gate/rules.ts';
import { isParsable } from '../../../shared/symbols/parsable.ts';
import type { ReferenceIndex, ReferenceInputs } from './reference-index.ts';
import type { TouchedFile } from './changed-files.ts';

/** What discovery needs of the symbol graph. */
interface CallerGraph {
  callersOf(id: string): readonly string[];
  factsOf(
    path: string,
  ): { readonly symbols: readonly { name: string; kind: string }[] } | undefined;
}

/** One state of the repository, with who refers to whom in it. */
interface AnalyzedState extends ReferenceInputs {
  readonly graph: CallerGraph;
  /** Of this state of the repository or of any other. */
  readonly references: ReferenceIndex;
}

const foldersOfClients = clients.map(({ folder }) =>
  folder.replace(/\/$/, '').replaceAll('.', '\\.'),
);

/** Changes of these affect tests only where code names them. */
const inert = new RegExp(
  [
    `^(?:.*/)?(?:\\.github|\\.idea|\\.changeset|\\.coord|${foldersOfClients.join('|')})(?:/|$)`,
    /(^|\/)(\.git(ignore|attributes|modules)|\.editorconfig|\.(prettier|eslint|npm|docker)ignore|\.mailmap|license[^/]*|licence[^/]*|codeowners|authors|notice|\.mcp\.json|\.cursorrules|\.windsurfrules)$/
      .source,
    /\.(md|markdown|rst|adoc|txt|png|jpe?g|gif|svg|ico|webp|pdf)$/.source,
  ].join('|'),
  'i',
);

/**
 * Follows who refers to whom, from what was touched to the tests. Every touched file is looked at on its own first, only until a
 * test is found; then all of them spread at once, which names the tests.
 */
class AffectedTestSearch {
  private readonly walk = new AffectedWalk();
  /** The files of which symbols were touched. */
  private readonly changed = new Set<string>();

  constructor(private readonly options: AnalyzedState) {}

  /** Notes what the change of one file touches; answers why a search from there is not enough, if it is not. */
  *reaching(file: TouchedFile): Generator<void, string | undefined> {
    const { path } = file;
    const isTest = isTestFile(path);
    if (isTest && file.isThere) this.walk.reachFile(path);
    if (!isParsable(path) || /\.d\.[cm]?ts$/i.test(path)) return yield* this.reachingData(path);
    if (distrusts(path) === 'is configuration') return `${path} is configuration`;
    const parts = this.partsIn(file);
    const isTested = yield* this.reachingParts(path, parts);
    if (isTested || parts.length === 0 || isTest) return undefined;
    if (yield* this.reachingParts(path, [''])) return undefined;
    return `no test is known to reach ${path}`;
  }

  /** From all that was touched, and from the files that may refer to any file. */
  *spreading(): Generator<void, void> {
    for (const id of yield* this.opaqueReferrers(this.changed)) this.walk.reach(id);
    if (this.walk.distances.size === 0) return;
    for (const path of this.options.references.unboundedFiles) this.walk.reach(topLevelOf(path));
    for (const _ of this.following(this.walk)) yield;
  }

  /** Whether the file was reached. */
  reaches(path: string): boolean {
    return this.walk.distances.has(path);
  }

  /** The tests that were reached, the nearest first. */
  tests(): string[] {
    return this.walk
      .tests((path) => this.isUsed(path))
      .filter((path) => this.options.files.has(path));
  }

  private partsIn({ path, parts, isLoadedDifferently }: TouchedFile): readonly string[] {
    if (parts !== 'everything') return isLoadedDifferently ? [...parts, ''] : parts;
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
    for (const id of ids) this.walk.reach(id);
    return yield* this.isTested(ids);
  }

  private *isTested(ids: Iterable<string>): Generator<void, boolean> {
    const walk = new AffectedWalk();
    for (const id of ids) walk.reach(id);
    for (const id of this.following(walk)) {
      if (this.isTestHere(fileOfSymbol(id))) return true;
      yield;
    }
    return false;
  }

  /** Walks on by the graph of this state of the repository; each id before what depends on it is reached. */
  private *following(walk: AffectedWalk): Generator<string, void> {
    for (let wave = walk.next(); wave.length > 0; wave = walk.next()) {
      for (const id of wave) {
        yield id;
        for (const dependent of this.dependentsOf(id)) walk.reach(dependent);
      }
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
    const isTest = isTestFile(path) || (isTestSupport(path) && !this.isUsed(path));
    return isTest && this.options.files.has(path);
  }

  private isUsed(path: string): boolean {
    return this.options.references.referrersOf(path).length > 0;
  }
}

interface DiscoveryOptions extends AnalyzedState {
  readonly touched: readonly TouchedFile[];
  /** Files that the settings of test runners name: they hold for every test. */
  readonly setupFiles: readonly string[];
}

export type Discovery =
  | { readonly kind: 'tests'; readonly tests: readonly string[] }
  | {
      readonly kind: 'whole_suite';
      readonly tests: readonly string[];
      readonly reason: string;
      /** All test files that there are, as far as their names tell it; empty where the state is not known. */
      readonly known: readonly string[];
    };

const maxTouchedFiles = 300;

/**
 * GAT-0: the test files that a change can affect, the nearest first; the whole suite and why, where they are not certain
 * (the tests that were found are listed all the same, to be run first). Pure.
 *
 * A change of a function reaches who refers to it; one of a module's top-level part, or of a file as a whole, reaches whoever loads
 * the module in any way. What is uncertain counts as reached.
 */
export function* discovering(options: DiscoveryOptions): Generator<void, Discovery> {
  const { touched, files, references } = options;
  yield* references.updating({ ...options, files: withGone(files, touched) });
  const search = new AffectedTestSearch(options);
  const reasons: string[] = [];
  for (const file of touched.slice(0, maxTouchedFiles)) {
    const reason = yield* search.reaching(file);
    if (reason !== undefined) reasons.push(reason);
  }
  yield* search.spreading();
  const tests = search.tests();
  reasons.push(...doubtsOf(options, search));
  if (reasons.length === 0 && tests.length === 0)
    reasons.push('no test is known to reach the change');
  const [reason] = reasons;
  if (reason === undefined) return { kind: 'tests', tests };
  return { kind: 'whole_suite', tests, reason, known: yield* testFilesAmong(files) };
}

function* testFilesAmong(files: Iterable<string>): Generator<void, string[]> {
  const found: string[] = [];
  for (const path of files) {
    if (isTestFile(path)) found.push(path);
    yield;
  }
  return found;
}

function doubtsOf({ touched, setupFiles }: DiscoveryOptions, search: AffectedTestSearch): string[] {
  const doubts: string[] = [];
  if (touched.length === 0) doubts.push('nothing is known to have changed');
  if (touched.length > maxTouchedFiles) doubts.push(`${touched.length} files have changed`);
  const setup = setupFiles.find((path) => search.reaches(path));
  if (setup !== undefined) doubts.push(`${setup}, which holds for every test, is affected`);
  return doubts;
}

function withGone(files: ReadonlySet<string>, touched: readonly TouchedFile[]): Set<string> {
  return new Set([...files, ...touched.map(({ path }) => path)]);
}

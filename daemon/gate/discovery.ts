import { posix } from 'node:path';
import { distrusts, isTestFile } from '../../shared/gate/rules.ts';
import { isParsable } from '../index/parse.ts';
import { pathOf } from '../index/graph.ts';
import { symbolId } from '../index/touched.ts';
import { References, type ReferenceOptions } from './references.ts';

/** What a change does to a file. `parts` are symbol names, the empty one for the rest; all of it for `everything`. */
export interface TouchedFile {
  readonly path: string;
  readonly isThere: boolean;
  readonly parts: readonly string[] | 'everything';
}

/** What discovery needs of the symbol graph. */
export interface CallerGraph {
  callersOf(id: string): readonly string[];
  factsOf(
    path: string,
  ): { readonly symbols: readonly { name: string; kind: string }[] } | undefined;
}

export interface DiscoveryOptions extends ReferenceOptions {
  readonly graph: CallerGraph;
  readonly touched: readonly TouchedFile[];
  /** Files that the settings of test runners name: they hold for every test. */
  readonly setupFiles: readonly string[];
}

export type Discovery =
  | { readonly kind: 'tests'; readonly tests: readonly string[] }
  | { readonly kind: 'whole_suite'; readonly tests: readonly string[]; readonly reason: string };

const mostTouched = 300;
/** Changes of these affect tests only where code names them. */
const inert =
  /(^|\/)(\.github|\.vscode|\.idea|\.changeset|\.coord|\.claude|\.cursor|\.codex|\.gemini|\.windsurf)\/|(^|\/)(\.git(ignore|attributes|modules)|\.editorconfig|\.(prettier|eslint|npm|docker)ignore|\.mailmap|license[^/]*|licence[^/]*|codeowners|authors|notice|\.mcp\.json|\.cursorrules|\.windsurfrules)$|\.(md|markdown|rst|adoc|txt|png|jpe?g|gif|svg|ico|webp|pdf)$/i;

/**
 * GAT-0: the test files that a change can affect, the nearest first; the whole suite and why, where that cannot be told
 * (the tests that were found are named nevertheless, to be run first). Pure.
 *
 * A change of a function reaches who refers to it; one of a module's top-level part, or of a file as a whole, reaches whoever loads
 * the module by whatever way. What cannot be told apart counts as reached.
 */
export function discover(options: DiscoveryOptions): Discovery {
  const { touched, files } = options;
  const references = new References({ ...options, files: withGone(files, touched) });
  const walk = new Walk(options, references);
  const reasons: string[] = [];
  for (const file of touched.slice(0, mostTouched)) {
    const reason = walk.reach(file);
    if (reason !== undefined) reasons.push(reason);
  }
  walk.reachBoundless();
  if (touched.length === 0) reasons.push('nothing is known to have changed');
  if (touched.length > mostTouched) reasons.push(`${touched.length} files have changed`);
  const setup = options.setupFiles.find((path) => walk.nearness.has(path));
  if (setup !== undefined) reasons.push(`${setup}, which holds for every test, is affected`);
  const tests = walk.tests();
  if (reasons.length === 0 && tests.length === 0)
    reasons.push('no test is known to reach the change');
  const [reason] = reasons;
  return reason === undefined ? { kind: 'tests', tests } : { kind: 'whole_suite', tests, reason };
}

function withGone(files: ReadonlySet<string>, touched: readonly TouchedFile[]): Set<string> {
  return new Set([...files, ...touched.map(({ path }) => path)]);
}

class Walk {
  /** By file, how many steps it is away from the change. */
  readonly nearness = new Map<string, number>();

  constructor(
    private readonly options: DiscoveryOptions,
    private readonly references: References,
  ) {}

  /** Follows what the change of one file reaches; answers why that is not enough, if it is not. */
  reach(file: TouchedFile): string | undefined {
    const { path } = file;
    const isTest = isTestFile(path);
    if (isTest && file.isThere) this.note(path, 0);
    if (!isParsable(path) || /\.d\.[cm]?ts$/i.test(path)) return this.reachData(path);
    if (distrusts(path) === 'is configuration') return `${path} is configuration`;
    const parts = file.parts === 'everything' ? this.partsOf(path) : file.parts;
    const ids = parts.map((name) => symbolId(path, name));
    if (this.walk(ids, path) || parts.length === 0 || isTest) return undefined;
    if (this.walk([symbolId(path)], path)) return undefined;
    return `no test is known to reach ${path}`;
  }

  /** What depends on nobody knows what, depends on this change too. */
  reachBoundless(): void {
    if (this.nearness.size > 0)
      this.walk(Array.from(this.references.boundless, (path) => symbolId(path)));
  }

  tests(): string[] {
    return [...this.nearness]
      .filter(([path]) => this.options.files.has(path) && this.isTest(path))
      .sort(([one, near], [other, far]) => near - far || (one < other ? -1 : 1))
      .map(([path]) => path);
  }

  private partsOf(path: string): string[] {
    const symbols = this.options.graph.factsOf(path)?.symbols ?? [];
    return ['', ...symbols.map(({ name }) => name)];
  }

  /** Support code that nothing else loads stands on its own, and is a test by another name. */
  private isTest(path: string): boolean {
    if (isTestFile(path)) return true;
    return (
      distrusts(path) === 'is code that tests stand on' &&
      this.references.referrersOf(path).length === 0
    );
  }

  private reachData(path: string): string | undefined {
    const reason = distrusts(path);
    const isInert = inert.test(path);
    if (reason === 'is configuration' && !isInert) return `${path} is configuration`;
    const readers = [...this.references.referrersOf(path), ...this.snapshotOf(path)];
    const isTested = this.walk(readers.map((reader) => symbolId(reader.path)));
    if (isTested || isInert) return undefined;
    return `${path} ${reason ?? 'is no code'}, and no test is known to read it`;
  }

  private snapshotOf(path: string): { path: string }[] {
    const match = /^(.*?)(?:__snapshots__\/)?([^/]+)\.snap$/.exec(path);
    if (match === null) return [];
    const test = posix.join(match[1] ?? '', match[2] ?? '');
    return this.options.files.has(test) ? [{ path: test }] : [];
  }

  /** Whether a test was reached from the ids, or by files that use the changed one without saying what of it. */
  private walk(ids: readonly string[], changed?: string): boolean {
    const own = new Set<string>();
    let wave = [...ids];
    if (changed !== undefined && ids.length > 0) wave.push(...this.opaqueReferrers(changed));
    let isTested = false;
    for (let steps = 0; wave.length > 0; steps++) {
      const next = new Set<string>();
      for (const id of wave) {
        if (own.has(id)) continue;
        own.add(id);
        const path = pathOf(id);
        this.note(path, steps);
        isTested ||= this.options.files.has(path) && this.isTest(path);
        for (const reached of this.fromId(id)) if (!own.has(reached)) next.add(reached);
      }
      wave = [...next];
    }
    return isTested;
  }

  private fromId(id: string): string[] {
    const path = pathOf(id);
    const name = id.slice(path.length + 1);
    if (name === '')
      return this.references.referrersOf(path).map((referrer) => symbolId(referrer.path));
    const callers = [...this.options.graph.callersOf(id)];
    return this.isRunOnLoad(path, name) ? [...callers, symbolId(path)] : callers;
  }

  /** Parts of classes and enums run when their module is loaded, whoever uses them. */
  private isRunOnLoad(path: string, name: string): boolean {
    const kind = this.options.graph.factsOf(path)?.symbols.find((one) => one.name === name)?.kind;
    if (kind === 'enum') return true;
    return kind === 'class' && this.options.scans.get(path)?.runsClassParts !== false;
  }

  /** Files that use something of the changed one, or of what loads it, without saying what. */
  private opaqueReferrers(changed: string): string[] {
    const reached = new Set([changed]);
    const opaque = new Set<string>();
    for (const path of reached) {
      for (const referrer of this.references.referrersOf(path)) {
        reached.add(referrer.path);
        if (referrer.opaque) opaque.add(symbolId(referrer.path));
      }
    }
    return [...opaque];
  }

  private note(path: string, steps: number): void {
    const known = this.nearness.get(path);
    if (known === undefined || steps < known) this.nearness.set(path, steps);
  }
}

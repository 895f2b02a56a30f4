import { AffectedTestSearch, type AnalyzedState } from './affected-test-search.ts';
import type { TouchedFile } from './touched-files.ts';

export interface DiscoveryOptions extends AnalyzedState {
  readonly touched: readonly TouchedFile[];
  /** Files that the settings of test runners name: they hold for every test. */
  readonly setupFiles: readonly string[];
}

export type Discovery =
  | { readonly kind: 'tests'; readonly tests: readonly string[] }
  | { readonly kind: 'whole_suite'; readonly tests: readonly string[]; readonly reason: string };

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
  return reason === undefined ? { kind: 'tests', tests } : { kind: 'whole_suite', tests, reason };
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

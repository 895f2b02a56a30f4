import type { InterceptorContext } from '../interceptors/interceptor.ts';
import type { RepositoryIndex } from '../index/repository-index.ts';
import { AffectedTestFinder } from './discovery/affected-test-finder.ts';
import type { GateContext } from './gate-context.ts';

/** One for each index: it keeps what it has read, so the next search is faster. */
const finders = new WeakMap<RepositoryIndex, AffectedTestFinder>();

/** The finder over the work tree of the call. */
export function finderFor(
  { workTrees, git, clock }: InterceptorContext,
  { workTree }: GateContext,
): AffectedTestFinder {
  const index = workTrees.indexOf(workTree);
  const known = finders.get(index);
  if (known !== undefined) return known;
  const made = new AffectedTestFinder({ index, git, clock });
  finders.set(index, made);
  return made;
}

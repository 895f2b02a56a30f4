import { grouped } from '../../../shared/kernel/grouped.ts';
import { brokenMessage, type ConventionRule } from '../../../shared/conventions/rules.ts';
import type { TeamKnowledgeCache } from '../../knowledge/team-knowledge-cache.ts';
import { joined } from './messages.ts';
import type { Change } from '../../work-trees/expected-write.ts';

/** A file that was written. */
interface WrittenFile {
  readonly target: { readonly path: string };
  /** Undefined where it is not known. */
  readonly change?: Change | undefined;
}

/** Knows which rule forbids a write to a path. */
export type ForbiddingRules = Pick<TeamKnowledgeCache, 'findForbiddingConvention'>;

/** CNV-7: what an agent is told whose writes happened all the same, for each rule; undefined where they broke none. */
export function brokenRules(
  written: readonly WrittenFile[],
  rules: ForbiddingRules,
): string | undefined {
  const byRule = grouped(written, ({ target }) => rules.findForbiddingConvention(target.path));
  return joined(...Array.from(byRule, ([rule, files]) => messageOf(rule, files.map(asBroken))));
}

function asBroken({ target: { path }, change }: WrittenFile): BrokenFile {
  return { path, isGone: change !== undefined && change.after === undefined };
}

/** A file that somebody has written against a rule. */
interface BrokenFile {
  readonly path: string;
  readonly isGone: boolean;
}

/** CNV-7: of one rule, and whether the files were changed or removed. */
export function messageOf(rule: ConventionRule, files: readonly BrokenFile[]): string {
  const paths = files.map(({ path }) => path);
  const gone = files.filter(({ isGone }) => isGone);
  if (gone.length === 0) return brokenMessage(rule, paths, 'changed');
  return brokenMessage(
    rule,
    paths,
    gone.length === files.length ? 'removed' : 'changed or removed',
  );
}

import { quoted, shownId } from '../kernel/display.ts';
import { isRefusal, refuse, type Refusal } from '../kernel/refusal.ts';
import type { Tier } from './contract.ts';
import { globLimits } from './glob-limits.ts';
import { canonicalGlob, type Matcher } from './globs.ts';

/** The part of a convention that decides about a write. */
export interface ConventionRule {
  readonly id: string;
  readonly title: string;
  readonly tier: Tier;
  /** Whether it is about a file, by the file's canonical path. */
  readonly matches: Matcher;
}

/** CNV-1: the first `must` convention that forbids a write to this file. */
export function findForbiddingConvention<R extends ConventionRule>(
  rules: Iterable<R>,
  path: string,
): R | undefined {
  for (const rule of rules) if (rule.tier === 'must' && rule.matches(path)) return rule;
  return undefined;
}

/** CNV-1: names the rule and says what to do instead. */
export function forbiddenMessage(rule: Pick<ConventionRule, 'id' | 'title'>, path: string): string {
  return (
    `The convention ${quoted(rule.title)} (${rule.id}) forbids writes to ${shownId(path)}. Nothing was written. ` +
    'Choose another way that keeps it, or ask an admin of the workspace to retire it.'
  );
}

/** CNV-7: as `forbiddenMessage`, where these files are written already. */
export function brokenMessage(
  rule: Pick<ConventionRule, 'id' | 'title'>,
  [first = '', ...others]: readonly string[],
  verb: 'changed' | 'removed' | 'changed or removed' = 'changed',
): string {
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return (
    `coord: you ${verb} ${shownId(first)}${more}, and the convention ${quoted(rule.title)} (${rule.id}) forbids that. ` +
    'Take the change back and choose another way, or ask an admin of the workspace to retire the convention.'
  );
}

/** The canonical globs of a proposal, without repetition. Refused with a ValidationError that names the glob. */
export function globsOf(given: string | readonly string[] | undefined): string[] | Refusal {
  const raw = typeof given === 'string' ? splitGlobs(given) : (given ?? []);
  if (raw.length > globLimits.perConvention) {
    return refuse(
      'ValidationError',
      `affected_files: at most ${globLimits.perConvention} patterns.`,
      {
        field: 'affected_files',
      },
    );
  }
  const globs = new Set<string>();
  for (const one of raw) {
    const glob = canonicalGlob(one);
    if (isRefusal(glob)) return glob;
    globs.add(glob);
  }
  return [...globs];
}

/** Splits at the commas that stand outside braces. */
export function splitGlobs(text: string): string[] {
  const globs: string[] = [''];
  let depth = 0;
  for (const char of text) {
    if (char === '{') depth += 1;
    if (char === '}') depth -= 1;
    if (char === ',' && depth <= 0) globs.push('');
    else globs.push(`${globs.pop() ?? ''}${char}`);
  }
  return globs.map((glob) => glob.trim()).filter((glob) => glob !== '');
}

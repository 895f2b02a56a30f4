import picomatch from 'picomatch';
import { pathKey } from '../kernel/paths.ts';
import { refuse, type Refusal } from '../kernel/refusal.ts';
import { globLimits } from './glob-limits.ts';

/*
 * Globs that can be matched at the hot path whoever wrote them. The language is picomatch's without extglobs; the matching
 * is a walk instead of a regular expression with nested repetition, so that its time grows with the product of the two
 * lengths and no more. picomatch itself reads the pattern and the character classes.
 */

export type Matcher = (path: string) => boolean;

/**
 * The one spelling of a pattern: relative, `/` between parts, NFC, and `/**` behind a folder. Refused with a ValidationError:
 * what is no glob of a file in the repository, or would take too long.
 */
export function canonicalGlob(raw: string): string | Refusal {
  const trimmed = raw.trim().normalize('NFC');
  const problem = problemOf(trimmed);
  if (problem !== undefined) return invalidGlob(trimmed, problem);
  const parts = trimmed.split('/').filter((part) => part !== '' && part !== '.');
  const merged = parts.filter((part, at) => part !== '**' || parts[at - 1] !== '**');
  if (merged.length === 0) return invalidGlob(trimmed, 'names no file');
  const folder = trimmed.endsWith('/') && merged.at(-1) !== '**';
  return [...merged, ...(folder ? ['**'] : [])].join('/');
}

/** A matcher of the paths that match at least one of the patterns. */
export function compileGlobs(patterns: readonly string[], compile = compileGlob): Matcher {
  const matchers = patterns.map((pattern) => compile(pattern));
  return (path) => matchers.some((matches) => matches(path));
}

/** A matcher of canonical paths for a canonical pattern. Letters match whatever their case, as paths do (PTH-2). */
export function compileGlob(pattern: string): Matcher {
  const folded = pathKey(pattern);
  const alternatives = expand(folded).map(compileParts);
  // A name with brackets in it, such as `app/[id]/page.tsx`, also stands for itself, and a folder for what is in it.
  const plain = !/[*?]/.test(folded);
  // What every path that matches begins with: most paths are turned away by it alone.
  const start = (/^[^*?[{]*/.exec(folded)?.[0] ?? '').replace(/\/$/, '');
  return (path) => {
    const key = pathKey(path);
    if (!key.startsWith(start)) return false;
    if (key === folded || (plain && key.startsWith(`${folded}/`))) return true;
    const parts = key.split('/').map((part) => [...part]);
    return alternatives.some((one) => matchStretches(one, parts, fitsName));
  };
}

function problemOf(glob: string): string | undefined {
  if (glob === '') return 'is empty';
  if (glob.length > globLimits.length) return `is longer than ${globLimits.length} characters`;
  if (/[\p{Cc}\p{Cs}]/u.test(glob)) return 'contains control characters';
  if (glob.includes('\\')) return 'contains a backslash; write / between parts';
  if (/^\/|^[A-Za-z]:/.test(glob)) return 'is absolute; give it relative to the repository';
  if (glob.split('/').includes('..')) return 'leads out of its folder with ".."';
  const { negated, isExtglob } = picomatch.scan(glob);
  if (negated || glob.startsWith('!')) return 'is negated; name the files that the rule is for';
  if (isExtglob === true || /[@!+*?]\(/.test(glob)) return 'is an extended glob, such as @(a|b)';
  return braceProblem(glob) ?? classProblem(glob);
}

function braceProblem(glob: string): string | undefined {
  const braces = glob.match(/\{[^{}]*\}/g) ?? [];
  const rest = glob.replace(/\{[^{}]*\}/g, '');
  if (rest.includes('{'))
    return rest.includes('}') ? 'has braces in braces' : 'has braces that are not closed';
  if (rest.includes('}')) return 'has braces that are not opened';
  if (braces.some((text) => !text.includes(','))) return 'has braces without a comma in them';
  if (braces.some((text) => text.includes('..'))) return 'has a range in braces; write it out';
  if (braces.some((text) => text.includes('/'))) return 'has a / in braces; give two patterns';
  const total = braces.reduce((product, text) => product * text.split(',').length, 1);
  const tooMany = braces.length > globLimits.braces || total > globLimits.alternatives;
  return tooMany ? `stands for more than ${globLimits.alternatives} patterns` : undefined;
}

function classProblem(glob: string): string | undefined {
  const classes = glob.match(/\[[^\]]*\]/g) ?? [];
  if (glob.replace(/\[[^\]]*\]/g, '').includes('[')) return 'has brackets that are not closed';
  if (classes.length > globLimits.classes) return 'has too many character classes';
  return classes.some((text) => text.includes('/')) ? 'has a / in brackets' : undefined;
}

function invalidGlob(glob: string, problem: string): Refusal {
  const shown = glob.length > 60 ? `${glob.slice(0, 60)}…` : glob;
  return refuse('ValidationError', `affected_files: ${JSON.stringify(shown)} ${problem}.`, {
    field: 'affected_files',
  });
}

/** `a{b,c}d` as `abd` and `acd`. */
function expand(glob: string): string[] {
  const brace = /\{([^{}]*)\}/.exec(glob);
  if (brace === null) return [glob];
  const [whole, inner = ''] = brace;
  const [before, after] = [glob.slice(0, brace.index), glob.slice(brace.index + whole.length)];
  return inner.split(',').flatMap((one) => expand(`${before}${one}${after}`));
}

/** What one character of a name must be. */
type Single = { readonly char: string } | { readonly test: (char: string) => boolean };

/** Stretches that follow each other, with anything between them. */
type Stretches<T> = readonly (readonly T[])[];

/** The stretches of characters between the stars of a part. */
type Part = Stretches<Single>;

/** The stretches of parts between the `**` of a pattern. */
function compileParts(pattern: string): Stretches<Part> {
  const stretches: Part[][] = [[]];
  for (const part of pattern.split('/')) {
    if (part === '**') stretches.push([]);
    else stretches.at(-1)?.push(compilePart(part));
  }
  return stretches;
}

function compilePart(part: string): Part {
  const stretches: Single[][] = [[]];
  for (const [token] of part.matchAll(/\[[^\]]+\]|\*+|[\s\S]/gu)) {
    if (token.startsWith('*')) stretches.push([]);
    else stretches.at(-1)?.push(singleOf(token));
  }
  return stretches;
}

function singleOf(token: string): Single {
  if (token === '?') return { test: () => true };
  if (token.length > 2 && token.startsWith('[')) return { test: classOf(token) };
  return { char: token };
}

function classOf(token: string): (char: string) => boolean {
  const matches = picomatch(token, { dot: true, noextglob: true, posix: true });
  return (char) => matches(char);
}

/**
 * The first stretch at the start, the last at the end, and the others between them, each as early as it can be: what comes
 * after has the most room then. So nothing is tried twice, however many stars there are.
 */
function matchStretches<T, Item>(
  stretches: Stretches<T>,
  items: readonly Item[],
  fits: (one: T, item: Item) => boolean,
): boolean {
  const fitAt = (stretch: readonly T[], at: number) =>
    stretch.every((one, offset) => {
      const item = items[at + offset];
      return item !== undefined && fits(one, item);
    });
  const [first = [], ...rest] = stretches;
  const last = rest.pop();
  if (last === undefined) return first.length === items.length && fitAt(first, 0);
  const end = items.length - last.length;
  if (first.length > end || !fitAt(first, 0) || !fitAt(last, end)) return false;
  let at = first.length;
  for (const stretch of rest) {
    while (at + stretch.length <= end && !fitAt(stretch, at)) at += 1;
    at += stretch.length;
    if (at > end) return false;
  }
  return true;
}

function fitsName(part: Part, name: readonly string[]): boolean {
  return matchStretches(part, name, fitsChar);
}

function fitsChar(single: Single, char: string): boolean {
  return 'char' in single ? single.char === char : single.test(char);
}

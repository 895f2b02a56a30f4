import fc from 'fast-check';
import picomatch from 'picomatch';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { conventionOperations } from '../../shared/conventions/contract.ts';
import { globLimits } from '../../shared/conventions/glob-limits.ts';
import { canonicalGlob, compileGlob, compileGlobs } from '../../shared/conventions/globs.ts';
import {
  globsOf,
  findForbiddingConvention,
  forbiddenMessage,
  type ConventionRule,
} from '../../shared/conventions/rules.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';

const test = suite('globs');

function matches(glob: string, path: string): boolean {
  const canonical = canonicalGlob(glob);
  if (isRefusal(canonical)) throw new Error(`${glob}: ${canonical.message}`);
  return compileGlob(canonical)(path);
}

const cases: readonly (readonly [glob: string, yes: string[], no: string[]])[] = [
  ['src/auth/**', ['src/auth/a.ts', 'src/auth/b/c.ts', 'src/auth'], ['src/author.ts', 'auth/a']],
  ['src/auth/', ['src/auth/a.ts', 'src/auth/b/c.ts'], ['src/other.ts']],
  ['src/auth', ['src/auth/a.ts', 'src/auth'], ['src/auth.ts', 'src']],
  ['src/*.ts', ['src/a.ts', 'src/.hidden.ts'], ['src/b/a.ts', 'a.ts', 'src/a.tsx']],
  ['**/*.test.ts', ['a.test.ts', 'x/y/a.test.ts'], ['a.ts', 'test.ts']],
  ['**', ['a', 'a/b/c'], []],
  ['src/**/index.ts', ['src/index.ts', 'src/a/b/index.ts'], ['src/a/b.ts']],
  ['src/{a,b}/*.{ts,js}', ['src/a/x.ts', 'src/b/x.js'], ['src/c/x.ts', 'src/a/x.css']],
  ['src/file?.ts', ['src/file1.ts'], ['src/file.ts', 'src/file12.ts']],
  ['src/[a-c].ts', ['src/b.ts', 'src/[a-c].ts'], ['src/d.ts']],
  ['src/[!a].ts', ['src/b.ts'], ['src/a.ts']],
  ['app/[id]/page.tsx', ['app/[id]/page.tsx', 'app/i/page.tsx'], ['app/other/page.tsx']],
  ['app/(auth)/page.tsx', ['app/(auth)/page.tsx'], ['app/auth/page.tsx']],
  ['docs/caf\u00e9.md', ['docs/cafe\u0301.md', 'DOCS/CAF\u00c9.MD'], ['docs/cafe.md']],
  ['a*b*c', ['abc', 'axbxc', 'abbcc'], ['ab', 'acb', 'a/b/c']],
  ['./src//a.ts', ['src/a.ts'], ['a.ts']],
];

for (const [glob, yes, no] of cases) {
  test(`CNV-1 ${glob}`, () => {
    for (const path of yes) assert.ok(matches(glob, path), `${glob} is about ${path}`);
    for (const path of no) assert.not.ok(matches(glob, path), `${glob} is not about ${path}`);
  });
}

test('CNV-1 what is no glob of the repository is refused with the reason', () => {
  const wrong: Record<string, RegExp> = {
    '': /empty/,
    './': /names no file/,
    '/etc/**': /absolute/,
    'C:/x': /absolute/,
    'src\\a.ts': /backslash/,
    '../x/**': /\.\./,
    '!src/**': /negated/,
    'src/@(a|b).ts': /extended/,
    'src/+(a).ts': /extended/,
    'src/!(a).ts': /extended/,
    'src/*(a).ts': /extended/,
    'src/{a,{b,c}}.ts': /braces/,
    'src/{a.ts': /braces/,
    'src/{1..999999}.ts': /braces/,
    'src/{1..9,x}.ts': /range/,
    '{a/b,c}': /braces/,
    [`${'x'.repeat(globLimits.length)}y`]: /longer/,
    '{a,b}{a,b}{a,b}{a,b}{a,b}': /more than/,
    '{a,b,c,d,e}{a,b,c,d,e}': /more than/,
    'a\u0000b': /control/,
    'a\nb': /control/,
  };
  for (const [glob, reason] of Object.entries(wrong)) {
    const refused = canonicalGlob(glob);
    assert.ok(isRefusal(refused), glob);
    assert.match(refused.message, reason, glob);
    assert.is(refused.details['field'], 'affected_files');
  }
});

test('CNV-1 a canonical glob is its own canonical form', () => {
  for (const [glob] of cases) {
    const canonical = canonicalGlob(glob);
    assert.type(canonical, 'string');
    assert.is(canonicalGlob(canonical as string), canonical);
  }
  assert.is(canonicalGlob('a/**/**/**/b/'), 'a/**/b/**');
});

/** Patterns and paths of the same few letters, so that they often meet. */
const word = fc.string({ unit: fc.constantFrom('a', 'b', '.'), minLength: 1, maxLength: 4 });
const part = fc.oneof(
  word,
  fc.constant('**'),
  fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), minLength: 1, maxLength: 5 }),
  fc.tuple(word, word, word).map(([a, b, c]) => `${a}{${b},${c}}`),
  word.map((text) => `${text}[ab]`),
);
const glob = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/'));
const path = fc.array(word, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('/'));

test('CNV-1 matches what picomatch matches', () => {
  let met = 0;
  const property = fc.property(glob, path, (pattern, target) => {
    const canonical = canonicalGlob(pattern);
    // A plain path stands for a folder too, and `**` beside letters and dot parts are read differently by design.
    if (isRefusal(canonical) || !/[*?]/.test(canonical)) return;
    if (/[^/]\*\*|\*\*[^/]|\*\*\*/.test(canonical)) return;
    // It takes a folder for what `folder/**` is about, but not one that a star stands for.
    if (canonical.endsWith('*/**')) return;
    if (`/${target}/`.includes('/./') || `/${target}/`.includes('/../')) return;
    const expected = picomatch(canonical, {
      dot: true,
      nocase: true,
      noextglob: true,
      posix: true,
    })(target);
    if (expected) met += 1;
    assert.is(compileGlob(canonical)(target), expected, `${canonical} for ${target}`);
  });
  fc.assert(property, { numRuns: 20_000 });
  assert.ok(met > 500, `only ${met} of the cases matched`);
});

/** The longest, most repetitive patterns that are let in, and paths that nearly match them. */
const heavy: readonly string[] = [
  `${'*a'.repeat(99)}b`,
  `${'**/'.repeat(40)}b`,
  `**/${'*a'.repeat(60)}b/**`,
  `${'a*/**/'.repeat(30)}b`,
  `${'?*'.repeat(99)}b`,
  `${'[ab]*'.repeat(10)}${'*a'.repeat(60)}b`,
  `{${Array(16).fill('*a*a*a*').join(',')}}b`,
  `{*a,*aa}{*a,*aa}{*a,*aa}{*a,*aa}${'*a'.repeat(60)}b`,
];
const long: readonly string[] = [
  'a'.repeat(1_024),
  'a/'.repeat(511) + 'a',
  `${'aaaa/'.repeat(200)}a`,
  `${'a'.repeat(500)}/${'a'.repeat(500)}`,
];

/** The least of several measurements, which is what the work itself takes. */
function leastMs(work: () => void): number {
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return Math.min(...times);
}

test('CNV-1 no pattern that is let in takes longer than 5 ms to compile and match', () => {
  let worst = 0;
  for (const pattern of heavy) {
    const canonical = canonicalGlob(pattern);
    assert.not.ok(isRefusal(canonical), `${pattern.slice(0, 40)} is let in`);
    for (const target of long) {
      const ms = leastMs(() => compileGlob(canonical as string)(target));
      worst = Math.max(worst, ms);
      assert.ok(ms < 5, `${pattern.slice(0, 40)} took ${ms} ms`);
    }
  }
  const letters = fc.constantFrom('a', 'b', '*', '**', '?', '/', '{', '}', ',', '[ab]', '.');
  const anything = fc.array(letters, { maxLength: 120 }).map((all) => all.join(''));
  const property = fc.property(anything, fc.constantFrom(...long), (pattern, target) => {
    const canonical = canonicalGlob(pattern);
    if (isRefusal(canonical)) return;
    const ms = leastMs(() => compileGlob(canonical)(target));
    worst = Math.max(worst, ms);
    assert.ok(ms < 5, `${pattern} took ${ms} ms`);
  });
  fc.assert(property, { numRuns: 500 });
  console.log(`slowest pattern: ${worst.toFixed(2)} ms`);
});

test('CNV-1 globs come as a list or as text; commas in braces stay', () => {
  assert.equal(globsOf('src/*.{ts,js}, docs/, src/*.{ts,js}'), ['src/*.{ts,js}', 'docs/**']);
  assert.equal(globsOf(['a', './a']), ['a']);
  assert.equal(globsOf(undefined), []);
});

test('CNV-1 a list has the bounds that the contract tells, a text too', () => {
  const { input } = conventionOperations.proposeConvention;
  const fits = (globs: string[]) =>
    input.safeParse({ id: 'ws_1', title: 'x', affected_files: globs }).success;
  const many = (length: number) => Array.from({ length }, (_, index) => `f${index}`);
  const { perConvention, length } = globLimits;
  for (const [globs, isTaken] of [
    [many(perConvention), true],
    [many(perConvention + 1), false],
    [['x'.repeat(length)], true],
    [['x'.repeat(length + 1)], false],
  ] as const) {
    assert.is(fits([...globs]), isTaken);
    assert.is(isRefusal(globsOf(globs.join(','))), !isTaken);
  }
});

test('CNV-1 the first must rule about a file stands against a write, others do not', () => {
  const rule = (
    id: string,
    tier: ConventionRule['tier'],
    affectedFiles: string[],
  ): ConventionRule => {
    return { id, title: `Rule ${id}`, tier, matches: compileGlobs(affectedFiles) };
  };
  const rules = [
    rule('cnv_1', 'should', ['**']),
    rule('cnv_2', 'may', ['**']),
    rule('cnv_3', 'must', []),
    rule('cnv_4', 'must', ['docs/**', 'src/legacy/**']),
    rule('cnv_5', 'must', ['src/**']),
  ];
  assert.is(findForbiddingConvention(rules, 'src/legacy/a.ts')?.id, 'cnv_4');
  assert.is(findForbiddingConvention(rules, 'src/a.ts')?.id, 'cnv_5');
  assert.is(findForbiddingConvention(rules, 'README.md'), undefined);
});

test('CNV-1 the message names the rule, shown as data', () => {
  const message = forbiddenMessage({ id: 'cnv_1', title: 'No\n=====\u202e writes' }, 'src/a.ts');
  assert.match(message, 'cnv_1');
  assert.match(message, 'No ===== writes');
  assert.match(message, 'src/a.ts');
  assert.not.match(message, /[\n\u202e]/);
});

test.run();

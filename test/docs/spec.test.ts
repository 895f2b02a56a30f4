/** The rules in shared/SPEC.md are those that code and tests cite: each defined once, and each proved by a test. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { read, sourceFiles } from './files.ts';

const spec = read('shared/SPEC.md');
const defined = Array.from(
  spec.matchAll(/^- \*\*([A-Z]{3}-\d+)\*\* /gm),
  (match) => match[1] ?? '',
);

/** Names of standards, which look like numbers of rules. */
const standards: ReadonlySet<string> = new Set(['AES', 'DNS', 'GSM', 'SHA', 'SSH', 'UCS', 'UTF']);

const citation = /\b([A-Z]{3})-(\d+)(?: to (?:\1-)?(\d+))?\b/g;
const quoted = /'[^'\n]*'|"[^"\n]*"|`[^`\n]*`/g;

test('a rule is defined once', () => {
  const twice = defined.filter((rule, at) => defined.indexOf(rule) !== at);
  assert.equal(twice, []);
  assert.ok(defined.length > 80, 'the rules are not read as they are written');
});

test('every rule that is cited is defined', () => {
  const unknown = sourceFiles().flatMap((path) =>
    rulesIn(read(path))
      .filter((rule) => !defined.includes(rule))
      .map((rule) => `${rule} in ${path}`),
  );
  assert.equal(unknown, [], 'define them in shared/SPEC.md');
});

test('every rule is cited by a test', () => {
  const tests = sourceFiles().filter((path) => path.startsWith('test/'));
  const cited = new Set(tests.flatMap((path) => rulesIn(namesIn(read(path)))));
  const untested = defined.filter((rule) => !cited.has(rule));
  assert.equal(untested, [], 'no name of a test has their number');
});

test('a range of rules counts as each of them', () => {
  assert.equal(rulesIn('XYZ-7 to XYZ-9, XYZ-1 to 2'), [
    'XYZ-7',
    'XYZ-8',
    'XYZ-9',
    'XYZ-1',
    'XYZ-2',
  ]);
});

/** The rules that a text cites. */
function rulesIn(text: string): string[] {
  return Array.from(text.matchAll(citation)).flatMap(([, family = '', first, last = first]) => {
    if (standards.has(family)) return [];
    const [from, to] = [Number(first), Number(last)];
    return Array.from({ length: to - from + 1 }, (_, at) => `${family}-${from + at}`);
  });
}

/** The texts of a test file: its names are among them, its comments are not. */
function namesIn(source: string): string {
  return (source.match(quoted) ?? []).join('\n');
}

test.run();

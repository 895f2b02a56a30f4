/** RSV-16: which places a file has, and how they are called. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { names, read, reader, touched, typed } from './reading-places.ts';

const test = suite('RSV-16 names of places');

test('kinds of files: each is read by its own grammar', () => {
  assert.equal(names('a.tsx', 'const V = () => <p>{f()}</p>;\n'), ['V']);
  assert.equal(touched('a.tsx', 'const V = () => <p>{f()}</p>', 'const V = () => <p>{f(1)}</p>'), [
    'V',
  ]);
  assert.equal(names('a.mts', "import x = require('y');\nexport const a = <T>b;"), ['import', 'a']);
  assert.equal(names('a.cjs', "const a = require('a')\nexports.f = () => {}"), [
    'import',
    'exports.f',
  ]);
  assert.equal(names('a.d.ts', 'declare function f(): void;\ndeclare class A { m(): void }'), [
    'f',
    'A',
    'A.m',
  ]);
  assert.equal(names('a.vue.js', ''), []);
  assert.equal(names('a.js', 'outer: for (;;) {}\nsize: number;\nfunction number() {}'), [
    'for',
    '()',
    'number',
  ]);
});

test('what cannot be parsed has no places, and an edit from there is read again', () => {
  for (const [path, text] of [
    ['a.py', 'x = 1'],
    ['a.ts', 'const a = ;'],
    ['a.ts', 'const a = "\0";'],
    ['a.ts', `f(${'('.repeat(100_000)}1${')'.repeat(100_000)})`],
    ['a.ts', `/*${'x'.repeat(2 * 1024 * 1024)}*/`],
  ] as const)
    assert.is(reader.read(path, text), undefined);
  const fixed = typed.replace('limit = 5', 'limit = 7');
  assert.is(reader.read('a.ts', typed.replace('limit = 5', 'limit = ')), undefined);
  assert.equal(touched('a.ts', typed, fixed), ['limit']);
});

test('what merges with a symbol belongs to it only where it is part of it', () => {
  const before = 'function f() { function g() {} }\nnamespace f { export const a = 1; }';
  const places = read('a.ts', before).places.map(({ symbol, within }) => [symbol, within]);
  assert.equal(places, [
    ['f', 'f'],
    ['f.g', 'f'],
    ['f.a', ''],
  ]);
});

test('names that are equal on one line are one place', () => {
  const text = 'exports[" "] = 1; exports["\\n"] = 2; exports[""] = 3; exports["a\\tb"] = 4;';
  assert.equal(names('a.js', text), ['exports.', "exports.''", 'exports.a b']);
});

test('long and strange titles give short names on one line, and parts begin with their container', () => {
  const title = `a\u0301 \\n  #tag\u0007 ${'😀 long '.repeat(80)}`;
  const nest = (depth: number): string =>
    depth === 0
      ? 'it("x", () => {})'
      : `describe(${JSON.stringify(title + depth)}, () => { ${nest(depth - 1)} })`;
  const found = names('a.ts', nest(9));
  assert.is(found.length, 6);
  found.forEach((name, index) => {
    assert.ok(name.length <= 200 && Buffer.byteLength(name) <= 600, name);
    assert.not.match(name, /[#\p{Cc}]| {2}/u);
    assert.ok(name.isWellFormed() && name === name.normalize('NFC'));
    assert.match(name, /~[0-9a-f]{8}$/);
    if (index > 0) assert.ok(name.startsWith(`${found[index - 1]}.`));
  });
  const [one, other] = [nest(1), nest(1).replace('long 1"', 'long 2"')];
  assert.is.not(names('a.ts', one)[0], names('a.ts', other)[0]);
});

test('a symbol with a very long name is within one of the same short name', () => {
  const text = `function ${'a'.repeat(5_000)}() {}`;
  const [place] = reader.read('a.ts', text)?.places ?? [];
  assert.is(place?.within, place?.symbol);
  assert.ok((place?.within.length ?? 0) <= 200);
});

test.run();

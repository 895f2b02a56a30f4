/** RSV-16: which places an edit touches: the finest ones, and none by order, layout or comments. */
import { readFileSync } from 'node:fs';
import { format } from 'prettier';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { touchedPlaces } from '../../daemon/index/places/touched-places.ts';
import { touchedNames } from './support.ts';
import { edits, read, script, touched, typed } from './reading-places.ts';
import { cpuMsOf, leastMs } from '../support/processor.ts';

const test = suite('RSV-16 touched places');

for (const [path, from, to, symbols, within] of edits) {
  const text = path === 'a.ts' ? typed : script;
  test(`an edit names the finest places that it changes (RSV-10): ${from} -> ${to}`, () => {
    assert.is(text.split(from).length, 2, 'the text to replace is there once');
    for (const turn of [(all: string) => all, toCrlf, (all: string) => `\ufeff${all}`]) {
      const [before, after] = [read(path, turn(text)), read(path, turn(text.replace(from, to)))];
      const found = touchedPlaces(before, after);
      assert.equal(found.map(({ symbol }) => symbol).toSorted(), symbols.toSorted());
      if (within !== undefined)
        assert.equal(found[0]?.within, symbols.length === 0 ? undefined : within);
      for (const place of found) if (place.after) assert.ok(place.after.start < place.after.end);
    }
  });
}

function toCrlf(text: string): string {
  return text.replaceAll('\n', '\r\n');
}

test('a new and a deleted file touch what is in no other place', () => {
  const text = "import 'x';\nclass A { m() {} }\nconst b = 1;";
  const symbols = (places: ReturnType<typeof touchedPlaces>) => places.map(({ symbol }) => symbol);
  assert.equal(symbols(touchedPlaces('absent', read('a.ts', text))), ['import', 'A', 'b']);
  const [first] = touchedPlaces(read('a.ts', text), 'absent');
  assert.equal(first, {
    symbol: 'import',
    within: 'import',
    before: { start: 0, end: 11 },
    after: undefined,
  });
  assert.equal(touchedPlaces('absent', 'absent'), []);
});

test('imports are a set: order, grouping and layout touch nothing', () => {
  const before = "import { a, b } from 'x';\nimport c from 'y';\nf();";
  assert.equal(
    touched(
      'a.ts',
      before,
      "import c from 'y';\nimport { b } from 'x';\nimport {a} from 'x'\nf();",
    ),
    [],
  );
  assert.equal(touched('a.ts', before, before.replace('c from', 'd from')), ['import']);
  assert.equal(touched('a.ts', before, before.replace('{ a, b }', '{ a, type b }')), ['import']);
  assert.equal(touched('a.ts', before, before.replace("'x'", "'z'")), ['import']);
  assert.equal(touched('a.ts', 'export { a, b }', 'export { b, a }'), []);
});

test('a statement added before others of its kind changes none of them', () => {
  const before = 'if (a) f();\nif (b) g();\ntest("x", () => { f() });\ntest("x", () => { g() });';
  assert.equal(touched('a.ts', before, `if (c) h();\n${before}`), ['if']);
  assert.equal(
    touched('a.ts', before, before.replace('test(', 'test("x", () => { h() });\ntest(')),
    ['test(x)'],
  );
  assert.equal(touched('a.ts', before, before.replace('if (a) f();\n', '')), ['if']);
  assert.equal(
    touched('a.ts', before, `if (c) h();\n${before.replace('if (b) g()', 'if( b ) g( )')}`),
    ['if'],
  );
  const twice = touchedPlaces(read('a.ts', before), read('a.ts', before.replace('g();', 'g(1);')));
  assert.equal(
    twice.map(({ symbol }) => symbol),
    ['if~2'],
  );
});

test('what is only moved is not touched', () => {
  const [one, two] = ['class A { a() { return 1 } b = 2 }', 'const c = 3; f(4);'];
  assert.equal(touched('a.ts', `${one}\n${two}`, `${two}\n${one}`), []);
  assert.equal(touched('a.ts', one, 'class A { b = 2; a() { return 1 } }'), []);
});

test('formatting and comments touch nothing', async () => {
  const path = new URL('../../daemon/index/repository-index.ts', import.meta.url);
  for (const [name, text] of [
    ['a.ts', typed],
    ['a.js', script],
    ['b.ts', readFileSync(path, 'utf8')],
  ] as const) {
    const options = { filepath: name, semi: false, printWidth: 40, singleQuote: true } as const;
    assert.equal(touched(name, text, await format(text, options)), []);
    assert.equal(touched(name, text, text.replaceAll(/\n(?=[a-z])/g, '\n// A comment.\n\n')), []);
  }
});

test('RSV-10: code above a `require` names it anew and does not touch it', () => {
  const imported = "const a = require('a');\nconst b = require('b');\nrequire('./c');\nf(a, b);\n";
  const loaded = imported.replace("require('a')", 'load(1)');
  assert.equal(touched('a.js', imported, loaded), ['a', 'import']);
  assert.equal(touched('a.js', loaded, imported), ['a', 'import']);
  const other = loaded.replace("require('b')", "require('b2')");
  assert.equal(touched('a.js', imported, other), ['a', 'b', 'import']);
});

test('a place belongs to the symbol that the same edit touches in the symbol graph', () => {
  for (const [path, from, to, symbols] of edits) {
    const text = path === 'a.ts' ? typed : script;
    if (symbols[0] === 'import') continue;
    const after = text.replace(from, to);
    const within = touchedPlaces(read(path, text), read(path, after)).map((place) => place.within);
    assert.equal(
      [...new Set(within)].toSorted(),
      touchedNames(path, text, after),
      `${from} -> ${to}`,
    );
  }
});

test('thousands of members are read and compared in time that grows with their number', () => {
  const textOf = (count: number, last: string) =>
    `class A {\n${Array.from({ length: count }, (_, index) => `m${index}() { return 1; }`).join('\n')}\n}\n` +
    `${'if (a) b();\n'.repeat(count)}f(${last});`;
  const timeOf = (count: number) =>
    cpuMsOf(() =>
      assert.equal(touched('g.ts', textOf(count, '1'), textOf(count, '2')), ['f(1)', 'f(2)']),
    );
  timeOf(500);
  assert.ok(leastMs(5_000, () => timeOf(8_000)) < 5_000);
});

test.run();

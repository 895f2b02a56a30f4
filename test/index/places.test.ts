import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { format } from 'prettier';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PlaceReader } from '../../daemon/index/places/place-reader.ts';
import type { FilePlaces } from '../../daemon/index/places/own-code.ts';
import { touchedPlaces } from '../../daemon/index/places/touched-places.ts';
import { loadCompiler, loadParser } from '../../daemon/index/parser/parser.ts';
import { touchedNames } from './support.ts';

const test = suite('RSV-16 places');

const compiler = await loadCompiler();
const reader = new PlaceReader(compiler);

function read(path: string, text: string): FilePlaces {
  const places = reader.read(path, text);
  if (places === undefined) throw new Error(`${path} cannot be parsed:\n${text}`);
  return places;
}

function names(path: string, text: string): string[] {
  return read(path, text).places.map(({ symbol }) => symbol);
}

function touched(path: string, before: string, after: string): string[] {
  return touchedPlaces(read(path, before), read(path, after))
    .map(({ symbol }) => symbol)
    .toSorted();
}

const typed = `import { a } from './a.ts';
import type { B } from './b.ts';

/** Of a session. */
@Injectable({ scope: 1 })
export class Session<T> extends Base<T> {
  static #count = 0;
  port = 1;
  open(): void;
  open(x?: number): void { a(x); }
  get size() { return 1; }
  set size(value) {}
  constructor(private readonly token: string) { super(); }
  run = () => { function inner() { return 1; } inner(); };
}

interface Options { port: number; host: string }
interface Options { path: string }
enum Color { red, blue }
type Flags = { deep: boolean; wide: boolean };
type Id = string | number;

export function outer(x: string): string;
export function outer(x: unknown) {
  const before = 1;
  function nested() { return before; }
  const held = () => nested();
  class Local { go() { return 2; } }
  return held() + Local;
}

export const config = defineConfig({
  port: 1,
  server: { host: 'x', tls: { key: { file: 'k' } } },
  start() { return 3; },
} satisfies Config) as const;
const limit = 5, other = () => 6;
const { left, right } = pair();
namespace Deep { export const inside = 1; }
declare module 'fastify' { interface Req { user: 1 } }
if (limit) a(1);
for (const x of pair()) a(x);
export { limit, other };
export default { name: 'n', data() { return 4; } };
`;

const script = `#!/usr/bin/env node
'use strict'
const fs = require('fs'), { join } = require('path')
const debug = require('debug')('x')
const later = 1
Reply.prototype.code = function (c) { return c }
Reply.prototype.header = function (h) { return h }
module.exports = { start, stop() { return 1 }, 'x.y': 1 }
app.use('/x', first)
app.use(cors())
app.route('/a').get(second)
describe('logs in', () => {
  beforeEach(() => { prepare(1) })
  const helper = () => 2
  it('accepts', async () => { expect(3) })
  it('refuses', async () => { expect(4) })
  it('refuses', async () => { expect(5) })
  describe('twice', () => { it('again', () => { expect(6) }) })
  setUp(7)
})
test('outer', async t => { await t.test('inner #1', t => { t.ok(8) }) })
;(function () { function wrapped() { return 9 } wrapped(10) })()
define(['a'], function (a) { function made() { return 11 } return made })
`;

const edits: readonly (readonly [
  path: string,
  from: string,
  to: string,
  touched: readonly string[],
  within?: string,
])[] = [
  ['a.ts', "{ a } from './a.ts'", "{ a, c } from './a.ts'", ['import'], 'import'],
  ['a.ts', '#count = 0', '#count = 1', ['Session.%23count'], 'Session'],
  ['a.ts', 'port = 1;', 'port = 2;', ['Session.port'], 'Session'],
  ['a.ts', 'a(x); }', 'a(x, 1); }', ['Session.open'], 'Session'],
  ['a.ts', 'open(): void', 'open(): never', ['Session.open'], 'Session'],
  ['a.ts', 'set size(value) {}', 'set size(value) { a(); }', ['Session.size'], 'Session'],
  ['a.ts', 'super();', 'super(1);', ['Session.constructor'], 'Session'],
  ['a.ts', 'return 1; } inner', 'return 9; } inner', ['Session.run.inner'], 'Session'],
  ['a.ts', 'inner(); };', 'inner(1); };', ['Session.run'], 'Session'],
  ['a.ts', 'extends Base<T>', 'extends Other<T>', ['Session'], 'Session'],
  ['a.ts', 'scope: 1', 'scope: 2', ['Session'], 'Session'],
  ['a.ts', 'class Session<T>', 'class Session<T extends B>', ['Session'], 'Session'],
  ['a.ts', 'port = 1;', 'port = 1; added() {}', ['Session.added'], 'Session'],
  ['a.ts', '  port = 1;\n', '', ['Session.port'], 'Session'],
  ['a.ts', 'path: string', 'path: number', ['Options.path'], 'Options'],
  ['a.ts', 'red, blue', 'red = 2, blue', ['Color.red'], 'Color'],
  ['a.ts', 'wide: boolean', 'wide: 1', ['Flags.wide'], ''],
  ['a.ts', 'string | number', 'string', ['Id'], ''],
  ['a.ts', 'before = 1', 'before = 2', ['outer'], 'outer'],
  ['a.ts', 'return before', 'return 1', ['outer.nested'], 'outer'],
  ['a.ts', '=> nested()', '=> nested(1)', ['outer.held'], 'outer'],
  ['a.ts', 'return 2', 'return 3', ['outer.Local.go'], 'outer'],
  ['a.ts', 'x: string): string', 'x: string): number', ['outer'], 'outer'],
  ['a.ts', '  port: 1', '  port: 2', ['config.port'], ''],
  ['a.ts', "host: 'x'", "host: 'y'", ['config.server.host'], ''],
  ['a.ts', "file: 'k'", "file: 'l'", ['config.server.tls.key'], ''],
  ['a.ts', 'return 3', 'return 4', ['config.start'], ''],
  ['a.ts', 'satisfies Config', 'satisfies Other', ['config'], ''],
  ['a.ts', 'limit = 5', 'limit = 6', ['limit'], ''],
  ['a.ts', '=> 6', '=> 7', ['other'], 'other'],
  ['a.ts', 'right } = pair', 'right } = couple', ['left'], ''],
  ['a.ts', 'inside = 1', 'inside = 2', ['Deep.inside'], ''],
  ['a.ts', 'user: 1', 'user: 2', ['module(fastify).Req.user'], ''],
  ['a.ts', 'if (limit) a(1)', 'if (limit) a(2)', ['if'], ''],
  ['a.ts', 'for (const x of pair()) a(x)', 'for (const x of pair()) a(1)', ['for'], ''],
  ['a.ts', '{ limit, other }', '{ limit }', ['export'], ''],
  ['a.ts', "name: 'n'", "name: 'm'", ['default.name'], ''],
  ['a.ts', 'class Session<T>', 'class Meeting<T>', ['Meeting', 'Session']],
  ['a.ts', '/** Of a session. */', '/** Of a meeting. */', []],
  ['a.js', "'use strict'", '', ['(use strict)'], ''],
  ['a.js', "require('path')", "require('node:path')", ['import'], 'import'],
  ['a.js', 'later = 1', 'later = 2', ['later'], ''],
  ['a.js', 'return c ', 'return c + 1 ', ['Reply.prototype.code'], ''],
  ['a.js', 'return 1 }', 'return 2 }', ['module.exports.stop'], ''],
  ['a.js', "'x.y': 1", "'x.y': 2", ['module.exports.x%2ey'], ''],
  ['a.js', 'first', 'firstly', ['app.use(/x)'], ''],
  ['a.js', 'cors()', 'cors({ a: 1 })', ['app.use(cors)'], ''],
  ['a.js', 'get(second)', 'get(third)', ['app.route.get(/a)'], ''],
  ['a.js', 'prepare(1)', 'prepare(2)', ['describe(logs in).beforeEach()'], ''],
  ['a.js', 'helper = () => 2', 'helper = () => 3', ['describe(logs in).helper'], ''],
  ['a.js', 'expect(4)', 'expect(40)', ['describe(logs in).it(refuses)'], ''],
  ['a.js', 'expect(5)', 'expect(50)', ['describe(logs in).it(refuses)~2'], ''],
  ['a.js', 'expect(6)', 'expect(60)', ['describe(logs in).describe(twice).it(again)'], ''],
  ['a.js', 'setUp(7)', 'setUp(70)', ['describe(logs in)'], ''],
  ['a.js', 't.ok(8)', 't.ok(80)', ['test(outer).t.test(inner %231)'], ''],
  ['a.js', 'return 9', 'return 90', ['function().wrapped'], ''],
  ['a.js', 'wrapped(10)', 'wrapped(100)', ['function()'], ''],
  ['a.js', 'return 11', 'return 110', ['define().made'], ''],
];

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

test('a random edit in one member touches exactly this member, however the text was parsed', () => {
  const kinds = {
    method: (name: string, value: string) => `${name}() { return ${value}; }`,
    property: (name: string, value: string) => `${name} = [${value}];`,
    accessor: (name: string, value: string) =>
      `get ${name}() { if (a) { b(${value}); } return 1; }`,
  };
  const member = fc.record({
    kind: fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[])),
    value: fc.string({ unit: 'binary', maxLength: 12 }),
  });
  const textOf = (members: readonly { kind: keyof typeof kinds; value: string }[]) =>
    `import 'x';\nclass A {\n${members
      .map(
        ({ kind, value }, index) => `  /* m */ ${kinds[kind](`m${index}`, JSON.stringify(value))}`,
      )
      .join('\n')}\n}\nfunction after() {}\n`;
  fc.assert(
    fc.property(
      fc.array(member, { minLength: 1, maxLength: 12 }),
      fc.nat(),
      fc.string({ unit: 'binary', maxLength: 12 }),
      (members, pick, value) => {
        const chosen = pick % members.length;
        const edited = members.map((one, index) => (index === chosen ? { ...one, value } : one));
        const expected = members[chosen]?.value === value ? [] : [`A.m${chosen}`];
        const [before, after] = [textOf(members), textOf(edited)];
        assert.equal(touched('p.ts', before, after), expected);
        const whole = new PlaceReader(compiler).read('p.ts', after);
        assert.equal(read('p.ts', after).places.map(shown), whole?.places.map(shown));
      },
    ),
  );
});

function shown({ symbol, within, spans }: FilePlaces['places'][number]): unknown {
  return [symbol, within, spans];
}

test('a tree that is made from one with errors has its own errors', async () => {
  const parser = await loadParser();
  const broken =
    "import { one type Two } from './c.ts';\n" +
    'export function f() {\n  return 1;\n}\n'.repeat(20);
  reader.read('d.ts', broken);
  const longer = broken.replace(/}\n$/, '  function g() {}\n}\n');
  reader.read('d.ts', longer);
  assert.equal(parser.analyse('d.ts', longer, reader.treeOf('d.ts', longer)), undefined);
});

test('the index reads the same out of a tree that was made from another as out of its own', async () => {
  const parser = await loadParser();
  const path = new URL('../../daemon/index/repository-index.ts', import.meta.url);
  const texts = { 'b.ts': readFileSync(path, 'utf8'), 'a.ts': typed, 'a.js': script };
  const pieces = ['', '\n', ' ', '}', '{', '/* x */', 'function f() {}', "'", 'a(b);', 'async '];
  let served = 0;
  for (const [name, text] of Object.entries(texts)) {
    const edit = fc.tuple(fc.nat(text.length), fc.nat(30), fc.constantFrom(...pieces));
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
        reader.read(name, text);
        let edited = text;
        for (const [at, length, piece] of edits) {
          edited = edited.slice(0, at) + piece + edited.slice(at + length);
          reader.read(name, edited);
          const tree = reader.treeOf(name, edited);
          served += tree === undefined ? 0 : 1;
          assert.equal(parser.analyse(name, edited, tree), parser.analyse(name, edited));
        }
      }),
      { numRuns: 300 },
    );
  }
  assert.ok(served > 900, `${served} trees`);
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
  const timeOf = (count: number) => {
    const start = performance.now();
    assert.equal(touched('g.ts', textOf(count, '1'), textOf(count, '2')), ['f(1)', 'f(2)']);
    return performance.now() - start;
  };
  timeOf(500);
  assert.ok(timeOf(8_000) < 5_000);
});

test.run();

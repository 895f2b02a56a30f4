import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeFacts, encodeFacts, type SymbolFacts } from '../../daemon/index/parser/facts.ts';
import { analysed, parsed } from './support.ts';

const test = suite('facts of a file');

function symbolIn(text: string, path = 'a.ts'): SymbolFacts {
  const [symbol] = analysed(path, text).facts.symbols;
  if (symbol === undefined) throw new Error('no symbol');
  return symbol;
}

const signatures: Readonly<Record<string, string>> = {
  'function f(a: string, b = "secret", ...c: X[]): void { body(); }':
    'function f(a: string, b = …, ...c: X[]): void',
  'async function* f<T extends X>({ a, b: c = secret }: Y, [d]: Z) {}':
    'async function* f<T extends X>({ a, b }: Y, [d]: Z)',
  'const f = async (a?: /* why */ string): Promise<A<B>> => body();':
    'async function f(a?: string): Promise<A<B>>',
  'const f: Handler = function (a) {};': 'function f(a) as Handler',
  'export default (a: A) => a;': 'function default(a: A)',
  'function f(a: A): B;\nfunction f(a: C): D;\nfunction f(a: any) {}':
    'function f(a: A): B; function f(a: C): D; function f(a: any)',
  'abstract class C<T> extends B<T> implements I, J { private a = 1; #b = 2; readonly c: T = secret; static d?: X; protected constructor(private e: E) { super(); } get g(): G { return 1; } async m(h: H): Promise<void> {} }':
    'abstract class C<T> extends B<T> implements I, J { readonly c: T; static d?: X; protected constructor(e: E); get g(): G; m(h: H): Promise<void> }',
  'class C {}': 'class C {}',
  'interface I extends A, B { a: string, // why\n  b?(\n    c: C,\n  ): void;\n}':
    'interface I extends A, B { a: string; b?(c: C): void }',
  'enum E { A = "secret", B }': 'enum E { A, B }',
};

for (const [text, signature] of Object.entries(signatures))
  test(`a signature is one line without bodies and values: ${signature}`, () =>
    assert.is(symbolIn(text).signature, signature));

test('a signature is bounded, and its hash is not', () => {
  const long = (last: string) =>
    symbolIn(
      `function f(${Array.from({ length: 400 }, (_, at) => `a${at}: A`).join(', ')}, ${last}: B) {}`,
    );
  assert.is(long('x').signature.length, 1000);
  assert.is(long('x').signature, long('y').signature);
  assert.is.not(long('x').signatureHash, long('y').signatureHash);
});

const one = symbolIn(
  '/** Says. */\nexport function f(a: "x", b = 1): { c: C; d: D } { return 1; }',
);

test('formatting, comments, bodies and default values change no signature', () => {
  const other = symbolIn(
    "/** Tells. */ export function f(\n  a: 'x', // why\n  b = 2,\n): { c: C, d: D, } { return 2 }",
  );
  assert.is(one.signatureHash, other.signatureHash);
  assert.is.not(one.meaningHash, other.meaningHash);
});

test('what callers see changes the signature', () => {
  for (const text of [
    'function f(a: "y", b = 1): { c: C; d: D } {}',
    'function f(a: "x"): { c: C; d: D } {}',
    'function f(a: "x", b = 1, e?: E): { c: C; d: D } {}',
    'function f(a: "x", b = 1): { c: C } {}',
    'function f(a: "x", b = 1) {}',
    'async function f(a: "x", b = 1): { c: C; d: D } {}',
  ])
    assert.is.not(symbolIn(text).signatureHash, one.signatureHash, text);
});

test('the leading doc comment is taken without its frame, and bounded', () => {
  assert.is(one.doc, 'Says.');
  assert.is(
    symbolIn('/**\n * One.\n *\n * @param a b\n */\n// no\nconst f = () => 1;').doc,
    'One.\n\n@param a b',
  );
  assert.is(symbolIn('/* no */\nfunction f() {}').doc, '');
  assert.is(symbolIn(`/** ${'a'.repeat(5_000)} */\nfunction f() {}`).doc.length, 1_000);
  assert.is(symbolIn('\ufeff/** Marked. */\nfunction f() {}').doc, 'Marked.');
});

test('a symbol is exported by itself, by a list or as default', () => {
  for (const text of [
    'export function f() {}',
    'function f() {}\nexport { f as g };',
    'function f() {}\nexport default f;',
    'export default function f() {}',
    'function f() {}\nexport = f;',
  ])
    assert.ok(symbolIn(text).exported, text);
  assert.not(symbolIn("function f() {}\nexport { f } from './b';").exported);
  assert.ok(symbolIn('function f() {}\nmodule.exports = { f };', 'a.js').exported);
});

const givenOut: Readonly<Record<string, string>> = {
  'module.exports = class Application extends Emitter { use(fn) {} }':
    'Application: class Application extends Emitter { use(fn) }',
  'module.exports = class { use(fn) {} }': 'default: class default { use(fn) }',
  'exports.f = function (a) {};': 'f: function f(a)',
  'module.exports.f = async (a) => {};': 'f: async function f(a)',
  'exports = module.exports = function make() {};': 'make: function make()',
  'const A = module.exports = class B { #m() {} }': 'A: class A {}',
  'const A = class { m() {} };\nmodule.exports = A;': 'A: class A { m() }',
  'export default class Foo { m() {} }': 'Foo: class Foo { m() }',
};

for (const [text, expected] of Object.entries(givenOut))
  test(`SYM-1: what a file gives out is a symbol: ${text}`, () => {
    const { name, signature, exported } = symbolIn(text, 'a.js');
    assert.is(`${name}: ${signature}`, expected);
    assert.ok(exported);
  });

test('DEC-3: the members of a class are known by name', () => {
  const text =
    'module.exports = class A { constructor() {} use() {} static of() {} #own() {} "a-b"() {} }';
  assert.equal(symbolIn(text, 'a.js').members, ['use', 'of', 'own', 'a-b']);
  assert.equal(symbolIn('interface I { a: string; b(): void }').members, ['a', 'b']);
  assert.equal(symbolIn('enum E { A, B }').members, ['A', 'B']);
});

test('the meaning is the one that reservations go by, and lines count from 1', () => {
  const text =
    "import x from 'x';\n\nexport class A {\n  m() { x(); }\n}\nx(A);\nconst f = () => 1, g = () => 2;\n";
  const { parsed: state, facts } = analysed('a.ts', text);
  assert.equal(state, parsed('a.ts', text));
  assert.equal(
    facts.symbols.map(({ name, startLine, endLine, meaningHash }) => [
      name,
      startLine,
      endLine,
      meaningHash,
    ]),
    state.symbols.map(({ name, startLine, endLine, hash }) => [name, startLine, endLine, hash]),
  );
  assert.equal([facts.symbols[0]?.startLine, facts.symbols[0]?.endLine], [3, 5]);
});

test('facts come back from their stored form', () => {
  const { facts } = analysed(
    'a.tsx',
    "/** Doc. */\nimport a, { b as c } from './b';\nimport * as n from './n';\nexport * from './c';\nexport { d } from './d';\nexport const i = new c();\nexport enum E { A }\nfunction f() { a(n.x.y); i.m(); }\n<f />;",
  );
  assert.equal(decodeFacts(encodeFacts(facts)), facts);
});

test.run();
